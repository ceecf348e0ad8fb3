import Base
import CommandLineTool
import History
import JSON
import Measure
import ReportText
import Reports
import Statistics

/// `assay history trend`: where figures of load runs changed.
struct HistoryTrend {
    private let filter: HistoryFilter
    private let figures: [RunFigure]
    /// The number of jobs of a series that count, from the latest back.
    private let jobCount: Int
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        filter = HistoryFilter(
            kind: .load,
            branch: arguments.string("branch"),
            title: arguments.string("title"),
            isValid: true
        )
        let names = arguments.strings("metric")
        figures =
            names.isEmpty
            ? RunFigure.judged + RunFigure.ofDeliveries : names.compactMap(RunFigure.init)
        jobCount = try arguments.int("last", in: 1...500) ?? 200
        isJSON = arguments.string("format") == "json"
    }

    func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitStatus {
        let runs = try HistoryCommand.open(arguments).runs(filter)
        let series = FigureSeries.all(of: runs, figures, jobCount: jobCount)
        if isJSON {
            console.write(JSONValue.array(series.map(\.json)).prettyText() + "\n")
        } else if series.isEmpty {
            console.print("no load runs")
        } else {
            console.write(text(of: series))
        }
        return .success
    }

    private func text(of series: [FigureSeries]) -> String {
        var lines: [String] = []
        var heading = ""
        for one in series {
            let title = PrintableText.line(one.title, limit: 200)
            let other = one.difference.map { ", \(PrintableText.line($0, limit: 200))" } ?? ""
            let next = "\(title), branch \(one.branch ?? "–")\(other): \(one.count)"
            if next != heading || lines.isEmpty {
                lines += (lines.isEmpty ? [] : [""]) + [next]
                heading = next
            }
            lines += one.lines
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// One figure over the jobs of one profile, on one machine and branch.
struct FigureSeries {
    /// The value of a job.
    struct Point {
        let value: Double
        /// The first run of the job.
        let run: RecordedRun
    }

    /// A place where the level changed.
    struct Change {
        let point: Point
        /// The medians between this change and its neighbours.
        let old: Double
        let new: Double
        let pValue: Double
    }

    let title: String
    let branch: String?
    let likeness: String
    /// The condition that distinguishes it from other series of this title and branch: `profile hash: sha256:12ab`;
    /// `nil` for the only one.
    let difference: String?
    let figure: RunFigure
    /// The oldest first; finite.
    let points: [Point]
    /// The number of jobs with a failed percentile; they have no point.
    let failedCount: Int
    let changes: [Change]
    /// A level that changes a little with each job; then it has no changes.
    let drift: SeriesTrend.Drift?

    /// The number of jobs: `3 commits`, `10 runs without a commit`, or both.
    var count: String {
        let known = points.count { $0.run.record.revision != nil }
        let unknown = points.count - known
        let texts =
            (known > 0 ? [Count.of(known, "commit")] : [])
            + (unknown > 0 ? ["\(Count.of(unknown, "run")) without a commit"] : [])
            + (points.isEmpty ? ["\(Count.of(failedCount, "run")) in which it failed"] : [])
        return texts.joined(separator: ", ")
    }

    /// Every series that has a value, in the order in which their first runs were stored.
    static func all(
        of runs: [RecordedRun],
        _ figures: [RunFigure],
        jobCount: Int
    ) -> [FigureSeries] {
        struct Key: Hashable {
            let title: String
            let branch: String?
            let likeness: String
        }
        var order: [Key] = []
        var groups: [Key: [RecordedRun]] = [:]
        for run in runs {
            let record = run.record
            let key = Key(title: record.title, branch: record.branch, likeness: record.likeness)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(run)
        }
        return order.flatMap { key in
            let jobs = Array(KeptRuns.jobs(groups[key] ?? []).suffix(jobCount))
            let namesakes = order.filter { $0.title == key.title && $0.branch == key.branch }
            let difference = difference(of: key.likeness, from: namesakes.map(\.likeness))
            // Each figure that varies adds a chance of a false alarm.
            let varying = figures.count { figure in
                Set(points(of: figure, jobs).map(\.value)).count > 1
            }
            return figures.compactMap { figure in
                FigureSeries(
                    title: key.title,
                    branch: key.branch,
                    likeness: key.likeness,
                    difference: difference,
                    figure: figure,
                    jobs: jobs,
                    level: 0.05 / Double(max(varying, 1))
                )
            }
        }
    }

    /// The conditions in which they differ; `nil` for the only one.
    private static func difference(of likeness: String, from all: [String]) -> String? {
        guard all.count > 1 else { return nil }
        let common = all.map { Set($0.split(separator: "; ")) }.reduce(into: nil) {
            (common: inout Set<Substring>?, conditions) in
            common = common?.intersection(conditions) ?? conditions
        }
        let own = likeness.split(separator: "; ").filter { common?.contains($0) != true }
        return own.joined(separator: ", ")
    }

    private static func points(of figure: RunFigure, _ jobs: [KeptRuns.KeptJob]) -> [Point] {
        jobs.compactMap { runs, job -> Point? in
            let values = job.runs.compactMap { $0.figures[figure] }
            return values.isEmpty ? nil : Point(value: values.median, run: runs[0])
        }
    }

    /// `nil` when no job has the figure.
    private init?(
        title: String,
        branch: String?,
        likeness: String,
        difference: String?,
        figure: RunFigure,
        jobs: [KeptRuns.KeptJob],
        level: Double
    ) {
        let all = Self.points(of: figure, jobs)
        guard !all.isEmpty else { return nil }
        (self.title, self.branch, self.likeness, self.figure) = (title, branch, likeness, figure)
        self.difference = difference
        let finite = all.filter(\.value.isFinite)
        points = finite
        failedCount = all.count - finite.count
        let values = finite.map(\.value)
        let trend = SeriesTrend(values, level: level)
        let found = trend.changes
        drift = trend.drift
        let bounds = [0] + found.map(\.index) + [values.count]
        changes = found.enumerated().map { place, change in
            Change(
                point: finite[change.index],
                old: Array(values[bounds[place]..<change.index]).median,
                new: Array(values[change.index..<bounds[place + 2]]).median,
                pValue: change.pValue
            )
        }
    }
}
