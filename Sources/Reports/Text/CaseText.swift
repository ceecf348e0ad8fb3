import Base
import Contract
import ReportText

/// One case with its exchanges.
struct CaseText {
    let style: TextStyle
    let isVerbose: Bool

    func lines(of result: CaseResult) -> [String] {
        var lines = [title(of: result)]
        if let reason = result.reason, !isSaidBySteps(reason, result) {
            lines.append("  \(reason)")
        }
        let text = StepText(style: style, isVerbose: isVerbose)
        for (number, step) in result.steps.enumerated() where isVerbose || isWorthShowing(step) {
            lines += text.lines(of: step, number: number + 1)
        }
        if let generated = result.generated { lines += self.lines(of: generated) }
        return lines
    }

    /// A generated case, in words and as YAML.
    private func lines(of finding: GeneratedFinding) -> [String] {
        let others =
            finding.others == 0
            ? "" : "; \(Count.of(finding.others, "further case")) found the same"
        var lines = [style.text("  generated [\(finding.kind.rawValue)]\(others)", .dim)]
        lines += finding.alterations.map { "    \($0)" }
        guard let text = finding.text else { return lines }
        lines.append(style.text("  as a case; add it below \"cases:\"", .dim))
        return lines
            + text.split(separator: "\n").map { "    \($0)" }
    }

    /// Cleanup steps are not checked, and passed steps need no explanation.
    private func isWorthShowing(_ step: StepResult) -> Bool {
        step.phase != .teardown && step.outcome != .passed
    }

    private func isSaidBySteps(_ reason: String, _ result: CaseResult) -> Bool {
        guard let headline = result.decidingStep?.step.headline else { return false }
        return reason.hasSuffix(headline)
    }

    private func title(of result: CaseResult) -> String {
        let (word, role): (String, TextStyle.Role) =
            switch result.verdict {
            case .passed where Finding(result)?.kind == .differs: ("DIFFERS", .doubtful)
            case .passed: ("PASSED", .good)
            case .failed: ("FAILED", .bad)
            case .inconclusive: ("INCONCLUSIVE", .doubtful)
            case .flaky: ("FLAKY", .doubtful)
            case .waived: ("WAIVED", .dim)
            case .skipped: ("SKIPPED", .dim)
            }
        var time = result.steps.isEmpty ? "" : "  \(result.duration.shortText)"
        if result.repetitions > 1 { time = "  \(result.repetitions) times\(time)" }
        return "\(style.text(word, role)) \(style.text(result.name, .bold))"
            + style.text("  \(result.location)\(time)", .dim)
    }
}
