import Glibc
import Measure

/// How long the fastest so many arrivals took, as points of a line.
struct PercentileCurve {
    /// In shares of all arrivals and nanoseconds; ends where failed arrivals begin.
    let points: [SVG.Point?]
    /// The share up to which percentiles say something: ten arrivals lie above.
    let finest: Double

    /// Points from one nine to the next.
    private static let stepsPerNine = 24.0

    init(_ arrivals: RankedArrivals) {
        let count = Double(arrivals.count)
        finest = count > 20 ? 1 - 10 / count : 0.5
        var shares: [Double] = []
        while let share = Optional(1 - pow(10, -Double(shares.count) / Self.stepsPerNine)),
            share < finest
        {
            shares.append(share)
        }
        shares.append(finest)
        let ranks = shares.map { max(UInt64(($0 * count).rounded(.up)), 1) }
        points = zip(shares, arrivals.good.values(atRanks: ranks)).map { share, value in
            value.map { SVG.Point(share, Double($0)) }
        }
    }

    /// An axis of shares.
    static func side(upTo finest: Double) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .nines,
            domain: 0...finest,
            ticks: ChartTicks.percentiles(upTo: finest),
            title: "share of arrivals, each nine as wide as the last"
        )
    }
}
