import Contract
import ContractFile

/// Files for tests, by path; no other files exist.
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

/// A contract that was read from memory, and its diagnostics.
struct LoadedContract {
    let contract: ContractDocument
    /// The diagnostics as the user sees them; empty when nothing is wrong.
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

    /// Reads one of the files.
    init(_ path: String, among files: [String: String]) {
        let files = InMemoryFiles(files: files.mapValues { Array($0.utf8) })
        let library = ContractLibrary(files: files)
        contract = library.contract(at: path)
        diagnostics = library.diagnostics.list
        sources = library.sources
        diagnosis = DiagnosticRenderer(sources: sources).render(diagnostics)
    }
}
