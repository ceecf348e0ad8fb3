/// The charts of pages, each a figure in a file of its own: the lists in which a new one begins.
///
/// They stand on the page in this order.
enum PageCharts {
    /// What stands in the summary of a run, beside each other.
    static let glance: [@Sendable (RunView) -> Markup] = [
        { LatencyTimeFigure(run: $0).markup }, { ThroughputFigure(run: $0).markup },
    ]

    /// How long the requests of a run took.
    static let latency: [@Sendable (RunView) -> Markup] = [
        { PercentileFigure(run: $0).markup }
    ]

    /// How a run went, from its beginning to its end, beside what stands in the summary.
    static let time: [@Sendable (RunView) -> Markup] = [
        { OutcomeFigure(run: $0).markup },
        { ClockTimeFigure(run: $0, statistic: .mean).markup },
        { ClockTimeFigure(run: $0, statistic: .greatest).markup },
        { HeatFigure(run: $0).markup },
    ]

    /// Several runs, side by side.
    static let comparison: [@Sendable ([RunSide]) -> Markup] = [
        { RunSpreadFigure(sides: $0).markup },
        { RunPercentilesFigure(sides: $0).markup },
    ]

    /// The steps of a search for the capacity.
    static let capacity: [@Sendable (CapacityView) -> Markup] = [
        { KneeFigure(search: $0, extent: .all).markup },
        { KneeFigure(search: $0, extent: .near).markup },
    ]
}
