import Glibc
import Platform

/// Files on disk.
package struct DiskFiles: FileSource {
    package init() {}

    package func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        do {
            return try FileContent.bytes(of: path, atMost: limit)
        } catch {
            switch error {
            case .system(let error): throw FileSourceError(path, error)
            case .tooLarge(let size, let limit): throw .tooLarge(path, size: size, limit: limit)
            }
        }
    }

    package func readBlocks(
        _ path: String,
        _ take: ([UInt8]) -> Bool
    ) throws(FileSourceError) {
        let file: (descriptor: Int32, status: stat)
        do { file = try FileContent.opened(path) } catch { throw FileSourceError(path, error) }
        defer { close(file.descriptor) }
        guard file.status.st_mode & S_IFMT == S_IFREG else {
            throw FileSourceError(path: path, reason: "it is not a regular file")
        }
        do {
            try FileContent.forEachBlock(of: file.descriptor, take)
        } catch {
            throw FileSourceError(path, error)
        }
    }

    package func resolved(_ path: String) throws(FileSourceError) -> String {
        // The system allocates the text, and it is freed here.
        guard let real = realpath(path.isEmpty ? "." : path, nil) else {
            throw FileSourceError(path, .last)
        }
        defer { free(real) }
        return String(cString: real)
    }
}

extension FileSourceError {
    fileprivate init(_ path: String, _ error: SystemError) {
        self.init(path: path, reason: error.description)
    }
}
