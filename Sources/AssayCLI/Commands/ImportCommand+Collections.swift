import CommandLineTool
import Contract
import ContractFile
import Interchange
import JSON

/// Formats that can be a folder of files.
extension ImportCommand {
    /// The contract of a Hurl file, or of all Hurl files below a folder.
    static func hurl(
        _ path: String,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        guard let files = files(at: path, endingIn: [".hurl"], console) else { return nil }
        return try HurlImport.contract(from: files, name: FilePath.name(of: path))
    }

    /// The contract of a Postman collection.
    ///
    /// - Parameters:
    ///   - path: The collection.
    ///   - environment: The file of an environment; `nil` for none.
    ///   - console: Receives messages.
    /// - Returns: The contract; `nil` after a message.
    /// - Throws: Why the collection cannot be read.
    static func postman(
        _ path: String,
        _ environment: String?,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        var values: (file: String, value: JSONValue)?
        if let environment {
            guard let known = document(environment, console) else { return nil }
            values = (FilePath.name(of: environment), known)
        }
        if path != "-", isFolder(path) || isYAML(path) {
            guard let files = files(at: path, endingIn: [".yaml", ".yml"], console) else {
                return nil
            }
            return try PostmanImport.contract(
                from: files.map(foreign),
                name: FilePath.name(of: path),
                environment: values
            )
        }
        guard let collection = document(path, console) else { return nil }
        return try PostmanImport.contract(
            from: collection,
            file: path == "-" ? "stdin" : FilePath.name(of: path),
            environment: values
        )
    }

    private static func document(_ path: String, _ console: Console) -> JSONValue? {
        guard let bytes = InputDocument.bytes(path, "import", console) else { return nil }
        let source = SourceText(file: path == "-" ? "stdin" : path, bytes: bytes)
        guard isYAML(path) else { return json(source, console) }
        let read = foreign((path, bytes))
        if read.value == nil {
            console.printError("assay import: \(path): expected YAML, got \(read.problem)")
        }
        return read.value
    }

    private static func isYAML(_ path: String) -> Bool {
        path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    }

    private static func isFolder(_ path: String) -> Bool {
        do {
            return try ContractFinder.files(at: path, endingIn: [".yaml", ".yml"]).isFolder
        } catch {
            return false
        }
    }

    /// A YAML file with the lines of its values.
    private static func foreign(_ file: (name: String, bytes: [UInt8])) -> ForeignDocument {
        do {
            let root = try YAMLDocument.parse(
                SourceText(file: file.name, bytes: file.bytes),
                by: .foreign
            )
            let places = DocumentPlaces(root)
            return ForeignDocument(name: file.name, value: root.json) {
                places.location(of: $0)?.line ?? 1
            }
        } catch {
            let first = error.diagnostics.first
            let problem = first.map { "\($0.message) (line \($0.location.line))" } ?? "nothing"
            return ForeignDocument(name: file.name, value: nil, problem: problem) { _ in 1 }
        }
    }

    /// The contract of a Bruno collection, or of one of its files.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - environment: The name of an environment; `nil` for the first.
    ///   - console: Receives messages.
    /// - Returns: The contract; `nil` after a message.
    /// - Throws: Why a file cannot be read.
    static func bruno(
        _ path: String,
        _ environment: String?,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        guard
            let files = files(
                at: path,
                endingIn: [".bru", "bruno.json", ".yml", ".yaml"],
                console
            )
        else { return nil }
        return try BrunoImport.contract(
            from: files.filter { !isYAML($0.name) },
            documents: files.filter { isYAML($0.name) }.map(foreign),
            name: FilePath.name(of: path),
            environment: environment
        )
    }

    /// The files below a path, each with its name relative to the folder; `nil` after a message.
    private static func files(
        at path: String,
        endingIn endings: [String],
        _ console: Console
    ) -> [(name: String, bytes: [UInt8])]? {
        do {
            let found = try ContractFinder.files(at: path, endingIn: endings)
            var files: [(name: String, bytes: [UInt8])] = []
            for file in found.paths {
                guard let bytes = InputDocument.bytes(file, "import", console) else { return nil }
                let name = found.isFolder ? relative(file, to: path) : FilePath.name(of: file)
                files.append((path == "-" ? "stdin" : name, bytes))
            }
            return files
        } catch {
            console.printError("assay import: \(error)")
            return nil
        }
    }

    private static func relative(_ file: String, to folder: String) -> String {
        let prefix = FilePath.normalized(folder) + "/"
        return file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
    }
}
