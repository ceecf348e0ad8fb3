package import JSON

/// A service's counts of deliveries to push services.
package struct DeliveryAccount: Hashable, Sendable {
    /// Number of notifications to send, including those of dropped pushes.
    package var due = 0
    /// Number of requests sent, including retries.
    package var sent = 0
    /// Number of responses with status 200.
    package var accepted = 0
    /// Number of failed notifications, by the reason of the push service or of the transport.
    package var failed: [String: Int] = [:]
    /// Number of retries after a refusal or a broken connection.
    package var retried = 0
    package var connections = 0
    package var tokens = 0
    /// Number of notifications in progress.
    package var waiting = 0
    /// Number of notifications affected by a defect; pushes for `forgets`, pauses for `stalls`.
    package var defective: [DeliveryDefect: Int] = [:]

    package init() {}

    mutating func hit(_ defect: DeliveryDefect) { defective[defect, default: 0] += 1 }

    /// As the control address shows it.
    var json: JSONValue {
        [
            "due": .integer(due), "sent": .integer(sent), "accepted": .integer(accepted),
            "failed": .object(JSONObject(counts: failed)), "retried": .integer(retried),
            "connections": .integer(connections), "tokens": .integer(tokens),
            "waiting": .integer(waiting),
            "defects": .object(
                JSONObject(
                    counts: Dictionary(
                        uniqueKeysWithValues: defective.map { ($0.key.rawValue, $0.value) }
                    )
                )
            ),
        ]
    }
}

extension JSONObject {
    /// Counts by name, sorted.
    package init(counts: [String: some BinaryInteger]) {
        self.init(
            counts.sorted { $0.key < $1.key }.map {
                .init(name: $0.key, value: .integer(Int($0.value)))
            }
        )
    }
}
