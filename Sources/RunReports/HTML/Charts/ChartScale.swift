import Glibc

/// The mapping of values to positions along one side of a chart.
struct ChartScale: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case linear
        /// Logarithmic; values below the domain are at its beginning.
        case logarithmic
        /// For shares below one: each additional nine is one step, so that the slowest arrivals have room.
        case nines
    }

    let form: Form
    /// The range of values shown.
    let domain: ClosedRange<Double>
    /// The position of the lowest value, in the units of the chart.
    let start: Double
    /// The position of the highest value; may be before `start`.
    let end: Double

    init(_ form: Form, _ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.form = form
        // A chart of one value needs some room too.
        self.domain =
            domain.lowerBound < domain.upperBound
            ? domain : domain.lowerBound...(domain.lowerBound + 1)
        self.start = start
        self.end = end
    }

    /// The position of a value; one outside the domain is at the nearer end.
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
