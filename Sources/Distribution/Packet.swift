package import JSON

/// Content of our messages: a head with the kind and the properties, and a body that may be long.
///
/// A single byte string, which Locust passes on without parsing: four bytes with the length of the head, most
/// significant first, the head as JSON, then the body.
package struct Packet: Hashable, Sendable {
    package let head: JSONValue
    package let body: [UInt8]

    package init(_ head: JSONValue, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    package var bytes: [UInt8] {
        let head = Array(head.text.utf8)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: head.count >> (24 - 8 * $0)) }
        return length + head + body
    }

    /// `nil` for invalid bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - 4,
            let head = try? JSONValue(parsing: Array(bytes[4..<4 + length]))
        else { return nil }
        self.init(head, body: Array(bytes[(4 + length)...]))
    }

    /// An integer of the head; `nil` when it is missing, not an integer, or out of range.
    package func integer(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let number = head[name]?.intValue.map({ Int64($0) }), range.contains(number) else {
            return nil
        }
        return number
    }

    /// A text of the head; empty when it is not there.
    package func text(_ name: String) -> String { head[name]?.stringValue ?? "" }
}

/// The kinds of messages between a coordinator and its generators, as they are registered with Locust.
package enum FleetMessage {
    /// To a generator: the plan, with the files it needs.
    package static let plan = "assay.plan"
    /// To the coordinator: everything is prepared and connections are open.
    package static let ready = "assay.ready"
    /// To the coordinator: why a generator cannot go on.
    package static let failed = "assay.failed"
    /// To a generator: when the first request may be sent.
    package static let start = "assay.start"
    /// To the coordinator, within Locust's own statistics: the report of the last second.
    package static let stats = "assay.stats"
    /// To a generator: the last report received, and the end of its lease.
    package static let acknowledgement = "assay.ack"
    /// To a generator: end early.
    package static let stop = "assay.stop"
    /// To the coordinator: the final result.
    package static let result = "assay.result"
    /// To a generator: the run is over.
    package static let end = "assay.end"
    /// A probe of the clocks, which Locust's side answers directly.
    package static let clock = "assay.clock"
}
