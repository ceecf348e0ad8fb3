import Base
import CLinux
import Contract

/// A response to check, and its request, as copies of their bytes.
struct CheckedResponse: Sendable {
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
    /// From the request to the end of the response, in nanoseconds.
    let serviceTime: Int64
    /// When it came.
    let moment: Timestamp

    var byteCount: Int { request.count + head.count + body.count }

    /// The largest body that is checked, before decoding.
    static let largestBody = 1 << 20
}

extension CheckedResponse {
    /// The complete response on a lane, which ended at `done`.
    init(_ lane: UnsafePointer<Lane>, at done: Int64) {
        self.init(
            send: lane.pointee.send,
            arrival: lane.pointee.arrival,
            request: lane.pointee.checkedRequest,
            head: lane.pointee.reader.head,
            body: lane.pointee.reader.body,
            isWhole: lane.pointee.reader.body.count <= Self.largestBody,
            serviceTime: done - lane.pointee.sent,
            moment: Timestamp(nanosecondsSince1970: clinux_realtime())
        )
    }
}
