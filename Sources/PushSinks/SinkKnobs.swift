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
    package var streams: UInt32 = 1_000
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
    /// As the control address shows them: `{"latency":"5ms","unregistered":0.01,…}`.
    package var json: JSONValue {
        [
            "latency": .string(TimeSpan.text(of: latency)),
            "unregistered": .number(.real(unregistered)),
            "tooMany": .number(.real(tooMany)),
            "unavailable": .number(.real(unavailable)),
            "stall": stalls.map { .string(Self.text(of: $0)) } ?? .null,
            "streams": .number(.integer(Int64(streams))),
            "goAwayEvery": .number(.integer(Int64(goAwayEvery))),
            "subscribers": .number(.integer(Int64(subscribers))),
            "seed": .number(.integer(Int64(truncatingIfNeeded: seed))),
        ]
    }

    /// The knobs with some changes.
    ///
    /// - Parameter changes: Changed knobs, in the form of `json`.
    /// - Returns: All knobs.
    /// - Throws: `Fault` for an unknown name or an invalid value; nothing is changed then.
    package func changed(by changes: JSONObject) throws(Fault) -> SinkKnobs {
        var knobs = self
        for member in changes.members { try knobs.set(member.name, member.value) }
        return knobs
    }

    private mutating func set(_ name: String, _ value: JSONValue) throws(Fault) {
        switch name {
        case "latency": latency = try Self.duration(name, value)
        case "unregistered": unregistered = try Self.share(name, value)
        case "tooMany": tooMany = try Self.share(name, value)
        case "unavailable": unavailable = try Self.share(name, value)
        case "stall": stalls = value == .null ? nil : try Self.stall(name, value)
        case "streams": streams = UInt32(try Self.count(name, value, in: 1...100_000))
        case "goAwayEvery": goAwayEvery = try Self.count(name, value, in: 0...1_000_000_000)
        case "subscribers": subscribers = try Self.count(name, value, in: 0...Self.mostSubscribers)
        case "seed": seed = UInt64(try Self.count(name, value, in: 0...Int.max))
        default:
            throw Fault(
                knob: name,
                expected: "one of latency, unregistered, tooMany, unavailable, stall, streams, "
                    + "goAwayEvery, subscribers, seed"
            )
        }
    }

    private static func count(
        _ name: String,
        _ value: JSONValue,
        in range: ClosedRange<Int>
    ) throws(Fault) -> Int {
        guard let number = value.intValue, range.contains(number) else {
            let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw Fault(knob: name, expected: "a number from \(range.lowerBound)\(most)")
        }
        return number
    }

    private static func duration(_ name: String, _ value: JSONValue) throws(Fault) -> Duration {
        guard let duration = value.stringValue.flatMap(TimeSpan.duration) else {
            throw Fault(knob: name, expected: "a duration such as \"5ms\"")
        }
        return duration
    }

    private static func share(_ name: String, _ value: JSONValue) throws(Fault) -> Double {
        guard case .number(let number) = value, (0...1).contains(number.doubleValue) else {
            throw Fault(knob: name, expected: "a share from 0 to 1")
        }
        return number.doubleValue
    }

    /// `every=10s,for=500ms`.
    private static func stall(_ name: String, _ value: JSONValue) throws(Fault) -> StallCycle {
        let parts = (value.stringValue ?? "").split(separator: ",")
        guard parts.count == 2, parts[0].hasPrefix("every="), parts[1].hasPrefix("for="),
            let period = TimeSpan.nanoseconds(String(parts[0].dropFirst(6))),
            let pause = TimeSpan.nanoseconds(String(parts[1].dropFirst(4))),
            pause > 0, pause < period
        else { throw Fault(knob: name, expected: "null, or \"every=10s,for=500ms\"") }
        return StallCycle(every: period, for: pause)
    }

    private static func text(of stalls: StallCycle) -> String {
        let times = [stalls.period, stalls.pause].map { TimeSpan.text(of: .nanoseconds($0)) }
        return "every=\(times[0]),for=\(times[1])"
    }

    /// An unknown knob, or an invalid value.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let knob: String
        package let expected: String

        package var description: String { "\(knob): expected \(expected)" }
    }
}
