/// One generator's part of the arrivals of a run: every `count`-th.
package struct Shard: Hashable, Sendable {
    /// From 1 to `count`.
    package let number: UInt64
    package let count: UInt64

    /// Everything.
    package static let whole = Shard(1, of: 1)

    package init(_ number: UInt64, of count: UInt64) {
        precondition(count > 0 && (1...count).contains(number), "shard \(number) of \(count)")
        self.number = number
        self.count = count
    }

    /// The remainder of the numbers of its arrivals, from zero.
    package var index: UInt64 { number - 1 }

    /// Whether an arrival belongs to this shard.
    package func contains(_ arrival: UInt64) -> Bool { arrival % count == index }

    /// Number of its arrivals below `end`.
    package func count(below end: UInt64) -> UInt64 {
        end > index ? (end - index - 1) / count + 1 : 0
    }

    /// One more than the number of the last of its first arrivals.
    ///
    /// - Parameter first: Number of arrivals of this shard.
    /// - Returns: Zero for none.
    package func end(ofFirst first: UInt64) -> UInt64 {
        first == 0 ? 0 : index + (first - 1) * count + 1
    }

    /// One of the equal parts into which this shard is split.
    ///
    /// - Parameters:
    ///   - position: From zero.
    ///   - parts: Number of parts.
    /// - Returns: A shard of the whole run.
    package func part(_ position: Int, of parts: Int) -> Shard {
        Shard(number + count * UInt64(position), of: count * UInt64(parts))
    }
}

extension Shard: CustomStringConvertible {
    /// `2/4`.
    package var description: String { "\(number)/\(count)" }

    /// Reads `2/4`; `nil` for any other text, and for more than `limit` shards.
    package init?(_ text: String, atMost limit: UInt64) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isNumeric = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard parts.count == 2, isNumeric,
            let number = UInt64(parts[0]), let count = UInt64(parts[1]),
            (1...limit).contains(count), (1...count).contains(number)
        else { return nil }
        self.init(number, of: count)
    }
}
