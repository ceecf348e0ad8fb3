import Base
import LoadModel
import Measure
package import ReportText

/// The report of `assay load` for a person at a terminal.
package struct LoadTextReport: Sendable {
    private let style: TextStyle
    private let width: Int
    private let isQuiet: Bool

    /// - Parameters:
    ///   - style: Whether there are colours.
    ///   - width: The columns that a line should not pass; at least 80 are taken.
    ///   - isQuiet: Whether only the verdict is said, and what did not hold.
    package init(style: TextStyle, width: Int = 80, isQuiet: Bool = false) {
        self.style = style
        self.isQuiet = isQuiet
        self.width = max(width, 80)
    }

    /// The whole report, ending with a line end.
    package func text(of facts: LoadFacts) -> String {
        let conclusion = LoadConclusion(facts)
        guard !isQuiet else { return quiet(facts, conclusion) }
        var sections = [head(facts, conclusion)]
        if facts.figures.dueCount > 0 {
            sections += [
                figures(facts), clocks(facts), chart(facts), outcomes(facts), sends(facts),
                failedAnswers(facts),
            ]
        }
        if let delivery = facts.result.delivery {
            sections.append(
                DeliveryTextSection(delivery: delivery, style: style, width: width).lines
            )
        }
        // The end is what a terminal shows first.
        let verdict = colored(paragraph(conclusion.text, indent: ""), conclusion.kind.role)
        sections += [thresholds(facts), remarks(facts), foot(facts), verdict]
        let lines = sections.filter { !$0.isEmpty }.joined(separator: [""])
        return lines.joined(separator: "\n") + "\n"
    }

    /// The verdict and what did not hold.
    private func quiet(_ facts: LoadFacts, _ conclusion: LoadConclusion) -> String {
        let isFruitful = facts.fruitless.isEmpty
        let remarks = LoadRemarks(facts: facts).failures.map { paragraph($0.text, indent: "  ") }
        let lines =
            colored(paragraph(conclusion.text, indent: ""), conclusion.kind.role)
            + thresholdLines(facts) { $0.verdict != .passed } + remarks.joined()
            + (isFruitful ? [] : FailedAnswerText.lines(facts.result).map { "  " + $0 })
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(_ facts: LoadFacts, _ conclusion: LoadConclusion) -> [String] {
        let title = PrintableText.line(facts.result.profile.title, limit: 200)
        let name = title.isEmpty ? PrintableText.line(facts.result.profile.file) : title
        let verdict = paragraph(conclusion.text, indent: "")
        let context = [LoadModelText.line(facts.result)] + facts.targets
        return [style.text(name, .bold)] + colored(verdict, conclusion.kind.role)
            + context.flatMap { colored(paragraph($0), .dim) }
    }

    private func figures(_ facts: LoadFacts) -> [String] {
        let rows = LoadKeyFigures(facts: facts).rows
        let nameWidth = rows.map(\.name.count).max() ?? 0
        let valueWidth = rows.map(\.value.count).max() ?? 0
        return rows.map { row in
            let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
            let padding = String(repeating: " ", count: valueWidth - row.value.count)
            let value = style.text(row.value, row.isBad ? .bad : .bold)
            return "  \(name)  \(padding)\(value)  \(row.detail)"
        }
    }

    private func clocks(_ facts: LoadFacts) -> [String] {
        let table = LoadClockTable(facts: facts)
        var text = LoadTable()
        text.add(titles: [""] + LoadClockTable.titles)
        for row in table.rows { text.add([.init(row.name)] + row.figures.map { .init($0) }) }
        let legend = table.legend.flatMap { colored(paragraph($0), .dim) }
        return text.lines(style, width: width) + legend
    }

    private func chart(_ facts: LoadFacts) -> [String] {
        let lines = LatencyChart(facts: facts, style: style, width: width).lines
        guard !lines.isEmpty else { return [] }
        let slowest = SlowestSlice(facts.result.recording).map { paragraph($0.text + ".") } ?? []
        let count = Count.grouped(facts.figures.dueCount, "arrival")
        return [heading("Latency of \(count)")] + lines + slowest
    }

    private func outcomes(_ facts: LoadFacts) -> [String] {
        let table = LoadOutcomeTable(facts: facts)
        var text = LoadTable()
        let latencies = ["p50", "p99", "max"]
        let groups = [
            ("Answers", table.answers, latencies), ("No answer", table.missing, []),
        ]
        for (title, rows, latencies) in groups where !rows.isEmpty {
            let titles = (["count", "share"] + latencies).map { LoadTable.Cell($0, .dim) }
            text.add([.init(title, .bold)] + titles)
            for row in rows {
                text.add(
                    [.init("  " + row.name, row.role), .init(row.count), .init(row.share)]
                        + row.latency.prefix(latencies.count).map { .init($0) },
                    remark: row.remark
                )
            }
        }
        return text.lines(style, width: width).map { String($0.dropFirst(2)) }
    }

    private func sends(_ facts: LoadFacts) -> [String] {
        let rows = LoadOutcomeTable(facts: facts).sends
        guard !rows.isEmpty else { return [] }
        var text = LoadTable()
        text.add(
            [.init("Sends", .bold)]
                + ["due", "failed", "p50", "p99", "max"].map { .init($0, .dim) }
        )
        for row in rows {
            text.add(
                [.init((row.isStep ? "    " : "  ") + row.name), .init(row.due), .init(row.failed)]
                    + row.latency.map { .init($0) },
                remark: row.remark
            )
        }
        return text.lines(style, width: width).map { String($0.dropFirst(2)) }
    }

    private func failedAnswers(_ facts: LoadFacts) -> [String] {
        let lines = FailedAnswerText.lines(facts.result)
        guard !lines.isEmpty else { return [] }
        return [heading("The first answer of each kind that failed")] + lines.map { "  " + $0 }
    }

    private func thresholds(_ facts: LoadFacts) -> [String] {
        let lines = thresholdLines(facts) { _ in true }
        return lines.isEmpty ? [] : [heading("Thresholds")] + lines
    }

    private func thresholdLines(
        _ facts: LoadFacts,
        where isMeant: (LoadThresholdRow) -> Bool
    ) -> [String] {
        let rows = LoadThresholdRow.rows(facts).filter(isMeant)
        let wordWidth = rows.map(\.verdict.rawValue.count).max() ?? 0
        return rows.flatMap { row -> [String] in
            let word = row.verdict.rawValue
            let padding = String(repeating: " ", count: wordWidth - word.count)
            let place = row.place.map { " (\($0))" } ?? ""
            let indent = String(repeating: " ", count: wordWidth + 4)
            var lines = paragraph("\(row.objective): \(row.observed)\(place)", indent: indent)
            let start = "  \(style.text(word, row.verdict.role))\(padding)  "
            lines[0] = start + lines[0].dropFirst(indent.count)
            return lines
        }
    }

    private func remarks(_ facts: LoadFacts) -> [String] {
        let remarks = LoadRemarks(facts: facts)
        let all = remarks.generator + remarks.notes
        guard !all.isEmpty else { return [] }
        return [heading("What to know")]
            + all.flatMap { remark -> [String] in
                let role: TextStyle.Role? =
                    switch remark.kind {
                    case .good, .neutral: nil
                    case .doubtful: .doubtful
                    case .bad: .bad
                    }
                let lines = paragraph(remark.text, indent: "  - ")
                return role.map { colored(lines, $0) } ?? lines
            }
    }

    /// What it cost, and what is needed to run it again.
    private func foot(_ facts: LoadFacts) -> [String] {
        let result = facts.result
        var parts = [PrintableText.line(result.profile.file), "seed \(result.profile.seed)"]
        if let run = result.profile.run { parts.append("run \(PrintableText.line(run))") }
        let options = RepeatedCommand.text(of: result.firstPart.options)
        if !options.isEmpty { parts.insert(options, at: 1) }
        if let time = facts.timePerRequest {
            let target = facts.targetTimePerRequest.map { time in
                ", and \(NanosecondText.short(time)) of the target's"
            }
            parts.append(
                "\(NanosecondText.short(time)) of processor time a request\(target ?? "")"
            )
        }
        parts.append(
            "\(LoadNumber.bytes(facts.figures.bytesSent)) sent, "
                + "\(LoadNumber.bytes(facts.figures.bytesReceived)) received"
        )
        return colored(paragraph(parts.joined(separator: "; "), indent: ""), .dim)
    }

    private func heading(_ text: String) -> String { style.text(text, .bold) }

    private func paragraph(_ text: String, indent: String = "  ") -> [String] {
        TextWrapping.wrap(text, width: width, indent: indent)
    }

    private func colored(_ lines: [String], _ role: TextStyle.Role) -> [String] {
        lines.map { style.text($0, role) }
    }
}
