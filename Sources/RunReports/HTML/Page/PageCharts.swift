/// The charts of pages, each a figure in a file of its own: the lists in which a new one begins.
///
/// They stand on the page in this order.
enum PageCharts {
    /// How long the requests of a run took.
    static let latency: [@Sendable (RunView) -> Markup] = [
        { PercentileFigure(run: $0).markup }
    ]

    /// How a run went, from its beginning to its end.
    static let time: [@Sendable (RunView) -> Markup] = [
        { LatencyTimeFigure(run: $0).markup },
        { ClockTimeFigure(run: $0, statistic: .mean).markup },
        { ClockTimeFigure(run: $0, statistic: .greatest).markup },
        { ThroughputFigure(run: $0).markup },
        { OutcomeFigure(run: $0).markup },
        { HeatFigure(run: $0).markup },
    ]

    /// Several runs side by side.
    static let comparison: [@Sendable ([RunView]) -> Markup] = [
        { RunSpreadFigure(runs: $0).markup },
        { RunPercentilesFigure(runs: $0).markup },
    ]

    /// The steps of a search for the capacity.
    static let capacity: [@Sendable (CapacityView) -> Markup] = [
        { KneeFigure(search: $0, extent: .all).markup },
        { KneeFigure(search: $0, extent: .near).markup },
    ]
}
