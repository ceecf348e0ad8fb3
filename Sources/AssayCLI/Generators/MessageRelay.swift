import Load
import Synchronization

/// Keeps what workers have sent until it is told to the coordinator, which looks for it behind the service.
final class MessageRelay: SentMessageTaker {
    private let waiting = Mutex<[SentMessage]>([])

    func take(_ messages: [SentMessage]) { waiting.withLock { $0 += messages } }

    /// What came since the last time.
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

    /// Messages one behind the other.
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

    /// The messages of such bytes; what is left over is none.
    static func all(in bytes: [UInt8]) -> [SentMessage] {
        stride(from: 0, through: bytes.count - length, by: length).map { start in
            func number(_ position: Int) -> Int64 {
                (0..<8).reduce(0) { $0 | Int64(bytes[start + 8 * position + $1]) << (8 * $1) }
            }
            return SentMessage(
                arrival: UInt64(bitPattern: number(0)),
                due: number(1),
                sent: number(2),
                settled: number(3),
                isAccepted: bytes[start + 32] == 1
            )
        }
    }
}
