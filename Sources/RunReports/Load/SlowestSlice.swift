import Base
import LoadModel
import Measure

/// The slice of a run with the worst results.
struct SlowestSlice {
    /// Its start, in nanoseconds since the first stage began.
    let start: Int64
    /// In nanoseconds.
    let length: Int64
    let arrivals: RankedArrivals
    let slice: Slice

    /// Finds the slice with the highest p90, failures above every response; of equal ones the one with the most
    /// failures, of those the first.
    ///
    /// - Returns: `nil` unless two slices with arrivals differ.
    init?(_ recording: Recording) {
        let series = recording.slices
        let last = max(series.number(of: recording.plan.span - 1), 0)
        var worst: (number: Int, rank: (Int64, UInt64))?
        var usedCount = 0
        for number in 0...last {
            let slice = series.slice(number)
            guard slice.dueCount > 0 else { continue }
            usedCount += 1
            let rank = Self.rank(slice)
            if let known = worst, rank <= known.rank { continue }
            worst = (number, rank)
        }
        guard usedCount > 1, let worst else { return nil }
        start = Int64(worst.number) * series.width
        length = series.width
        slice = series.slice(worst.number)
        arrivals = slice.latency
    }

    /// The order of slices, also of those with few arrivals.
    private static func rank(_ slice: Slice) -> (Int64, UInt64) {
        let arrivals = slice.latency
        let p90 = arrivals.good.value(atRank: Quantile.p90.rank(of: arrivals.count))
        return (p90 ?? .max, arrivals.failedCount)
    }

    /// `Slowest second, from 7 s: p50 12 ms, p90 480 ms, max 1.2 s; 12 of 1,000 failed`.
    var text: String {
        let name = length == 1_000_000_000 ? "second" : LoadNumber.length(length)
        let figures = [
            ("p50", LoadClockTable.Figure(arrivals.reading(at: .p50))),
            ("p90", LoadClockTable.Figure(arrivals.reading(at: .p90))),
            ("max", LoadClockTable.Figure(arrivals.good.isEmpty ? nil : arrivals.good.greatest)),
        ]
        let latency = figures.map { "\($0.0) \($0.1.text)" }.joined(separator: ", ")
        let due = Count.grouped(arrivals.count, "arrival")
        let failed = Count.grouped(arrivals.failedCount)
        let wait =
            slice.connectionWait.greatest > 0
            ? "; waits for a connection up to \(NanosecondText.short(slice.connectionWait.greatest))"
            : ""
        let begin = start == 0 ? "0 s" : LoadNumber.length(start)
        return "Slowest \(name), from \(begin) on: \(latency); \(failed) of \(due) failed\(wait)"
    }
}

extension Slice {
    /// The latencies of arrivals due in the slice, failures above every response.
    var latency: RankedArrivals { ranked(0) }

    /// The values of the track at `index` of the plan, with all failures of the slice above.
    func ranked(_ index: Int) -> RankedArrivals {
        var good = Histogram<UInt64>(.slice)
        good.merge(histograms[index].histogram)
        return RankedArrivals(good: good, failedCount: failedCount)
    }
}
