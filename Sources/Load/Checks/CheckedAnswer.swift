import Base
import Contract

/// An answer that is judged, and the request it answers, as bytes of their own.
struct CheckedAnswer: Sendable {
    /// The index of the send.
    let send: Int
    /// The number of the arrival.
    let arrival: UInt64
    let request: [UInt8]
    /// From the status line to the empty line.
    let head: [UInt8]
    /// Without chunks.
    let body: [UInt8]
    /// Whether all of the body is there.
    let isWhole: Bool
    /// From the request to the end of the answer, in nanoseconds.
    let serviceTime: Int64
    /// When it came.
    let moment: Timestamp

    var byteCount: Int { request.count + head.count + body.count }
}
