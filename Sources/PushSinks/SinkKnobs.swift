import Base
package import HTTPServer
package import JSON

/// Delays and refusals of a sink; can be changed while it runs.
package struct SinkKnobs: Hashable, Sendable {
    /// Delay of each response.
    package var latency = Duration.zero
    /// The share of recipients whose token is no longer registered, from 0 to 1; determined by the seed and the
    /// token.
    package var unregistered = 0.0
    /// The share of requests with status 429, from 0 to 1.
    package var tooMany = 0.0
    /// The share of requests with status 503, from 0 to 1.
    package var unavailable = 0.0
    /// Pauses without responses, counted from the start of the sink; `nil` for none.
    package var stalls: StallCycle?
    /// Concurrent requests of a connection, over HTTP/2.
    package var streams = 1_000
    /// Number of requests after which an HTTP/2 connection ends with GOAWAY; zero for never.
    package var goAwayEvery = 0
    /// Number of simulated devices that listen to each APNs channel, up to `mostSubscribers`; delivery reports name
    /// them `subscriber-0` and so on.
    package var subscribers = 0
    /// Seed of all shares.
    package var seed: UInt64 = 0

    /// Largest number of subscribers: as many as one thread reports in a second.
    package static let mostSubscribers = 1_000_000

    /// Accepts everything, without a delay.
    package init() {}
}

extension SinkKnobs {
    /// Every knob, in the order in which the control address shows them.
    package static let all: [SinkKnob] = [
        SinkKnob(
            name: "latency",
            value: .duration(\.latency),
            option: "latency",
            help: "Delay each response of a sink by this time; --stall delays all of them at once."
        ),
        SinkKnob(
            name: "unregistered",
            value: .share(\.unregistered),
            option: "unregistered",
            help: "Report this share of recipients as no longer registered; the seed and the "
                + "recipient determine which."
        ),
        SinkKnob(
            name: "tooMany",
            value: .share(\.tooMany),
            option: "too-many",
            help: "Respond to this share of messages with status 429."
        ),
        SinkKnob(
            name: "unavailable",
            value: .share(\.unavailable),
            option: "unavailable",
            help: "Respond to this share of messages with status 503."
        ),
        SinkKnob(name: "stall", value: .stalls(\.stalls)),
        SinkKnob(
            name: "streams",
            value: .count(\.streams, 1...100_000),
            option: "streams",
            help: "Allow this number of concurrent HTTP/2 streams on a connection; apns allows one "
                + "until the connection has presented a valid token."
        ),
        SinkKnob(
            name: "goAwayEvery",
            value: .count(\.goAwayEvery, 0...1_000_000_000),
            option: "goaway-every",
            help: "Close each connection with GOAWAY after N requests; 0 means never."
        ),
        SinkKnob(
            name: "subscribers",
            value: .count(\.subscribers, 0...mostSubscribers),
            option: "subscribers",
            service: "apns",
            help: "Simulate this number of subscribed devices for each channel."
        ),
        SinkKnob(name: "seed", value: .count(\.seedNumber, 0...Int.max)),
    ]

    /// The seed as a JSON number.
    fileprivate var seedNumber: Int {
        get { Int(truncatingIfNeeded: seed) }
        set { seed = UInt64(newValue) }
    }

    /// As the control address shows them: `{"latency":"5ms","unregistered":0.01,…}`.
    package var json: JSONValue {
        .object(
            JSONObject(Self.all.map { .init(name: $0.name, value: $0.value.json(in: self)) })
        )
    }

    /// The knobs with some changes.
    ///
    /// - Parameter changes: Changed knobs, in the form of `json`.
    /// - Returns: All knobs.
    /// - Throws: `Fault` for an unknown name or an invalid value; nothing is changed then.
    package func changed(by changes: JSONObject) throws(Fault) -> SinkKnobs {
        var knobs = self
        for member in changes.members {
            guard let knob = Self.all.first(where: { $0.name == member.name }) else {
                let names = Self.all.map(\.name).joined(separator: ", ")
                throw Fault(knob: member.name, expected: "one of \(names)")
            }
            guard knob.value.set(member.value, in: &knobs) else {
                throw Fault(knob: knob.name, expected: knob.value.expected)
            }
        }
        return knobs
    }

    /// An unknown knob, or an invalid value.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let knob: String
        package let expected: String

        package var description: String { "\(knob): expected \(expected)" }
    }
}
