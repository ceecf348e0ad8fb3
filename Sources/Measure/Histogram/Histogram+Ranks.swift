package import LoadModel

extension Histogram {
    /// The greatest value that shares a counter with the value at `rank`, counted from 1 in rising order.
    ///
    /// - Returns: `nil` when fewer values than `rank` were recorded.
    package func value(atRank rank: UInt64) -> Int64? {
        values(atRanks: CollectionOfOne(rank))[0]
    }

    /// The same for several ranks, in one pass.
    ///
    /// - Parameter ranks: In rising order.
    /// - Returns: As many as there are ranks.
    package func values(atRanks ranks: some Collection<UInt64>) -> [Int64?] {
        var values: [Int64?] = []
        values.reserveCapacity(ranks.count)
        var passed: UInt64 = 0
        var index = usedIndices.lowerBound
        for rank in ranks {
            guard rank >= 1, rank <= count else {
                values.append(nil)
                continue
            }
            while passed < rank {
                passed += UInt64(counters[index])
                index += 1
            }
            values.append(layout.highestValue(at: index - 1))
        }
        return values
    }

    /// How many values would read, as a percentile, a figure that `isMeant`.
    package func count(where isMeant: (_ highestValue: Int64) -> Bool) -> UInt64 {
        var count: UInt64 = 0
        for index in usedIndices
        where counters[index] != 0 && isMeant(layout.highestValue(at: index)) {
            count += UInt64(counters[index])
        }
        return count
    }
}

/// What a percentile reads.
package enum PercentileReading: Hashable, Sendable {
    /// Nanoseconds.
    case value(Int64)
    /// The arrival at this rank failed; failures rank above every answer.
    case failed
    /// Fewer than ten arrivals lie above, or there are none: it would say nothing.
    case tooFew
}

/// The latencies of good answers, with the arrivals that failed ranked above them.
package struct RankedArrivals: Hashable, Sendable {
    package private(set) var good: Histogram<UInt64>
    package private(set) var failedCount: UInt64

    package init(good: Histogram<UInt64>, failedCount: UInt64) {
        self.good = good
        self.failedCount = failedCount
    }

    /// All arrivals, good and failed.
    package var count: UInt64 { good.count + failedCount }

    /// The percentile over all arrivals: the greatest value that shares its counter, and no more than was
    /// recorded.
    package func reading(at quantile: Quantile) -> PercentileReading {
        guard !quantile.isTooFine(for: count) else { return .tooFew }
        return value(at: quantile).map { .value($0) } ?? .failed
    }

    /// The same, of however few arrivals; `nil` when the arrival at this rank failed or there is none.
    package func value(at quantile: Quantile) -> Int64? {
        guard count > 0, let value = good.value(atRank: quantile.rank(of: count)) else {
            return nil
        }
        // The last counter in use reaches beyond the greatest value, which is known exactly.
        return good.overflowCount > 0 ? value : min(value, good.greatest)
    }

    package mutating func merge(_ other: RankedArrivals) {
        good.merge(other.good)
        failedCount += other.failedCount
    }
}
