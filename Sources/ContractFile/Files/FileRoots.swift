/// The folders below which contracts and load profiles may name files: what requests and answers send,
/// and tables of rows and of recipients.
///
/// A contract may come from somebody else; what it sends must not be any file that its user can read.
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
    func folders(for contract: String) -> [String] {
        named.isEmpty ? [FilePath.folder(of: contract)] + given : named
    }
}
