import Contract
import ContractFile

/// Files for tests, by path; nothing else is there.
struct InMemoryFiles: FileSource {
    let files: [String: [UInt8]]

    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        guard let bytes = files[path] else {
            throw FileSourceError(path: path, reason: "No such file or directory")
        }
        guard bytes.count <= limit else {
            throw .tooLarge(path, size: bytes.count, limit: limit)
        }
        return bytes
    }
}

/// A contract that was read from memory, and what was said about it.
struct LoadedContract {
    let contract: ContractDocument
    /// As the user sees it; empty when nothing is wrong.
    let diagnosis: String
    let diagnostics: [Diagnostic]
    /// Every file that was read, in that order.
    let sources: [SourceText]

    /// Reads `a.yaml`.
    ///
    /// - Parameters:
    ///   - text: What is in it.
    ///   - files: The other files, by path.
    init(_ text: String, _ files: [String: String] = [:]) {
        self.init("a.yaml", among: files.merging(["a.yaml": text]) { $1 })
    }

    /// Reads a file among others.
    init(_ path: String, among files: [String: String]) {
        let files = InMemoryFiles(files: files.mapValues { Array($0.utf8) })
        let library = ContractLibrary(files: files)
        contract = library.contract(at: path)
        diagnostics = library.diagnostics.list
        sources = library.sources
        diagnosis = DiagnosticRenderer(sources: sources).render(diagnostics)
    }
}
