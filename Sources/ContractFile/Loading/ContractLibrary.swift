package import Contract
import JSON

/// Reads contract files, each once, however many others use it.
///
/// It is not `Sendable`: whoever reads the files owns it.
package final class ContractLibrary {
    /// Everything that is wrong with the files read so far.
    package let diagnostics = Diagnostics()
    /// The texts of the files read so far, for showing lines.
    package private(set) var sources: [SourceText] = []
    private let files: (String) -> any FileSource
    private var loaded: [String: LoadingContext] = [:]
    /// The files being read, to find circles of `use`.
    private var open: [String] = []

    /// - Parameter files: The files of a folder; for tests, not those of the disk.
    package init(
        files: @escaping (String) -> any FileSource = { folder in DiskFiles(folder: folder) }
    ) {
        self.files = files
    }

    /// Reads a contract with everything it uses.
    ///
    /// - Parameter path: The file.
    /// - Returns: What could be read; to be trusted only when `diagnostics` has no errors.
    package func contract(at path: String) -> ContractDocument {
        context(of: path, at: nil).contract
    }

    private func context(of path: String, at place: YAMLNode?) -> LoadingContext {
        if let known = loaded[path] { return known }
        let folder = FilePath.folder(of: path)
        var context = LoadingContext(file: path, diagnostics: diagnostics, files: files(folder))
        guard let root = parse(path, at: place) else { return context }
        open.append(path)
        decode(root, into: &context)
        open.removeLast()
        loaded[path] = context
        return context
    }

    private func parse(_ path: String, at place: YAMLNode?) -> YAMLNode? {
        let start = SourceLocation(file: path, line: 1, column: 1)
        do {
            let bytes = try DiskFiles.limited(files(""), to: YAMLDocument.maximumBytes, path)
            let source = SourceText(file: path, bytes: bytes)
            sources.append(source)
            return try YAMLDocument.parse(source)
        } catch let error as FileSourceError {
            let message = "cannot read \(path): \(error.reason)"
            if let place {
                diagnostics.error(message, at: place)
            } else {
                diagnostics.report(Diagnostic(message, at: start))
            }
        } catch let list as DiagnosticList {
            for diagnostic in list.diagnostics { diagnostics.report(diagnostic) }
        } catch {
            diagnostics.report(Diagnostic("\(error)", at: start))
        }
        return nil
    }

    private func decode(_ root: YAMLNode, into context: inout LoadingContext) {
        guard let reader = MappingReader(root, of: "a contract", diagnostics) else { return }
        defer { reader.finish() }
        checkVersion(reader)
        reader.unsupported("client", "calls", "listeners")
        use(reader.optional("use"), in: &context)
        info(reader.optional("info"), in: &context)
        ContractAssembler.addTables(reader, to: &context)
        context.contract.hasCases = reader.optional("cases") != nil
        ContractAssembler.addCases(reader, to: &context)
    }

    private func checkVersion(_ reader: MappingReader) {
        guard let node = reader.required("contract"), node.text != "1" else { return }
        diagnostics.error(
            "this is version \"1\" of the format, got \(node.kindAndValue)",
            at: node,
            hint: "write contract: \"1\""
        )
    }

    private func info(_ node: YAMLNode?, in context: inout LoadingContext) {
        context.contract.title = context.file
        guard let node, let reader = MappingReader(node, of: "info", diagnostics) else { return }
        context.contract.title = reader.optional("title", as: .string) ?? context.file
        context.contract.version = reader.optional("version", as: .spelling)
        _ = reader.optional("description", as: .string)
        reader.finish()
    }

    /// Takes in the tables of other files.
    private func use(_ node: YAMLNode?, in context: inout LoadingContext) {
        guard let node else { return }
        for element in node.elements ?? [node] {
            guard let name = element.decoded(as: .string, diagnostics) else { continue }
            let path = FilePath.joined(FilePath.folder(of: context.file), name)
            if let first = open.firstIndex(of: path) {
                let circle = (open[first...] + [path]).joined(separator: " uses ")
                diagnostics.error("files use each other in a circle: \(circle)", at: element)
                continue
            }
            let used = self.context(of: path, at: element)
            ContractAssembler.add(used, to: &context, at: element)
        }
    }
}

extension DiskFiles {
    /// The bytes of a contract file, refused when it is too large for one.
    fileprivate static func limited(
        _ source: any FileSource,
        to limit: Int,
        _ path: String
    ) throws(FileSourceError) -> [UInt8] {
        guard source is DiskFiles else { return try source.read(path) }
        return try DiskFiles(maximumBytes: limit).read(path)
    }
}
