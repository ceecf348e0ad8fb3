extension ChartAxes.Side {
    /// Durations in nanoseconds, equal factors being equal lengths, with room for all values.
    static func durations(for values: [Double], title: String) -> ChartAxes.Side {
        durations(in: ChartTicks.durationDomain(values), title: title)
    }

    /// Durations in nanoseconds, equal factors being equal lengths.
    static func durations(in domain: ClosedRange<Double>, title: String) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .logarithmic,
            domain: domain,
            ticks: ChartTicks.durations(domain),
            title: "\(title) (logarithmic)"
        )
    }

    /// Numbers from zero to a little more than the greatest value.
    static func numbers(for values: [Double], title: String) -> ChartAxes.Side {
        let end = ChartTicks.end(for: values.max() ?? 1)
        return ChartAxes.Side(
            form: .linear,
            domain: 0...end,
            ticks: ChartTicks.numbers(upTo: end),
            title: title
        )
    }
}
