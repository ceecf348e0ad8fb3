/// The folders below which contracts and load profiles may name files: what requests and responses send,
/// and tables of rows and of recipients.
///
/// A contract can come from another person; it must not send arbitrary files of its user.
package struct FileRoots: Hashable, Sendable {
    /// From `--file-root`; when there is one, no other folder counts.
    private let named: [String]
    /// Those of the paths that were given, beside the folder of the contract that names a file.
    private let given: [String]

    /// - Parameters:
    ///   - named: Folders in place of those of the contracts; empty for these.
    ///   - paths: The contracts that are read: files, and folders that hold them.
    package init(named: [String] = [], of paths: [String] = []) {
        self.named = named
        given = paths.map(ContractFinder.folder(of:))
    }

    /// The folders for what a contract names.
    private func folders(for contract: String) -> [String] {
        named.isEmpty ? [FilePath.folder(of: contract)] + given : named
    }

    /// Throws unless a document may name a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - document: The contract, profile or description that names it.
    ///   - files: Knows where links lead.
    /// - Throws: That it lies elsewhere, or cannot be found.
    package func check(
        _ path: String,
        of document: String,
        in files: any FileSource
    ) throws(FileSourceError) {
        let place = try files.resolved(path)
        let folders = folders(for: document)
        guard !folders.contains(where: { Self.holds($0, place, files) }) else { return }
        let first = folders.first.flatMap { $0.isEmpty ? nil : $0 } ?? "the working directory"
        throw FileSourceError(
            path: path,
            reason:
                "it is outside \(first); name a folder that contains it with --file-root FOLDER"
        )
    }

    /// Whether a folder is there and has a file in it, at any depth; the file's path is resolved.
    private static func holds(_ folder: String, _ file: String, _ files: any FileSource) -> Bool {
        do {
            let root = try files.resolved(folder)
            return file.hasPrefix(root == "/" ? root : root + "/")
        } catch {
            return false
        }
    }
}
