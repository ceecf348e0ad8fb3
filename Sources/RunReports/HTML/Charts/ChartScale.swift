import Glibc

/// How values become positions along one side of a chart.
struct ChartScale: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case linear
        /// Equal factors are equal lengths; what is below the domain stands at its beginning.
        case logarithmic
        /// For shares below one: each nine more is one step, so that the slowest arrivals have room.
        case nines
    }

    let form: Form
    /// The values that are shown.
    let domain: ClosedRange<Double>
    /// Where the lowest value stands, in the units of the chart.
    let start: Double
    /// Where the highest value stands; may be before `start`.
    let end: Double

    init(_ form: Form, _ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.form = form
        // A chart of one value needs some room, too.
        self.domain =
            domain.lowerBound < domain.upperBound
            ? domain : domain.lowerBound...(domain.lowerBound + 1)
        self.start = start
        self.end = end
    }

    /// Where a value stands; one outside the domain stands at its nearer end.
    func position(of value: Double) -> Double {
        let value = min(max(value, domain.lowerBound), domain.upperBound)
        let (low, high) = (transformed(domain.lowerBound), transformed(domain.upperBound))
        return start + (end - start) * (transformed(value) - low) / (high - low)
    }

    private func transformed(_ value: Double) -> Double {
        switch form {
        case .linear: value
        case .logarithmic: log10(max(value, .leastNormalMagnitude))
        case .nines: -log10(max(1 - value, 1e-9))
        }
    }
}
