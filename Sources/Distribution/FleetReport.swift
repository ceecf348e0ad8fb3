import JSON
import Measure

/// A generator's state in a report, in addition to its recording.
///
/// Any process in the network may have sent it, so each number has bounds that keep derived values in range: a
/// number outside, or a missing one, makes the whole message invalid.
struct FleetReport {
    /// Number of the report, from one.
    let number: UInt64
    /// Length of the result within the body, in bytes.
    let length: Int
    /// Time that it covers, and the moment before which everything has ended, in nanoseconds since the first stage
    /// began.
    let elapsed: Int64
    let settledBefore: Int64
    /// Arrivals that ended, the warm-up included.
    let ended: UInt64
    let inFlight: Int
    let paused: Int
    let connections: Int
    let outstanding: [AbortWatch.Outstanding]

    /// `nil` for an invalid report.
    ///
    /// - Parameters:
    ///   - packet: A message of type `FleetMessage.stats`.
    ///   - sendCount: Number of sends of the run.
    init?(_ packet: Packet, sendCount: Int) {
        guard let number = packet.integer("number", in: 1...Fleet.everything),
            let length = packet.integer("length", in: 1...Int64(max(packet.body.count, 1))),
            length <= packet.body.count,
            let elapsed = packet.integer("elapsed", in: FleetBounds.moment),
            let settledBefore = packet.integer("settledBefore", in: FleetBounds.moment),
            let ended = packet.integer("ended", in: FleetBounds.count),
            let inFlight = packet.integer("inFlight", in: FleetBounds.people),
            let paused = packet.integer("paused", in: FleetBounds.people),
            let connections = packet.integer("connections", in: FleetBounds.people),
            let outstanding = Self.outstanding(packet.head["outstanding"], sendCount: sendCount)
        else { return nil }
        (self.number, self.length) = (UInt64(number), Int(length))
        (self.elapsed, self.settledBefore) = (elapsed, settledBefore)
        (self.ended, self.inFlight, self.paused) = (UInt64(ended), Int(inFlight), Int(paused))
        (self.connections, self.outstanding) = (Int(connections), outstanding)
    }

    private static func outstanding(
        _ value: JSONValue?,
        sendCount: Int
    ) -> [AbortWatch.Outstanding]? {
        guard let rows = value?.arrayValue, rows.count <= FleetBounds.mostRows else { return nil }
        let bounds = [
            FleetBounds.moment, 0...Int64(max(sendCount - 1, 0)), FleetBounds.count,
            0...Fleet.everything,
        ]
        var list: [AbortWatch.Outstanding] = []
        for row in rows {
            let numbers = (row.arrayValue ?? []).compactMap { $0.intValue.map { Int64($0) } }
            // The age is there only where it does not grow any more.
            guard (3...4).contains(numbers.count),
                zip(bounds, numbers).allSatisfy({ $0.contains($1) })
            else { return nil }
            guard numbers[2] > 0 else { continue }
            list.append(
                .init(
                    due: numbers[0],
                    send: Int(numbers[1]),
                    count: UInt64(numbers[2]),
                    age: numbers.dropFirst(3).first
                )
            )
        }
        return list
    }
}

/// Offset of a generator's clock from the coordinator's, and its error bound.
struct FleetClock {
    let offset: Int64
    let bound: Int64
    let drift: Int64
    let roundTrip: Int64

    /// `nil` for an invalid message.
    init?(_ packet: Packet) {
        guard let offset = packet.integer("clockOffset", in: FleetBounds.clock),
            let bound = packet.integer("clockBound", in: FleetBounds.way),
            let drift = packet.integer("clockDrift", in: FleetBounds.clock),
            let roundTrip = packet.integer("roundTrip", in: FleetBounds.way)
        else { return nil }
        (self.offset, self.bound, self.drift, self.roundTrip) = (offset, bound, drift, roundTrip)
    }
}

/// Bounds of numbers in messages.
enum FleetBounds {
    /// Nanoseconds since the first stage began: 104 days before or after.
    static let moment = -Fleet.everything...Fleet.everything
    /// A number of arrivals, small enough for the sum over a thousand generators.
    static let count: ClosedRange<Int64> = 0...1_000_000_000_000_000
    /// Number of concurrent users or connections.
    static let people: ClosedRange<Int64> = 0...1_000_000_000
    /// Largest difference between two clocks, in nanoseconds.
    static let clock: ClosedRange<Int64> = -(1 << 62 - 1)...(1 << 62 - 1)
    /// Travel time of a message, in nanoseconds.
    static let way: ClosedRange<Int64> = 0...(1 << 62)
    /// Of a list.
    static let mostRows = 100_000
}

/// When a generator begins, and how long it may run without a new lease.
package struct FleetStart: Hashable, Sendable {
    /// Nanoseconds since 1970, by the coordinator's clock.
    package let at: Int64
    /// Nanoseconds since the first stage began.
    package let lease: Int64

    /// `nil` for an invalid message.
    package init?(_ packet: Packet) {
        guard let at = packet.integer("at", in: 0...(1 << 62)),
            let lease = packet.integer("lease", in: FleetBounds.moment)
        else { return nil }
        (self.at, self.lease) = (at, lease)
    }
}

/// The last report of a complete series, and the end of the lease.
package struct FleetAcknowledgement: Hashable, Sendable {
    package let number: UInt64
    /// Nanoseconds since the first stage began.
    package let lease: Int64

    /// `nil` for an invalid message.
    package init?(_ packet: Packet) {
        guard let number = packet.integer("number", in: 0...Fleet.everything),
            let lease = packet.integer("lease", in: FleetBounds.moment)
        else { return nil }
        (self.number, self.lease) = (UInt64(number), lease)
    }
}
