import Contract
import HTTP
import ReportText

/// The report of `assay verify` for TAP harnesses: one test point for each case after its rows were
/// expanded.
///
/// Source: the TAP 14 specification, testanything.org.
struct TAPReport: Sendable {
    /// The whole stream, with a final line end.
    func text(of facts: VerifyFacts) -> String {
        var lines = ["TAP version 14", "1..\(facts.cases.count)"]
        if facts.cases.isEmpty { lines[1] += " # SKIP no cases" }
        var number = 0
        for contract in facts.suites {
            lines.append(comment(head(of: contract)))
            for each in contract.cases {
                number += 1
                lines.append(testPoint(each, number))
                // Empty lines too: readers treat a line without indentation as the end of the
                // block.
                lines += diagnostics(of: each).map { "  \($0)" }
            }
        }
        lines += DocumentTable(facts.documents).lines(TextStyle(isColored: false)).map(comment)
        let sum = "\(facts.counts.sentence()); \(facts.coverage); seed \(facts.result.seed)"
        lines.append(comment(sum))
        switch facts.result.ending {
        case .complete where facts.conclusion.judgedNothing:
            lines.append("Bail out! \(facts.conclusion.sentence)")
        case .complete: break
        case .failFast: lines.append(comment("ended at the first failure (--fail-fast)"))
        case .interrupted: lines.append("Bail out! interrupted: the remaining cases were not run")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(of contract: ContractResult) -> String {
        let version = contract.version.map { " \($0)" } ?? ""
        let targets = contract.targets.map { "\($0.name) \($0.url)" }.joined(separator: ", ")
        return "\(contract.file): \(contract.title)\(version), target \(targets)"
    }

    private func comment(_ text: String) -> String { "# \(PrintableText.line(text))" }

    private func testPoint(_ result: CaseResult, _ number: Int) -> String {
        let times = result.repetitions > 1 ? " (\(result.repetitions) times)" : ""
        let name = Self.escaped(result.name) + times
        let reason = Self.escaped(result.mainPoint)
        return switch result.verdict {
        case .passed, .flaky: "ok \(number) - \(name)"
        case .failed, .inconclusive: "not ok \(number) - \(name)"
        // In TAP a TODO test that passes deserves attention.
        case .waived where result.waivedRun?.verdict == .passed:
            "ok \(number) - \(name) # TODO \(reason)"
        case .waived: "not ok \(number) - \(name) # TODO \(reason)"
        case .skipped: "ok \(number) - \(name) # SKIP \(reason)"
        }
    }

    private static func escaped(_ text: String) -> String {
        PrintableText.line(text).unicodeScalars.reduce(into: "") { escaped, scalar in
            if scalar == "#" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
    }
}

// MARK: - Diagnostics

extension TAPReport {
    /// The maximum number of body bytes shown.
    private static let bodyLimit = 2_048

    private func diagnostics(of result: CaseResult) -> [String] {
        switch result.verdict {
        case .passed, .waived, .skipped: return []
        case .failed, .inconclusive, .flaky: break
        }
        var lines = [
            "---",
            "verdict: \(result.verdict.rawValue)",
            "message: \(YAMLText.quoted(result.mainPoint))",
        ]
        let deciding = result.decidingStep
        lines += place("at", deciding?.step.location ?? result.location)
        lines.append("attempts: \(result.attempts)")
        lines.append("duration_ms: \(result.duration.millisecondsText)")
        if let deciding { lines += details(of: deciding.step, number: deciding.number) }
        return lines + ["..."]
    }

    private func details(of step: StepResult, number: Int) -> [String] {
        var lines = ["step: \(YAMLText.quoted("\(number) \(step.label)"))"]
        if step.phase != .steps { lines.append("phase: \(step.phase.rawValue)") }
        if let fault = step.fault { lines.append("fault: \(YAMLText.quoted("\(fault)"))") }
        if step.differenceCount > 0 {
            lines.append("differenceCount: \(step.differenceCount)")
        }
        if !step.differences.isEmpty {
            lines.append("differences:")
            lines += step.differences.flatMap(item)
        }
        for (number, exchange) in step.numberedExchanges {
            let command = CurlCommand(exchange.request).description
            let response = ResponseText.lines(of: exchange, step.direction, limit: Self.bodyLimit)
            let titles = step.direction
            lines += YAMLText.block("\(titles.requestTitle)\(number)", command.unicodeLines)
            lines += YAMLText.block("\(titles.responseTitle)\(number)", response)
        }
        guard step.exchanges.isEmpty else { return lines }
        return lines + YAMLText.block("response", [step.direction.nothing])
    }

    private func item(_ difference: Difference) -> [String] {
        var members = [
            "path: \(YAMLText.quoted(difference.path))",
            "expected: \(YAMLText.quoted(difference.expected))",
            "actual: \(YAMLText.quoted(difference.actual))",
            "basis: \(difference.basis.rawValue)",
        ]
        switch difference.standing {
        case .contradiction: break
        case .unknown: members.append("inconclusive: true")
        case .waived(let reason): members.append("waived: \(YAMLText.quoted(reason))")
        }
        members += difference.location.map { place("at", $0) } ?? []
        return members.enumerated().map { index, line in (index == 0 ? "  - " : "    ") + line }
    }

    private func place(_ key: String, _ location: SourceLocation) -> [String] {
        [
            "\(key):", "  file: \(YAMLText.quoted(location.file))", "  line: \(location.line)",
            "  column: \(location.column)",
        ]
    }
}
