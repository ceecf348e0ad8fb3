import History
import JSON
import Measure
import ReportText
import Reports
import Statistics

/// Results of a history for people and for programs.
enum KeptRunText {
    /// One line for each below the column names, then its title and its figures; no line is wider than 80 columns.
    static func table(_ runs: [RecordedRun]) -> String {
        var table = TextTable()
        table.add(titles)
        for run in runs { table.add(cells(run)) }
        let heads = table.lines
        let lines = zip(runs, heads.dropFirst()).flatMap { run, head -> [String] in
            [head] + WordList.lines(details(run.record), indent: "          ", limit: nil)
        }
        return (heads.prefix(1) + lines).map { $0 + "\n" }.joined()
    }

    /// The column names of a table.
    static let titles = ["result", "time (UTC)", "command", "branch", "commit", "status"]

    /// One for each title.
    static func cells(_ run: RecordedRun) -> [String] {
        let record = run.record
        return [
            "\(run.number)", moment(record), record.kind.rawValue,
            cell(record.branch ?? "–", limit: 16), cell(commit(record), limit: 10),
            status(record),
        ]
    }

    /// `Notes: achieved 99.9 %, p50 2.10 ms`.
    static func figures(_ run: RecordedRun) -> String {
        details(run.record).joined(separator: ", ")
    }

    /// All that is known of a result.
    static func lines(_ run: RecordedRun) -> String {
        let record = run.record
        var rows = [
            ("result", "\(run.number)"), ("command", record.kind.rawValue),
            ("title", record.title), ("time (UTC)", moment(record)),
            ("branch", record.branch ?? "–"), ("commit", record.revision ?? "–"),
            ("target", record.target ?? "the built-in reference"), ("status", status(record)),
        ]
        if record.kind == .load || record.kind == .verify {
            rows.append(("compared with", record.likeness))
        }
        for name in names(record) {
            rows.append((name, value(record.figures[name] ?? 0, name)))
        }
        let width = rows.map { $0.0.count }.max() ?? 0
        return rows.map { name, value in
            let padding = String(repeating: " ", count: width - name.count)
            return "\(name)\(padding)  \(PrintableText.line(value, limit: 1_000))\n"
        }.joined()
    }

    /// The result as JSON.
    static func json(_ run: RecordedRun) -> JSONValue {
        let record = run.record
        var figures = JSONObject()
        for name in names(record) {
            let value = record.figures[name] ?? 0
            figures[name] = value.isFinite ? .number(.real(value)) : .null
        }
        return [
            "number": .number(.integer(run.number)), "command": .string(record.kind.rawValue),
            "time": .string(WallClockText.utc(record.startedAt)),
            "title": .string(record.title),
            "branch": record.branch.map(JSONValue.string) ?? .null,
            "commit": record.revision.map(JSONValue.string) ?? .null,
            "target": record.target.map(JSONValue.string) ?? .null,
            "status": .integer(Int(record.status)), "valid": .bool(record.isValid),
            "likeness": .string(record.likeness), "figures": .object(figures),
        ]
    }

    /// `2026-11-22 05:24`.
    static func moment(_ record: RunRecord) -> String {
        WallClockText.minute(record.startedAt)
    }

    /// A value of a figure of this name.
    static func value(_ value: Double, _ name: String) -> String {
        guard let figure = RunFigure(rawValue: name) else {
            return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
        }
        return MetricText(unit: figure.metric().unit).value(value)
    }

    /// `Notes: achieved 99.9 %`, `p50 2.10 ms`.
    private static func details(_ record: RunRecord) -> [String] {
        let (title, figures) = (cell(record.title, limit: 48), summary(record))
        return ["\(title): \(figures.first ?? "–")"] + figures.dropFirst()
    }

    private static func cell(_ text: String, limit: Int) -> String {
        WordList.excerpt(PrintableText.line(text), length: limit)
    }

    private static func commit(_ record: RunRecord) -> String {
        record.revision.map(KeptRuns.shortened) ?? "–"
    }

    private static func status(_ record: RunRecord) -> String {
        record.isValid ? "\(record.status)" : "\(record.status), inconclusive"
    }

    /// The most important figures.
    private static func summary(_ record: RunRecord) -> [String] {
        let known =
            record.kind == .load
            ? (RunFigure.listed + RunFigure.ofDeliveries).map(\.rawValue)
            : names(record).filter { $0 != "waived" }
        return known.compactMap { name in
            record.figures[name].map { "\(name) \(value($0, name))" }
        }
    }

    /// Those of load runs in the order of reports, others by their names.
    private static func names(_ record: RunRecord) -> [String] {
        let known = RunFigure.allCases.map(\.rawValue).filter { record.figures[$0] != nil }
        return known + record.figures.keys.filter { !known.contains($0) }.sorted()
    }
}
