import Distribution
import Load
import Synchronization

/// Keeps messages that workers have sent until they are reported to the coordinator, which looks for their
/// deliveries.
final class MessageRelay: SentMessageTaker {
    private let waiting = Mutex<[SentMessage]>([])

    func take(_ messages: [SentMessage]) { waiting.withLock { $0 += messages } }

    /// Messages since the last call.
    func taken() -> [SentMessage] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

extension SentMessage {
    /// Four numbers of eight bytes, least significant first, and whether it was accepted.
    private static let length = 33

    /// Encodes messages one after the other.
    static func bytes(of messages: [SentMessage]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(messages.count * length)
        for message in messages {
            let numbers = [
                Int64(bitPattern: message.arrival), message.due, message.sent, message.settled,
            ]
            for number in numbers {
                for shift in 0..<8 {
                    bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
                }
            }
            bytes.append(message.isAccepted ? 1 : 0)
        }
        return bytes
    }

    /// Decodes messages.
    ///
    /// - Parameters:
    ///   - bytes: Untrusted: any machine in the network may have written them.
    ///   - arrivalCount: How many arrivals the run has at most.
    /// - Returns: `nil` for invalid bytes, and for numbers and times that no run has.
    static func all(
        in bytes: ArraySlice<UInt8>,
        below arrivalCount: UInt64 = DeliveryJoin.most
    ) -> [SentMessage]? {
        guard bytes.count.isMultiple(of: length) else { return nil }
        var messages: [SentMessage] = []
        messages.reserveCapacity(bytes.count / length)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: length) {
            func number(_ position: Int) -> Int64 {
                (0..<8).reduce(0) { $0 | Int64(bytes[start + 8 * position + $1]) << (8 * $1) }
            }
            let message = SentMessage(
                arrival: UInt64(bitPattern: number(0)),
                due: number(1),
                sent: number(2),
                settled: number(3),
                isAccepted: bytes[start + 32] == 1
            )
            let moments = [message.due, message.sent, message.settled]
            guard message.arrival < arrivalCount,
                moments.allSatisfy({ $0.magnitude <= UInt64(Fleet.everything) })
            else { return nil }
            messages.append(message)
        }
        return messages
    }
}
