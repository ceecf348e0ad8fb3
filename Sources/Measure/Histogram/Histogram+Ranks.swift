package import LoadModel

extension Histogram {
    /// The greatest value that shares a counter with the value at `rank`, counted from 1 in rising order.
    ///
    /// - Returns: `nil` when fewer values than `rank` were recorded.
    package func value(atRank rank: UInt64) -> Int64? {
        values(atRanks: CollectionOfOne(rank))[0]
    }

    /// The values at several ranks, in one pass.
    ///
    /// - Parameter ranks: In ascending order.
    /// - Returns: One value for each rank.
    package func values(atRanks ranks: some Collection<UInt64>) -> [Int64?] {
        var values: [Int64?] = []
        values.reserveCapacity(ranks.count)
        var passed: UInt64 = 0
        var index = usedIndices.lowerBound
        let counters = self.counters
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

    /// Number of values that `isMeant` accepts, each rounded up as a percentile would be.
    package func count(where isMeant: (_ highestValue: Int64) -> Bool) -> UInt64 {
        var count: UInt64 = 0
        let counters = self.counters
        for index in usedIndices
        where counters[index] != 0 && isMeant(layout.highestValue(at: index)) {
            count += UInt64(counters[index])
        }
        return count
    }
}

/// Value of a percentile.
package enum PercentileReading: Hashable, Sendable {
    /// Nanoseconds.
    case value(Int64)
    /// The arrival at this rank failed; failures rank as slower than any response.
    case failed
    /// Fewer than ten arrivals lie above, which is too few for a percentile.
    case tooFew
}

/// Latencies of expected responses, with failed arrivals ranked above them.
///
/// Arrivals that the run cut off rank by their age, a lower bound of their latency.
package struct RankedArrivals: Hashable, Sendable {
    package private(set) var good: Histogram<UInt64>
    package private(set) var failedCount: UInt64
    /// The ages of those that were cut off, in the layout of `good`; `nil` without any.
    private var unfinished: Histogram<UInt64>?

    package init(good: Histogram<UInt64>, failedCount: UInt64) {
        self.good = good
        self.failedCount = failedCount
    }

    /// Arrivals that the run cut off.
    package var unfinishedCount: UInt64 { unfinished?.count ?? 0 }

    /// All arrivals: good, failed and cut off.
    package var count: UInt64 { good.count + failedCount + unfinishedCount }

    /// The percentile over all arrivals: the greatest value that shares its counter, and no more than was
    /// recorded.
    package func reading(at quantile: Quantile) -> PercentileReading {
        guard !quantile.isTooFine(for: count) else { return .tooFew }
        return value(at: quantile).map { .value($0) } ?? .failed
    }

    /// The value from any number of arrivals; `nil` when the arrival at this rank failed, or without arrivals.
    package func value(at quantile: Quantile) -> Int64? {
        count > 0 ? value(atRank: quantile.rank(of: count)) : nil
    }

    /// The value at a rank, counted from 1; `nil` when the arrival there failed.
    package func value(atRank rank: UInt64) -> Int64? {
        var values = good
        if let unfinished { values.merge(unfinished) }
        guard let value = values.value(atRank: rank) else { return nil }
        // The last counter in use reaches beyond the greatest value, which is known exactly.
        return values.overflowCount > 0 ? value : min(value, values.greatest)
    }

    package mutating func merge(_ other: RankedArrivals) {
        good.merge(other.good)
        failedCount += other.failedCount
        if let ages = other.unfinished { add(unfinished: ages, count: ages.count) }
    }

    /// Number of arrivals with a time that `isMeant` accepts, each rounded up as a percentile would be.
    func count(where isMeant: (_ highestValue: Int64) -> Bool) -> UInt64 {
        good.count(where: isMeant) + (unfinished?.count(where: isMeant) ?? 0)
    }

    package mutating func add(failed count: UInt64) { failedCount += count }

    /// Adds arrivals that were cut off.
    ///
    /// - Parameters:
    ///   - ages: Known ages.
    ///   - count: Number of these arrivals; those without a known age rank lowest.
    package mutating func add<Counter>(unfinished ages: Histogram<Counter>, count: UInt64) {
        guard count > 0 else { return }
        var sum = unfinished ?? Histogram(good.layout)
        for index in ages.usedIndices where ages.counters[index] > 0 {
            sum.record(ages.layout.lowestValue(at: index), times: UInt64(ages.counters[index]))
        }
        sum.record(0, times: count - min(ages.count, count))
        unfinished = sum
    }

    /// The same arrivals if all that were cut off had failed.
    package var atWorst: RankedArrivals {
        RankedArrivals(good: good, failedCount: failedCount + unfinishedCount)
    }
}
