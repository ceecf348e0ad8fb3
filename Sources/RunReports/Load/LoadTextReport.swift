import Base
import LoadModel
import Measure
package import ReportText

/// The report of `assay load` for a person at a terminal.
package struct LoadTextReport: Sendable {
    private let style: TextStyle
    private let width: Int
    private let detail: Detail

    /// How much is shown.
    package enum Detail: Hashable, Sendable {
        /// One line.
        case quiet
        /// Everything but the histogram of latency.
        case normal
        case verbose
    }

    /// - Parameters:
    ///   - style: Whether there are colours.
    ///   - width: The columns that a line should not pass; at least 80 are taken.
    ///   - detail: How much is shown.
    package init(style: TextStyle, width: Int = 80, detail: Detail = .normal) {
        self.style = style
        self.detail = detail
        self.width = max(width, 80)
    }

    /// The usual height of a terminal, in lines.
    private static let screen = 40

    /// The whole report, the most important first, with a final line end.
    package func text(of facts: LoadFacts) -> String {
        let conclusion = LoadConclusion(facts)
        guard detail != .quiet else { return quiet(facts, conclusion) + "\n" }
        let hasFigures = facts.figures.dueCount > 0
        var sections = [head(facts, conclusion), thresholds(facts), failures(facts)]
        if hasFigures { sections.append(failedResponses(facts)) }
        if let delivery = facts.result.delivery {
            sections.append(
                DeliveryTextSection(delivery: delivery, style: style, width: width).lines
            )
        }
        if hasFigures {
            let chart = detail == .verbose ? chart(facts) : []
            let slowest = detail == .verbose ? [] : slowest(facts)
            sections += [
                figures(facts), clocks(facts) + slowest, chart, outcomes(facts), sends(facts),
            ]
        }
        sections += [remarks(facts), foot(facts)]
        var lines = Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
        if lines.count > Self.screen {
            // A terminal shows the end of a long report.
            lines += [""] + verdict(conclusion)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The verdict and the failures, in one line.
    private func quiet(_ facts: LoadFacts, _ conclusion: LoadConclusion) -> String {
        let thresholds = LoadThresholdRow.rows(facts).filter { $0.verdict != .passed }.map { row in
            "\(row.verdict.rawValue): \(row.objective): \(row.observed)\(row.place.map { " (\($0))" } ?? "")"
        }
        let failures = LoadRemarks(facts: facts).failures.map(\.text)
        let first = facts.fruitless.isEmpty ? [] : FailedResponseText.lines(facts.result).prefix(1)
        let texts = [style.text(conclusion.text, conclusion.kind.role)] + thresholds + failures
        return (texts + first).joined(separator: "; ")
    }

    private func verdict(_ conclusion: LoadConclusion) -> [String] {
        colored(paragraph(conclusion.text, indent: ""), conclusion.kind.role)
    }

    private func head(_ facts: LoadFacts, _ conclusion: LoadConclusion) -> [String] {
        let title = PrintableText.line(facts.result.profile.title, limit: 200)
        let name = title.isEmpty ? PrintableText.line(facts.result.profile.file) : title
        let context = [LoadModelText.line(facts.result)] + facts.targets
        return [style.text(name, .bold)] + verdict(conclusion)
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
        let count = Count.grouped(facts.figures.dueCount, "arrival")
        return [heading("Latency of \(count)")] + lines + slowest(facts)
    }

    private func slowest(_ facts: LoadFacts) -> [String] {
        SlowestSlice(facts.result.recording).map { paragraph($0.text + ".") } ?? []
    }

    private func outcomes(_ facts: LoadFacts) -> [String] {
        let table = LoadOutcomeTable(facts: facts)
        var text = LoadTable()
        let latencies = ["p50", "p99", "max"]
        let groups = [
            ("Responses", table.responses, latencies), ("No response", table.missing, []),
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

    private func failedResponses(_ facts: LoadFacts) -> [String] {
        let lines = FailedResponseText.lines(facts.result)
        guard !lines.isEmpty else { return [] }
        return [heading("First failed response of each kind")] + lines.map { "  " + $0 }
    }

    private func thresholds(_ facts: LoadFacts) -> [String] {
        let rows = LoadThresholdRow.rows(facts)
        let wordWidth = rows.map(\.verdict.rawValue.count).max() ?? 0
        let lines = rows.flatMap { row -> [String] in
            let word = row.verdict.rawValue
            let padding = String(repeating: " ", count: wordWidth - word.count)
            let place = row.place.map { " (\($0))" } ?? ""
            let indent = String(repeating: " ", count: wordWidth + 4)
            var lines = paragraph("\(row.objective): \(row.observed)\(place)", indent: indent)
            let start = "  \(style.text(word, row.verdict.role))\(padding)  "
            lines[0] = start + lines[0].dropFirst(indent.count)
            return lines
        }
        return lines.isEmpty ? [] : [heading("Thresholds")] + lines
    }

    /// Reasons other than thresholds that fail the run or make it inconclusive, and what to do about them.
    private func failures(_ facts: LoadFacts) -> [String] {
        list("Failures", Self.divided(LoadRemarks(facts: facts)).failures)
    }

    private func remarks(_ facts: LoadFacts) -> [String] {
        list("Notes", Self.divided(LoadRemarks(facts: facts)).notes)
    }

    private static func divided(
        _ remarks: LoadRemarks
    ) -> (failures: [LoadRemarks.Remark], notes: [LoadRemarks.Remark]) {
        // Advice follows its subject.
        let isLimited = remarks.generator.contains(where: \.kind.isBad)
        let first = remarks.failures + (isLimited ? remarks.generator : [])
        let texts = Set(first.map(\.text))
        let others = (remarks.generator + remarks.notes).filter { !texts.contains($0.text) }
        return (first + others.filter(\.kind.isBad), others.filter { !$0.kind.isBad })
    }

    private func list(_ title: String, _ remarks: [LoadRemarks.Remark]) -> [String] {
        guard !remarks.isEmpty else { return [] }
        return [heading(title)]
            + remarks.flatMap { remark -> [String] in
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

    /// The resource use, and the command to repeat the run.
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
