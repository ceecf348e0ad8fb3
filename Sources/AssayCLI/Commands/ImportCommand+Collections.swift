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
        sending sent: ForeignFiles,
        _ console: Console
    ) throws(InterchangeError) -> ImportedContract? {
        guard let files = files(at: path, endingIn: [".hurl"], console) else { return nil }
        let name = FilePath.name(of: path)
        return try HurlImport.contract(from: files, name: name, sending: sent)
    }

    /// The contract of a Postman collection.
    ///
    /// - Parameters:
    ///   - path: The collection.
    ///   - environment: The file of an environment; `nil` for none.
    ///   - sent: Finds the files that requests send.
    ///   - console: Receives messages.
    /// - Returns: The contract; `nil` after a message.
    /// - Throws: Why the collection cannot be read.
    static func postman(
        _ path: String,
        _ environment: String?,
        sending sent: ForeignFiles,
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
                environment: values,
                sending: sent
            )
        }
        guard let collection = document(path, console) else { return nil }
        return try PostmanImport.contract(
            from: collection,
            file: path == "-" ? "stdin" : FilePath.name(of: path),
            environment: values,
            sending: sent
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
    ///   - sent: Finds the files that requests send.
    ///   - console: Receives messages.
    /// - Returns: The contract; `nil` after a message.
    /// - Throws: Why a file cannot be read.
    static func bruno(
        _ path: String,
        _ environment: String?,
        sending sent: ForeignFiles,
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
            environment: environment,
            sending: sent
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

    /// Finds the files that requests send: in the folder of the document that refers to them, in that of the
    /// collection, and in the working directory.
    ///
    /// - Parameters:
    ///   - path: The imported document or folder.
    ///   - contract: The path of the contract; `nil` for standard output.
    /// - Returns: Finds files below the folder of the contract.
    static func sentFiles(of path: String, for contract: String?) -> ForeignFiles {
        let root = ContractFinder.folder(of: path)
        let folder = contract.map(FilePath.folder) ?? ""
        return ForeignFiles { file, document in
            let own = FilePath.joined(root, FilePath.folder(of: document))
            return [own, root, ""].lazy
                .compactMap { below(folder, FilePath.joined($0, file)) }.first
        }
    }

    /// The path of an existing file relative to a folder above it; `nil` for another one.
    private static func below(_ folder: String, _ file: String) -> String? {
        do {
            let base = try DiskFiles().resolved(folder)
            let place = try DiskFiles().resolved(file)
            let prefix = base == "/" ? base : base + "/"
            guard place.hasPrefix(prefix), ContractFinder.folder(of: place) != place else {
                return nil
            }
            return String(place.dropFirst(prefix.count))
        } catch {
            return nil
        }
    }

    private static func relative(_ file: String, to folder: String) -> String {
        let prefix = FilePath.normalized(folder) + "/"
        return file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
    }
}
