import ContractFile

/// Files that came with a plan take precedence over those of this machine; only those below the working directory are
/// read, as a coordinator is not authenticated.
struct ShippedFiles: FileSource {
    /// The files by path, as the coordinator reads them.
    let files: [String: [UInt8]]
    private let disk = DiskFiles()

    init(_ files: [String: [UInt8]]) { self.files = files }

    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        guard let bytes = files[path] else {
            return try disk.read(try Self.own(path), atMost: limit)
        }
        guard bytes.count <= limit else {
            throw .tooLarge(path, size: bytes.count, limit: limit)
        }
        return bytes
    }

    func readBlocks(_ path: String, _ take: ([UInt8]) -> Bool) throws(FileSourceError) {
        // Tables are read again while the run lasts, and never come with a plan.
        try disk.readBlocks(try Self.own(path), take)
    }

    /// A path without a file on this machine stays as it is.
    func resolved(_ path: String) throws(FileSourceError) -> String {
        do {
            return try disk.resolved(path)
        } catch {
            let folder = try disk.resolved(".")
            return FilePath.joined(folder, path)
        }
    }

    /// The real path of a file of this machine.
    ///
    /// - Parameter path: As named by a coordinator.
    /// - Returns: Its path without links.
    /// - Throws: `FileSourceError` for one that is not below the working directory.
    static func own(_ path: String) throws(FileSourceError) -> String {
        let disk = DiskFiles()
        let folder = try disk.resolved(".")
        let place: String
        do {
            place = try disk.resolved(path)
        } catch {
            // Whether a file exists elsewhere must not be disclosed either.
            guard FilePath.joined(folder, path).hasPrefix(folder + "/") else {
                throw outside(path, folder)
            }
            throw error
        }
        guard place.hasPrefix(folder + "/") else { throw outside(path, folder) }
        return place
    }

    private static func outside(_ path: String, _ folder: String) -> FileSourceError {
        FileSourceError(
            path: path,
            reason: "a generator reads files only below its folder, \(folder); copy the file "
                + "there"
        )
    }
}
