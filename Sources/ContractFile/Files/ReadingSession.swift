import Contract

/// What all files of one reading share.
///
/// Confined to the library that reads them.
final class ReadingSession {
    let diagnostics = Diagnostics()
    private let files: any FileSource
    private let roots: FileRoots
    /// The texts read so far, for showing lines.
    private(set) var sources: [SourceText] = []
    /// The contents of the files that requests send, by their paths.
    private(set) var attachments: [String: [UInt8]] = [:]

    /// A file that is sent, or that holds rows, may be this large.
    private static let maximumBytes = 64 * 1024 * 1024

    init(files: any FileSource, roots: FileRoots) {
        (self.files, self.roots) = (files, roots)
    }

    /// Reads a file and keeps its text.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: How large it may be.
    /// - Returns: The text, of which nothing is checked.
    /// - Throws: `FileSourceError` saying why it cannot be read.
    func source(
        _ path: String,
        atMost limit: Int
    ) throws(FileSourceError) -> SourceText {
        if let known = sources.first(where: { $0.file == path }) { return known }
        let source = SourceText(file: path, bytes: try files.read(path, atMost: limit))
        sources.append(source)
        return source
    }

    /// Reads a table of rows that a contract names, and keeps its text.
    func table(_ path: String, of contract: String) throws(FileSourceError) -> SourceText {
        try check(path, of: contract)
        return try source(path, atMost: Self.maximumBytes)
    }

    /// Hands over a table of recipients that a profile names, block by block.
    func readBlocks(
        _ path: String,
        of profile: String,
        _ take: ([UInt8]) -> Bool
    ) throws(FileSourceError) {
        try check(path, of: profile)
        try files.readBlocks(path, take)
    }

    /// Reads a file that a contract sends, once however often it is named.
    func attach(_ path: String, of contract: String) throws(FileSourceError) {
        try check(path, of: contract)
        guard attachments[path] == nil else { return }
        attachments[path] = try files.read(path, atMost: Self.maximumBytes)
    }

    /// Throws unless a contract may name a file.
    private func check(_ path: String, of contract: String) throws(FileSourceError) {
        try roots.check(path, of: contract, in: files)
    }
}
