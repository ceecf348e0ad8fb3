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

extension WorkerCore {
    /// Submits a complete response for a check.
    func check(_ index: Int32, at done: Int64) {
        let lane = lanes[Int(index)]
        checks?.submit(
            CheckedResponse(
                send: lane.send,
                arrival: lane.arrival,
                request: lane.checkedRequest,
                head: lane.reader.head,
                body: lane.reader.body,
                isWhole: lane.reader.body.count <= CheckedResponse.largestBody,
                serviceTime: done - lane.sent,
                moment: Timestamp(nanosecondsSince1970: clinux_realtime())
            )
        )
    }
}
