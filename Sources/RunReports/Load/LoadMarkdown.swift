import LoadModel
import Measure
import ReportText

/// The report of `assay load` as a comment on a pull request.
package struct LoadMarkdown: Sendable {
    /// Further rows of a table are only counted; a comment has a size limit.
    private static let largestRowCount = 30

    package init() {}

    /// The whole comment, with a final line end.
    package func text(of facts: LoadFacts) -> String {
        var sections = [head(facts)]
        sections.append(thresholds(facts))
        if facts.figures.dueCount > 0 {
            sections += [clocks(facts), outcomes(facts), sends(facts), failedResponses(facts)]
        }
        sections.append(delivery(facts))
        sections += [remarks(facts), repetition(facts)]
        let lines = sections.filter { !$0.isEmpty }.joined(separator: [""])
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(_ facts: LoadFacts) -> [String] {
        let conclusion = LoadConclusion(facts)
        let symbol =
            switch conclusion.kind {
            case .good: "✅"
            case .doubtful: "⚠️"
            case .bad: "❌"
            }
        let title = MarkdownSpan.escaped(facts.result.profile.title.prefixed(200))
        let verdict = MarkdownSpan.escaped(conclusion.text)
        let targets = facts.result.targets.map { target in
            // The reference listens on a different port each time.
            target.isReference ? "the built-in reference" : MarkdownText.code(target.url)
        }
        let model = LoadModelText.line(facts.result)
        let context = targets.isEmpty ? model : "\(model), to \(targets.joined(separator: ", "))"
        let figures = LoadKeyFigures(facts: facts).rows.map { row in
            "- **\(row.value)** \(row.name): \(row.detail)"
        }
        return ["## \(symbol) assay load: \(title)", "", "**\(verdict)**", "", context]
            + (figures.isEmpty ? [] : [""] + figures)
    }

    private func thresholds(_ facts: LoadFacts) -> [String] {
        let rows = LoadThresholdRow.rows(facts).map { row in
            let symbol =
                switch row.verdict {
                case .passed: "✅ passed"
                case .failed: "❌ failed"
                case .inconclusive: "⚠️ inconclusive"
                }
            let place = row.place.map { MarkdownText.code($0) } ?? ""
            return [
                MarkdownText.code(row.objective), symbol, MarkdownSpan.escaped(row.observed), place,
            ]
        }
        return rows.isEmpty
            ? [] : table(["Threshold", "Verdict", "Observed", "Place"], rows, leading: 4)
    }

    private func clocks(_ facts: LoadFacts) -> [String] {
        let clocks = LoadClockTable(facts: facts)
        let rows = clocks.rows.map { [$0.name] + $0.figures.map(\.text) }
        let legend = clocks.legend.map(MarkdownSpan.escaped).joined(separator: "<br>")
        return table([""] + LoadClockTable.titles, rows, leading: 1)
            + (legend.isEmpty ? [] : ["", "<sub>\(legend)</sub>"])
    }

    private func outcomes(_ facts: LoadFacts) -> [String] {
        let outcomes = LoadOutcomeTable(facts: facts)
        let rows = (outcomes.responses + outcomes.missing).map { row in
            [
                "\(row.symbol) \(MarkdownText.code(row.name))", row.count, row.share,
            ] + row.latency.map(\.text) + [row.remark]
        }
        var lines = table(
            ["Outcome", "count", "share", "p50", "p99", "max", ""],
            Array(rows.prefix(Self.largestRowCount)),
            leading: 1
        )
        let rest = rows.count - min(rows.count, Self.largestRowCount)
        if rest > 0 { lines += ["", "… and \(rest) more outcomes."] }
        return lines
    }

    private func sends(_ facts: LoadFacts) -> [String] {
        let sends = LoadOutcomeTable(facts: facts).sends
        guard !sends.isEmpty else { return [] }
        let rows = sends.prefix(Self.largestRowCount).map { row in
            [(row.isStep ? "↳ " : "") + MarkdownText.code(row.name), row.due, row.failed]
                + row.latency.map(\.text) + [row.remark]
        }
        let rest = sends.count - rows.count
        return table(["Send", "due", "failed", "p50", "p99", "max", ""], rows, leading: 1)
            + (rest > 0 ? ["", "… and \(rest) more."] : [])
    }

    /// In a fold, as they are long.
    private func failedResponses(_ facts: LoadFacts) -> [String] {
        let lines = FailedResponseText.lines(facts.result)
        guard !lines.isEmpty else { return [] }
        return [
            "<details><summary>The first failed response of each kind</summary>", "",
            MarkdownText.block(lines, language: ""), "", "</details>",
        ]
    }

    /// The deliveries, when they were watched.
    private func delivery(_ facts: LoadFacts) -> [String] {
        guard let delivery = facts.result.delivery else { return [] }
        let text = DeliveryText(delivery: delivery)
        let tables = DeliveryTables(delivery: delivery)
        let clock = tables.clocks.prefix(1).map { [$0.name, $0.count] + $0.figures.map(\.text) }
        let deadlines = tables.deadlines.map { [$0.within, $0.count, $0.share] }
        let faults = tables.faults.map { row in
            ["\(row.isBad ? "❌" : "⚠️") \(row.name)", row.count, MarkdownSpan.escaped(row.meaning)]
        }
        return ["**Delivery:** \(MarkdownSpan.escaped(text.headline))."]
            + section(["", "count"] + DeliveryTables.clockTitles, clock)
            + section(["Deadline", "count", "share"], deadlines)
            + section(["Fault", "count", ""], faults)
    }

    /// An empty line and a table; empty without rows.
    private func section(_ titles: [String], _ rows: [[String]]) -> [String] {
        rows.isEmpty ? [] : [""] + table(titles, rows, leading: 1)
    }

    private func remarks(_ facts: LoadFacts) -> [String] {
        LoadRemarks(facts: facts).all.map { remark in
            let symbol =
                switch remark.kind {
                case .good, .neutral: ""
                case .doubtful: "⚠️ "
                case .bad: "❌ "
                }
            return "- \(symbol)\(MarkdownSpan.escaped(remark.text))"
        }
    }

    /// The command to repeat the run, in a fold.
    private func repetition(_ facts: LoadFacts) -> [String] {
        let result = facts.result
        let part = result.firstPart
        let run = result.profile.run.map { [["run", MarkdownText.code($0)]] } ?? []
        let rows = [
            ["profile", MarkdownText.code(result.profile.file)],
            ["hash", MarkdownText.code(result.profile.hash)],
            ["seed", "\(result.profile.seed)"],
            ["started", WallClockText.utc(result.startedAt)],
            [
                "generator",
                MarkdownSpan.escaped(
                    "assay \(part.tool.version); \(part.environment.cpu), \(part.environment.cores) "
                        + "cores; \(part.environment.kernel)"
                ),
            ],
        ]
        let disturbance = result.disturbanceText.map {
            [["meanwhile", MarkdownSpan.escaped(PrintableText.line($0, limit: 400))]]
        }
        let commands = result.parts.map { part in
            ["again with", MarkdownText.code(RepeatedCommand(result, part).line)]
        }
        return ["<details><summary>How it was run</summary>", ""]
            + table(["", ""], rows + (disturbance ?? []) + run + commands, leading: 2)
            + ["", "</details>"]
    }

    private func table(_ titles: [String], _ rows: [[String]], leading: Int) -> [String] {
        let alignment = titles.indices.map { $0 < leading ? ":--" : "--:" }
        return ([titles, alignment] + rows).map { cells in
            // A bar ends the cell even within code.
            "| \(cells.map { Self.cell($0) }.joined(separator: " | ")) |"
        }
    }

    private static func cell(_ text: String) -> String {
        text.contains("`") ? text.replacing("|", with: "\\|") : text
    }
}

extension String {
    /// The maximum number of characters.
    fileprivate func prefixed(_ count: Int) -> String {
        self.count <= count ? self : "\(prefix(count))…"
    }
}
