import History
import Measure
import RunReports
import Statistics

extension TrendRecord {
    /// The content of a database of `--history`, for a page.
    ///
    /// - Parameter path: Of the database.
    /// - Throws: `HistoryError`.
    init(historyAt path: String) throws(HistoryError) {
        let store = try HistoryStore(path: path, access: .existing)
        let loads = try store.runs(HistoryFilter(kind: .load, isValid: true))
        let searches = try store.runs(HistoryFilter(kind: .capacity, isValid: true))
        let series =
            FigureSeries.all(
                of: loads,
                RunFigure.judged + RunFigure.ofDeliveries,
                jobCount: Self.jobCount
            ).map { $0.forPage() }
            + FigureSeries.all(of: searches, [.rate], jobCount: Self.jobCount)
            .map { $0.forPage("capacity") }
        let latest = try store.runs(HistoryFilter(limit: Self.resultCount))
        self.init(
            series: series,
            titles: KeptRunText.titles + ["figures"],
            results: latest.reversed().map { KeptRunText.cells($0) + [KeptRunText.figures($0)] },
            targets: latest.map { $0.record.target ?? "built-in reference" },
            startedAt: latest.map(\.record.startedAt),
            machines: latest.compactMap(\.record.machine)
        )
    }

    /// The latest jobs of a series, as `assay history trend` takes them.
    private static let jobCount = 200
    /// The latest results of all kinds.
    private static let resultCount = 50
}

extension RunRecord {
    /// `AMD EPYC, 2 cores`, from the conditions of the result; `nil` if they name no machine.
    fileprivate var machine: String? {
        let conditions = likeness.split(separator: "; ").map {
            $0.split(separator: ": ", maxSplits: 1)
        }
        func value(_ name: String) -> String? {
            conditions.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
        }
        return value("CPU")
            ?? value("CPU model").map { "\($0), \(value("number of cores") ?? "?") cores" }
    }
}

extension FigureSeries {
    /// The series for a page, under this name or that of the figure.
    fileprivate func forPage(_ name: String? = nil) -> TrendRecord.Series {
        let branch = branch.map { ", branch \($0)" } ?? ""
        let other = difference.map { ", \($0)" } ?? ""
        return TrendRecord.Series(
            group: title + branch + other,
            figure: name ?? figure.rawValue,
            unit: figure.metric().unit.rawValue,
            points: points.map { point in
                let record = point.run.record
                return TrendRecord.Series.Point(
                    value: point.value,
                    name: record.revision.map(KeptRuns.shortened) ?? "result \(point.run.number)",
                    moment: KeptRunText.moment(record)
                )
            },
            failedCount: failedCount,
            changes: drift.map { drift in
                [
                    TrendRecord.Series.Change(
                        index: drift.start,
                        kind: kind(from: drift.old, to: drift.new),
                        old: drift.old,
                        new: drift.new,
                        isGradual: true,
                        sentence: line(drift)
                    )
                ]
            }
                ?? changes.map { change in
                    TrendRecord.Series.Change(
                        index: points.firstIndex { $0.run.number == change.point.run.number } ?? 0,
                        kind: kind(from: change.old, to: change.new),
                        old: change.old,
                        new: change.new,
                        sentence: line(change)
                    )
                }
        )
    }

    private func kind(from old: Double, to new: Double) -> TrendRecord.Series.Change.Kind {
        let metric = figure.metric()
        let shift = new - old
        guard abs(shift) > metric.minimumEffect(from: old) else { return .slight }
        return metric.worsening(shift) > 0 ? .worse : .better
    }
}
