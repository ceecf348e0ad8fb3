/// The charts of pages: the lists in which a new one begins.
///
/// They stand on the page in this order.
enum PageCharts {
    /// What stands in the summary of a run, beside each other.
    static func glance(_ run: RunView) -> [Chart] {
        [LatencyOverTime(run).chart, .throughput(run)]
    }

    /// How long the requests of a run took.
    static func latency(_ run: RunView) -> [Chart] { [.percentiles(run)] }

    /// How a run went, from its beginning to its end, beside what stands in the summary.
    static func time(_ run: RunView) -> [Chart] {
        [.clockMeans(run), .slowestClocks(run), LatencyHeat(run).chart]
    }

    /// Several runs, side by side.
    static func comparison(_ sides: [RunSide]) -> [Chart] {
        [.spread(of: sides), .percentiles(of: sides)]
    }
}
