/// An undeclared response, without secrets: an example to read beside the counts.
package struct RunFailedResponse: Hashable, Sendable {
    /// The name of the send, or of the step.
    package internal(set) var send: String
    /// Name of its outcome: `404`, `E403002`.
    package internal(set) var outcome: String
    /// The number of the arrival.
    package internal(set) var arrival: UInt64
    package internal(set) var status: Int
    /// The status line and the fields; empty when they were not stored.
    package internal(set) var head: [String]
    /// The beginning of the body.
    package internal(set) var body: String

    package init(
        send: String,
        outcome: String,
        arrival: UInt64,
        status: Int,
        head: [String],
        body: String
    ) {
        self.send = send
        self.outcome = outcome
        self.arrival = arrival
        self.status = status
        self.head = head
        self.body = body
    }

    /// Kinds that a result stores; more would not be read.
    package static let largestCount = 20

    /// The earliest response of each send and outcome, in the order of arrivals.
    static func firsts(_ responses: [RunFailedResponse]) -> [RunFailedResponse] {
        struct Kind: Hashable {
            let send: String
            let outcome: String
        }
        var seen: Set<Kind> = []
        let sorted = responses.sorted { ($0.arrival, $0.send) < ($1.arrival, $1.send) }
        let firsts = sorted.filter {
            seen.insert(Kind(send: $0.send, outcome: $0.outcome)).inserted
        }
        return Array(firsts.prefix(largestCount))
    }

    static let table = FieldTable(
        RunFailedResponse(send: "", outcome: "", arrival: 0, status: 0, head: [], body: ""),
        [
            Field("send", \.send, .text),
            Field("outcome", \.outcome, .text),
            Field("arrival", \.arrival, .count),
            Field("status", \.status, .integer(0...999)),
            Field("head", \.head, .list(.text)),
            Field("body", \.body, .text),
        ]
    )
}
