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

    /// Whether a response in a cell is the first of its kind.
    func wants(_ cell: Int) -> Bool {
        byCell.count < Self.largestCount && byCell[cell] == nil
    }

    mutating func note(_ response: FailedResponse, in cell: Int) { byCell[cell] = response }
}

extension WorkerCore {
    /// Keeps a response that is not declared when it is the first of its kind that counts.
    mutating func noteFailure(on lane: Int32, cell: Int) {
        let place = Int(lane)
        guard lanes[place].due >= 0, failedResponses.wants(cell) else { return }
        let key = recording.cells[cell].key
        let response = FailedResponse(
            send: key.send,
            outcome: key.outcome,
            arrival: lanes[place].arrival,
            status: lanes[place].reader.status,
            head: lanes[place].reader.head,
            body: Array(lanes[place].reader.content.prefix(ResponseReader.Capture.sampleLimit))
        )
        failedResponses.note(response, in: cell)
    }
}
