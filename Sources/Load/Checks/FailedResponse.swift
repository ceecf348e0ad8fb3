import Measure

/// A response that its send does not declare, the first of its kind on a worker.
package struct FailedResponse: Hashable, Sendable {
    /// The index of the send in the recording.
    package let send: Int
    /// Name of its outcome: `404`, `E403002`.
    package let outcome: String
    /// The number of the arrival.
    package let arrival: UInt64
    package let status: Int
    /// From the status line to the empty line; empty for a status that may be expected.
    package let head: [UInt8]
    /// The beginning of the body, without chunks.
    package let body: [UInt8]
}

/// The first response of each undeclared kind: an example to read beside the counts.
struct FailedResponses: Sendable {
    private var byCell: [Int: FailedResponse] = [:]

    /// Limit on the kinds kept, so that a server that makes up codes cannot fill the memory.
    private static let largestCount = 64

    /// In no order.
    var all: [FailedResponse] { Array(byCell.values) }

    /// Keeps the response on a lane when it is the first of its kind that counts.
    ///
    /// - Parameters:
    ///   - lane: Its response is not declared.
    ///   - cell: Index of its cell.
    ///   - key: Send and outcome of that cell.
    mutating func note(_ lane: UnsafePointer<Lane>, _ cell: Int, _ key: OutcomeCell.Key) {
        guard lane.pointee.due >= 0, byCell.count < Self.largestCount, byCell[cell] == nil
        else { return }
        byCell[cell] = FailedResponse(
            send: key.send,
            outcome: key.outcome,
            arrival: lane.pointee.arrival,
            status: lane.pointee.reader.status,
            head: lane.pointee.reader.head,
            body: Array(lane.pointee.reader.content.prefix(ResponseReader.Capture.sampleLimit))
        )
    }
}
