import Glibc
package import Platform
import Synchronization

/// Where a sink tells what comes to it: a Unix socket in a folder of this process alone.
package final class DeliveryReader: Sendable {
    /// What is heard, on the thread that reads.
    package enum Event: Sendable {
        case records([DeliveryRecord])
        /// Nothing for a moment.
        case silence
        /// The sink is gone, or has told something that is no record.
        case ended
    }

    private let folder: PrivateFolder
    private let listener: Int32
    private let isOver = Mutex(false)

    /// How long it is silent at least before that is said, in milliseconds.
    private static let patience: Int32 = 10
    private static let blockSize = DeliveryRecord.byteCount * 8_192

    /// Listens; nobody is heard before `start`.
    ///
    /// - Parameter parent: The folder for files of a moment.
    /// - Throws: What the system said.
    package init(in parent: String) throws(SystemError) {
        folder = try PrivateFolder("assay-delivery-", in: parent)
        do {
            listener = try UnixSocket.listen(at: "\(folder.path)/sink")
        } catch {
            folder.remove()
            throw error
        }
    }

    deinit { close(listener) }

    /// What a sink connects to.
    package var path: String { "\(folder.path)/sink" }

    /// Takes the connection of a sink that has one already, and hears it on a thread of its own.
    ///
    /// - Parameter take: Called on that thread until `stop`.
    /// - Returns: Whether there was a connection.
    package func start(_ take: @escaping @Sendable (Event) -> Void) -> Bool {
        var wait = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 1_000) == 1 else { return false }
        let descriptor = OwnDescriptor.accept(from: listener)
        guard descriptor >= 0 else { return false }
        OwnThread.start { [self] in
            read(descriptor, take)
            close(descriptor)
        }
        return true
    }

    /// Hears no more; the thread may still be at what it heard last.
    package func stop() {
        isOver.withLock { $0 = true }
        folder.remove()
    }

    private func read(_ descriptor: Int32, _ take: (Event) -> Void) {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        var used = 0
        while !isOver.withLock({ $0 }) {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, Self.patience) > 0 else {
                take(.silence)
                continue
            }
            let count = block.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[used...])
                return recv(descriptor, rest.baseAddress, rest.count, 0)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0, let records = Self.records(&block, used + count) else {
                return take(.ended)
            }
            used = (used + count) % DeliveryRecord.byteCount
            take(.records(records))
        }
    }

    /// The whole records at the beginning of a block, where what is left of it comes to lie.
    ///
    /// - Returns: `nil` when something is no record.
    private static func records(_ block: inout [UInt8], _ used: Int) -> [DeliveryRecord]? {
        let whole = used - used % DeliveryRecord.byteCount
        var records: [DeliveryRecord] = []
        records.reserveCapacity(whole / DeliveryRecord.byteCount)
        let areRecords = block.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: whole, by: DeliveryRecord.byteCount) {
                let part = bytes[start..<start + DeliveryRecord.byteCount]
                guard let record = DeliveryRecord(UnsafeRawBufferPointer(rebasing: part)) else {
                    return false
                }
                records.append(record)
            }
            return true
        }
        guard areRecords else { return nil }
        for index in whole..<used { block[index - whole] = block[index] }
        return records
    }
}
