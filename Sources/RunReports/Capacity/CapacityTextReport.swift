import Base
import LoadModel
package import Measure
package import ReportText

/// The report of `assay capacity` for a person at a terminal.
package struct CapacityTextReport: Sendable {
    private let style: TextStyle
    private let width: Int
    private let isQuiet: Bool

    /// - Parameters:
    ///   - style: Whether there are colours.
    ///   - width: The columns that a line should not pass; at least 80 are taken.
    ///   - isQuiet: Whether only the verdict is shown.
    package init(style: TextStyle, width: Int = 80, isQuiet: Bool = false) {
        self.style = style
        self.isQuiet = isQuiet
        self.width = max(width, 80)
    }

    /// The whole report, with a final line end.
    package func text(of record: CapacityRecord) -> String {
        let conclusion = CapacityConclusion(record)
        let verdict = colored(paragraph(conclusion.text, indent: ""), conclusion.role)
        guard !isQuiet else { return verdict.joined(separator: "\n") + "\n" }
        let sections = [
            head(record), steps(record), chart(record), notes(record), foot(record), verdict,
        ]
        let lines = sections.filter { !$0.isEmpty }.joined(separator: [""])
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(_ record: CapacityRecord) -> [String] {
        let title = PrintableText.line(record.profile.title, limit: 200)
        let name = title.isEmpty ? PrintableText.line(record.profile.file) : title
        let settings = record.result.settings
        let arrivals = settings.arrivals == .poisson ? "Poisson arrivals" : "constant arrivals"
        let connections = LoadModelText.connections(settings.connections, streams: settings.streams)
        let targets = record.targets.map { target in
            PrintableText.line("\(target.name) \(target.url)")
                + (target.isReference ? " (built-in reference)" : "")
        }
        let objectives = record.objectives.map { "threshold: \(PrintableText.line($0))" }
        let calls = record.audienceCalls.map { PrintableText.line($0.text) }
        let context = ["\(arrivals) over \(connections)"] + targets + objectives + calls
        return [style.text(name, .bold)] + context.flatMap { colored(paragraph($0), .dim) }
    }

    /// In the order of time.
    private func steps(_ record: CapacityRecord) -> [String] {
        let trials = record.result.trials
        guard !trials.isEmpty else { return [] }
        let quantile = record.result.settings.quantile
        let delivered = record.deliveredQuantile
        var table = LoadTable()
        table.add(
            [.init("Steps", .bold)]
                + (["rate", "due", "done"] + (delivered.map { ["delivered \($0)"] } ?? [])
                + ["\(quantile)", ""]).map { .init($0, .dim) }
        )
        for trial in trials {
            let measurement = trial.measurement
            let (latency, role) = Self.latency(measurement.percentile)
            let reason = trial.verdict.reason(thresholds: record.objectives) ?? ""
            let failures = CapacityLine.failures(trial).map { "; \($0)" } ?? ""
            let figure = Self.latency(measurement.delivered ?? .tooFew)
            table.add(
                [
                    .init("  " + trial.step.purpose.rawValue),
                    .init(LoadNumber.rate(trial.step.rate)),
                    .init(Count.grouped(measurement.dueCount)),
                    .init(LoadNumber.rate(measurement.doneRate)),
                ] + (delivered == nil ? [] : [.init(figure.0, figure.1)]) + [
                    .init(latency, role),
                    .init(trial.verdict.word, KneeChart.role(trial.verdict)),
                ],
                remark: PrintableText.line(reason + failures)
            )
        }
        return table.lines(style, width: width).map { String($0.dropFirst(2)) }
    }

    private static func latency(_ reading: PercentileReading) -> (String, TextStyle.Role?) {
        switch reading {
        case .value(let value): (NanosecondText.short(value), nil)
        case .failed: ("failed", .bad)
        case .tooFew: ("–", .dim)
        }
    }

    private func chart(_ record: CapacityRecord) -> [String] {
        let lines = KneeChart(record: record, style: style, width: width).lines
        guard !lines.isEmpty else { return [] }
        let title = KneePoint.title(record)
        return [
            style.text(
                "\(title.prefix(1).uppercased() + title.dropFirst()) by rate, on a logarithmic scale",
                .bold
            )
        ] + lines
    }

    private func notes(_ record: CapacityRecord) -> [String] {
        let notes = CapacityRemarks.list(record)
        guard !notes.isEmpty else { return [] }
        return [style.text("What to know", .bold)]
            + notes.flatMap { colored(paragraph($0, indent: "  - "), .doubtful) }
    }

    private func foot(_ record: CapacityRecord) -> [String] {
        let result = record.result
        let steps = Count.grouped(result.trials.count, "step")
        var parts = [
            PrintableText.line(record.profile.file), "seed \(record.profile.seed)",
        ]
        if let run = record.profile.run { parts.append("run \(PrintableText.line(run))") }
        parts += [
            "\(steps) in \(LoadNumber.length(result.elapsed))"
        ]
        let options = RepeatedCommand.text(of: record.options)
        if !options.isEmpty { parts.insert(options, at: 1) }
        return colored(paragraph(parts.joined(separator: "; "), indent: ""), .dim)
    }

    private func paragraph(_ text: String, indent: String = "  ") -> [String] {
        TextWrapping.wrap(text, width: width, indent: indent)
    }

    private func colored(_ lines: [String], _ role: TextStyle.Role) -> [String] {
        lines.map { style.text($0, role) }
    }
}
