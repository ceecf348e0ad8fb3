import Glibc
package import Platform
import Synchronization

/// Receives the reports of a sink, on a Unix socket in a private folder.
package final class DeliveryReader: Sendable {
    /// An event on the reading thread.
    package enum Event: Sendable {
        case records([DeliveryRecord])
        /// No record came for a moment.
        case silence
        /// The sink closed the connection, or sent an invalid record.
        case ended
    }

    private let folder: PrivateFolder
    private let listener: Int32
    private let isOver = Mutex(false)

    /// Silence after which that is reported, in milliseconds.
    private static let patience: Int32 = 10
    private static let blockSize = DeliveryRecord.byteCount * 8_192

    /// Listens on the socket; `start` accepts the connection.
    ///
    /// - Parameter parent: The folder for temporary files.
    /// - Throws: The system's error.
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

    /// Path of the socket for the sink.
    package var path: String { "\(folder.path)/sink" }

    /// Accepts the connection of a sink that has already connected, and reads it on a separate thread.
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

    /// Stops reading; the thread may still be handling its last event.
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

    /// Decodes the complete records at the beginning of a block, and moves the rest to its beginning.
    ///
    /// - Returns: `nil` for an invalid record.
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
