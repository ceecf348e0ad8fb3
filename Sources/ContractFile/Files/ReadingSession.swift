import Contract

/// What all files of one reading share.
///
/// Confined to the library that reads them.
final class ReadingSession {
    let diagnostics = Diagnostics()
    let files: any FileSource
    /// The texts read so far, for showing lines.
    private(set) var sources: [SourceText] = []
    /// The contents of the files that requests send, by their paths.
    private(set) var attachments: [String: [UInt8]] = [:]

    /// A file that is sent, or that holds rows, may be this large.
    private static let maximumBytes = 64 * 1024 * 1024

    init(files: any FileSource) {
        self.files = files
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
        atMost limit: Int = ReadingSession.maximumBytes
    ) throws(FileSourceError) -> SourceText {
        if let known = sources.first(where: { $0.file == path }) { return known }
        let source = SourceText(file: path, bytes: try files.read(path, atMost: limit))
        sources.append(source)
        return source
    }

    /// Reads a file that a request sends, once however often it is named.
    func attach(_ path: String) throws(FileSourceError) {
        guard attachments[path] == nil else { return }
        attachments[path] = try files.read(path, atMost: Self.maximumBytes)
    }
}
