/// The scale of a figure's values on an axis: in a unit that makes them short numbers.
struct MetricScale: Hashable, Sendable {
    /// The unit, as files name it.
    enum Unit: String, Hashable, Sendable {
        case seconds, perSecond, ratio, number
    }

    /// The factor for values.
    let factor: Double
    /// `ms`, `%`.
    let name: String
    /// The smallest difference that must be visible in texts, after multiplying.
    private let step: Double

    /// - Parameters:
    ///   - unit: Of the values.
    ///   - values: All values shown.
    init(_ unit: Unit, for values: [Double]) {
        let greatest = values.map(abs).max() ?? 0
        switch unit {
        case .seconds where greatest < 0.001: (factor, name) = (1e6, "µs")
        case .seconds where greatest < 1: (factor, name) = (1e3, "ms")
        case .seconds: (factor, name) = (1, "s")
        case .ratio: (factor, name) = (100, "%")
        case .perSecond: (factor, name) = (1, "a second")
        case .number: (factor, name) = (1, "")
        }
        step = ((values.max() ?? 0) - (values.min() ?? 0)) * factor / 10
    }

    /// `2.13 ms`, `99.9 %`, `1,985/s`.
    func text(_ value: Double) -> String {
        let number = LoadNumber.short(value * factor, step: step > 0 ? step : .infinity)
        return name == "a second" ? "\(number)/s" : name.isEmpty ? number : "\(number) \(name)"
    }

    /// An axis from a little below the lowest to a little above the highest value.
    func side(for values: [Double], title: String) -> ChartAxes.Side {
        let scaled = values.map { $0 * factor }
        let (least, greatest) = (scaled.min() ?? 0, scaled.max() ?? 1)
        let margin = greatest > least ? (greatest - least) / 12 : max(abs(greatest) / 10, 0.01)
        let low = least >= 0 ? max(least - margin, 0) : least - margin
        let domain = low...(greatest + margin)
        let unit = name.isEmpty ? "" : ", \(name)"
        return ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ChartTicks.numbers(in: domain, count: 6),
            title: title + unit
        )
    }
}
