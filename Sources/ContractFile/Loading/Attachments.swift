import Synchronization

/// Collects the contents of the files that requests send, while a contract is read.
final class Attachments: Sendable {
    private let contents = Mutex<[String: [UInt8]]>([:])

    func add(_ path: String, _ bytes: [UInt8]) {
        contents.withLock { $0[path] = bytes }
    }

    /// By the path as the contract writes it.
    var all: [String: [UInt8]] { contents.withLock(\.self) }
}
