extension ChartAxes.Side {
    /// Durations in nanoseconds, logarithmic, with room for all values.
    static func durations(for values: [Double], title: String) -> ChartAxes.Side {
        durations(in: ChartTicks.durationDomain(values), title: title)
    }

    /// Durations in nanoseconds, logarithmic.
    static func durations(in domain: ClosedRange<Double>, title: String) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .logarithmic,
            domain: domain,
            ticks: ChartTicks.durations(domain),
            title: "\(title) (logarithmic)"
        )
    }

    /// Numbers from zero, or the lowest value if negative, to a little more than the highest.
    static func numbers(for values: [Double], title: String) -> ChartAxes.Side {
        let end = ChartTicks.end(for: values.max() ?? 1)
        if let least = values.min(), least < 0 { return .numbers(in: least...end, title: title) }
        return ChartAxes.Side(
            form: .linear,
            domain: 0...end,
            ticks: ChartTicks.numbers(upTo: end),
            title: title
        )
    }

    /// Numbers within a domain.
    static func numbers(
        in domain: ClosedRange<Double>,
        title: String,
        count: Int = 8
    ) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ChartTicks.numbers(in: domain, count: count),
            title: title
        )
    }

    /// Shares from 0 to 1.
    static func shares(title: String) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .linear,
            domain: 0...1,
            ticks: (0...5).map { .init(value: Double($0) / 5, label: "\($0 * 20) %") },
            title: title
        )
    }

    /// Seconds of a run.
    static func time(_ domain: ClosedRange<Double>) -> ChartAxes.Side {
        ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ChartTicks.seconds(domain),
            title: domain.upperBound - domain.lowerBound > 120
                ? "minutes since the first stage began" : "seconds since the first stage began",
            rowTitle: "from"
        )
    }
}
