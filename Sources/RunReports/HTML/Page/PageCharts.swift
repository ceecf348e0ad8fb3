/// The charts of pages: add new ones to these lists.
///
/// They are in the order of the page.
enum PageCharts {
    /// The charts in the summary of a run, side by side.
    static func glance(_ run: RunView) -> [Chart] {
        [LatencyOverTime(run).chart, .throughput(run)]
    }

    /// The latency of the requests of a run.
    static func latency(_ run: RunView) -> [Chart] { [.percentiles(run)] }

    /// A run over time, besides the charts of the summary.
    static func time(_ run: RunView) -> [Chart] {
        [.clockMeans(run), .slowestClocks(run), LatencyHeat(run).chart]
    }

    /// Several runs, side by side.
    static func comparison(_ sides: [RunSide]) -> [Chart] {
        [.spread(of: sides), .percentiles(of: sides)]
    }
}
