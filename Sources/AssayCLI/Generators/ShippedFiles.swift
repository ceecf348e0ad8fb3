import ContractFile

/// Files that came with a plan, before those of this machine.
struct ShippedFiles: FileSource {
    /// By their paths, as the coordinator reads them.
    let files: [String: [UInt8]]
    private let disk = DiskFiles()

    init(_ files: [String: [UInt8]]) { self.files = files }

    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        guard let bytes = files[path] else { return try disk.read(path, atMost: limit) }
        guard bytes.count <= limit else {
            throw .tooLarge(path, size: bytes.count, limit: limit)
        }
        return bytes
    }

    func readBlocks(_ path: String, _ take: ([UInt8]) -> Bool) throws(FileSourceError) {
        guard let bytes = files[path] else { return try disk.readBlocks(path, take) }
        _ = take(bytes)
    }

    /// What is not on this machine lies where its path says.
    func resolved(_ path: String) throws(FileSourceError) -> String {
        do {
            return try disk.resolved(path)
        } catch {
            let folder = try disk.resolved(".")
            return FilePath.joined(folder, path)
        }
    }
}
