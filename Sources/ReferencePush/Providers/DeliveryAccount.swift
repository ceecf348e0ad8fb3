import JSON

/// What a service has counted of its deliveries to push services.
package struct DeliveryAccount: Hashable, Sendable {
    /// How many notifications it was to send, those of forgotten pushes included.
    package var due = 0
    /// How many requests left, again and again included.
    package var sent = 0
    /// How many were answered with 200.
    package var accepted = 0
    /// How many notifications were given up, by the reason of the push service or of the transport.
    package var failed: [String: Int] = [:]
    /// How many requests were sent again because of a refusal or a broken connection.
    package var retried = 0
    package var connections = 0
    package var tokens = 0
    /// How many notifications have not ended yet.
    package var waiting = 0
    /// How many notifications a defect has hit; pushes for `forgets`, pauses for `stalls`.
    package var defective: [DeliveryDefect: Int] = [:]

    package init() {}

    mutating func hit(_ defect: DeliveryDefect) { defective[defect, default: 0] += 1 }

    /// As the control address shows it.
    var json: JSONValue {
        [
            "due": .integer(due), "sent": .integer(sent), "accepted": .integer(accepted),
            "failed": Self.json(failed), "retried": .integer(retried),
            "connections": .integer(connections), "tokens": .integer(tokens),
            "waiting": .integer(waiting),
            "defects": Self.json(
                Dictionary(uniqueKeysWithValues: defective.map { ($0.key.rawValue, $0.value) })
            ),
        ]
    }

    private static func json(_ counts: [String: Int]) -> JSONValue {
        .object(
            JSONObject(
                counts.sorted { $0.key < $1.key }.map {
                    .init(name: $0.key, value: .integer($0.value))
                }
            )
        )
    }
}
