import Measure

/// A histogram drawn on a logarithmic scale with round bounds.
struct LatencyBins {
    /// All values above the previous bin and up to `upper` nanoseconds.
    struct Bin: Hashable {
        let upper: Int64
        var count: UInt64 = 0
    }

    /// In ascending order, without gaps; the first and the last are not empty.
    private(set) var bins: [Bin]

    /// Series of preferred numbers in thousandths: the finer, the more bins per power of ten.
    ///
    /// Source: ISO 3, rounded to numbers that are easy to read.
    private static let series: [[Int64]] = {
        let finest: [Int64] = [
            1000, 1060, 1120, 1180, 1250, 1320, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2120,
            2240,
            2360, 2500, 2650, 2800, 3000, 3150, 3350, 3550, 3750, 4000, 4250, 4500, 4750, 5000,
            5300,
            5600, 6000, 6300, 6700, 7100, 7500, 8000, 8500, 9000, 9500,
        ]
        func every(_ step: Int) -> [Int64] {
            stride(from: 0, to: finest.count, by: step).map { finest[$0] }
        }
        return [finest, every(2), every(4), [1000, 2000, 5000], [1000]]
    }()

    /// Puts values into the finest bins that do not exceed the limit.
    ///
    /// - Parameters:
    ///   - histogram: The values; each is in the bin of the greatest value with the same counter.
    ///   - limit: The maximum number of bins; at least 12, which powers of ten never exceed.
    init(_ histogram: Histogram<UInt64>, limit: Int = 16) {
        precondition(limit >= 12, "limit \(limit) has no room for every power of ten")
        guard let smallest = histogram.value(atRank: 1),
            let greatest = histogram.value(atRank: histogram.count)
        else {
            bins = []
            return
        }
        bins = []
        for mantissas in Self.series {
            bins = Self.bounds(mantissas, from: smallest, to: greatest).map { Bin(upper: $0) }
            if bins.count <= limit { break }
        }
        var index = 0
        for counter in histogram.usedIndices where histogram.counters[counter] > 0 {
            let value = histogram.layout.highestValue(at: counter)
            while bins[index].upper < value { index += 1 }
            bins[index].count += histogram.counters[counter]
        }
    }

    /// The position of the bin that holds `value`; `nil` beyond the last.
    func index(of value: Int64) -> Int? { bins.firstIndex { value <= $0.upper } }

    /// All bounds from the first at or above `smallest` to the first at or above `greatest`.
    private static func bounds(
        _ mantissas: [Int64],
        from smallest: Int64,
        to greatest: Int64
    ) -> [Int64] {
        var bounds: [Int64] = []
        var power: Int64 = 1
        while true {
            for mantissa in mantissas {
                let bound = mantissa * power / 10
                if bound >= smallest { bounds.append(bound) }
                if bound >= greatest { return bounds }
            }
            power *= 10
        }
    }
}
