import Load
import LoadModel
import Measure
import RunReports
import Synchronization

/// Shows a search for the capacity on a dashboard: a picture after each step, a line each second.
final class SearchDashboard: Sendable {
    private let dashboard: Dashboard
    /// Tracks the result of the steps, as the search itself does.
    private let search: Mutex<CapacitySearch>
    private let last = Mutex<LoadProgress?>(nil)
    /// Makes a record of the result so far.
    private let record: @Sendable (CapacityResult) -> CapacityRecord

    init(
        _ dashboard: Dashboard,
        _ settings: CapacitySettings,
        record: @escaping @Sendable (CapacityResult) -> CapacityRecord
    ) {
        self.dashboard = dashboard
        self.record = record
        search = Mutex(CapacitySearch(settings))
    }

    /// Shows the progress.
    func show(_ progress: CapacityProgress) {
        switch progress {
        case .running(let step, let plan, let standing):
            let figures = last.withLock { last in
                defer { last = standing }
                return LiveFigures(standing, after: last, of: plan)
            }
            let rate = CapacityLine.rate(step.rate)
            dashboard.say("\(step.purpose.rawValue) \(rate): \(LiveLine.moment(figures))")
            if dashboard.wantsFigures { draw() }
        case .ended(let trial):
            last.withLock { $0 = nil }
            search.withLock { $0.take(trial.measurement) }
            draw()
        }
    }

    private func draw() {
        let (result, record) = (search.withLock(\.result), record)
        guard !result.trials.isEmpty else { return }
        dashboard.show { LivePage.picture(of: record(result), isOver: false) }
    }
}
