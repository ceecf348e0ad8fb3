/// Deliveries accepted, attempted and completed over time.
///
/// Slices begin with the first stage and become wider as the run gets longer, so that there are at most
/// `mostSlices`.
package struct DeliveryCourse: Hashable, Sendable {
    package struct Slice: Hashable, Sendable {
        /// Deliveries that became expected: of messages accepted in this slice.
        package var accepted: UInt64 = 0
        /// Requests to the sink.
        package var attempted: UInt64 = 0
        /// First deliveries among them.
        package var delivered: UInt64 = 0

        package init(accepted: UInt64 = 0, attempted: UInt64 = 0, delivered: UInt64 = 0) {
            self.accepted = accepted
            self.attempted = attempted
            self.delivered = delivered
        }

        /// Adds the counts of another slice.
        package mutating func merge(_ other: Slice) {
            accepted += other.accepted
            attempted += other.attempted
            delivered += other.delivered
        }
    }

    /// In nanoseconds: 100 ms times a power of two.
    package internal(set) var width: Int64 = Self.narrowest
    package internal(set) var slices: [Slice] = []

    static let narrowest: Int64 = 100_000_000
    static let mostSlices = 1_200

    /// Whether slices can be so wide, so that those of two shards fit into each other.
    static func isWidth(_ width: Int64) -> Bool {
        let (factor, rest) = width.quotientAndRemainder(dividingBy: narrowest)
        return rest == 0 && factor > 0 && factor & (factor - 1) == 0
    }

    package init() {}

    /// Adds to the slice of a moment.
    ///
    /// - Parameters:
    ///   - moment: Nanoseconds since the first stage began; earlier moments belong to the first slice.
    ///   - change: Updates the counts.
    package mutating func add(at moment: Int64, _ change: (inout Slice) -> Void) {
        let moment = max(moment, 0)
        while moment / width >= Int64(Self.mostSlices) { widen() }
        let index = Int(moment / width)
        while slices.count <= index { slices.append(Slice()) }
        change(&slices[index])
    }

    /// Adds the counts of another shard of the same run.
    package mutating func merge(_ other: DeliveryCourse) {
        var other = other
        while other.width < width { other.widen() }
        while width < other.width { widen() }
        while slices.count < other.slices.count { slices.append(Slice()) }
        for index in other.slices.indices { slices[index].merge(other.slices[index]) }
    }

    private mutating func widen() {
        width *= 2
        var wider: [Slice] = []
        for start in stride(from: 0, to: slices.count, by: 2) {
            var slice = slices[start]
            if start + 1 < slices.count { slice.merge(slices[start + 1]) }
            wider.append(slice)
        }
        slices = wider
    }
}

extension DeliveryCourse {
    /// Deliveries outstanding at the end of each slice; negative when they came before the message was accepted.
    package var backlog: [Int64] {
        var open: Int64 = 0
        return slices.map { slice in
            open += Int64(slice.accepted) - Int64(slice.delivered)
            return open
        }
    }

    /// The largest number of deliveries outstanding at the end of a slice, and that slice's end, in nanoseconds
    /// since the first stage began; `nil` for none.
    package var largestBacklog: (count: Int64, moment: Int64)? {
        let backlog = backlog
        guard let count = backlog.max(), count > 0, let index = backlog.firstIndex(of: count) else {
            return nil
        }
        return (count, Int64(index + 1) * width)
    }

    /// The largest number of deliveries within a second, and its beginning, in nanoseconds since the first stage
    /// began; `nil` for wider slices or without deliveries.
    package var bestSecond: (count: UInt64, start: Int64)? {
        let second: Int64 = 1_000_000_000
        guard width <= second, second % width == 0 else { return nil }
        let length = Int(second / width)
        var best: (count: UInt64, start: Int64)?
        var sum: UInt64 = 0
        for index in slices.indices {
            sum += slices[index].delivered
            if index >= length { sum -= slices[index - length].delivered }
            guard sum > best?.count ?? 0 else { continue }
            best = (sum, Int64(max(index - length + 1, 0)) * width)
        }
        return best
    }
}
