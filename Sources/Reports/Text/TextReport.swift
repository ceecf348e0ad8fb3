package import Contract

/// The report of `assay verify` for a person at a terminal.
package struct TextReport: Sendable {
    /// How much is said.
    package enum Detail: Hashable, Sendable {
        /// One line for the verdict.
        case quiet
        /// Every case that did not pass, and the coverage.
        case normal
        /// Every case, and every exchange.
        case verbose
    }

    let style: TextStyle
    let detail: Detail

    package init(style: TextStyle, detail: Detail = .normal) {
        self.style = style
        self.detail = detail
    }
}

extension TextReport {
    /// The whole report, ending with a line end.
    package func text(of result: VerificationResult) -> String {
        var lines: [String] = []
        if detail != .quiet {
            for contract in result.contracts where !contract.cases.isEmpty {
                lines += head(of: contract)
                lines += contract.cases.flatMap(self.lines)
            }
            lines += CoverageText(style: style).lines(of: result)
        }
        lines += summary(of: result)
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(of contract: ContractResult) -> [String] {
        let version = contract.version.map { " \($0)" } ?? ""
        let targets = contract.targets.map { target in
            "\(target.name) \(target.url)\(target.isReference ? " (built-in reference)" : "")"
        }
        let counts = Verdict.allCases.compactMap { verdict in
            let count = contract.cases.reduce(0) { $0 + ($1.verdict == verdict ? 1 : 0) }
            return count == 0 ? nil : "\(count) \(verdict.rawValue)"
        }
        return [
            style.text(contract.file, .bold) + "  \(contract.title)\(version)",
            "  target \(targets.joined(separator: ", "))",
            "  cases  \(counts.joined(separator: ", "))",
            "",
        ]
    }

    private func lines(of result: CaseResult) -> [String] {
        let isWorthSaying: Bool =
            switch result.verdict {
            case .failed, .undetermined, .flaky: true
            case .skipped: result.reason?.hasPrefix("needs state") ?? false
            case .passed, .waived: false
            }
        guard isWorthSaying || detail == .verbose || hasUncountedDifferences(result) else {
            return []
        }
        var lines = [caseLine(result)]
        if let reason = result.reason { lines.append("    \(reason)") }
        let steps = StepText(style: style, detail: detail)
        for (number, step) in result.steps.enumerated() {
            lines += steps.lines(of: step, number: number + 1)
        }
        if lines.count > 1 || detail != .verbose { lines.append("") }
        return lines
    }

    private func hasUncountedDifferences(_ result: CaseResult) -> Bool {
        result.steps.contains { $0.outcome == .differs }
    }

    private func caseLine(_ result: CaseResult) -> String {
        let (word, role): (String, TextStyle.Role) =
            switch result.verdict {
            case .passed: hasUncountedDifferences(result) ? ("differs", .doubtful) : ("ok", .good)
            case .failed: ("FAILED", .bad)
            case .undetermined: ("UNDETERMINED", .doubtful)
            case .flaky: ("flaky", .doubtful)
            case .waived: ("waived", .dim)
            case .skipped: ("skipped", .dim)
            }
        let time = result.steps.isEmpty ? "" : "  \(result.duration.shortText)"
        return "  \(style.text(word, role)) \(style.text(result.name, .bold))"
            + style.text("  \(result.location)\(time)", .dim)
    }

    private func summary(of result: VerificationResult) -> [String] {
        let order: [(Verdict, TextStyle.Role)] = [
            (.failed, .bad), (.undetermined, .doubtful), (.flaky, .doubtful), (.passed, .good),
            (.waived, .dim), (.skipped, .dim),
        ]
        let counts = order.compactMap { verdict, role -> String? in
            let count = result.count(verdict)
            return count == 0 ? nil : style.text("\(count) \(verdict.rawValue)", role)
        }
        let all = CoverageSummary(result.promises).counts(upTo: result.level)
        let cases = result.cases.count
        var lines = [
            "\(cases) \(cases == 1 ? "case" : "cases"): \(counts.joined(separator: ", "))"
                + "; \(all.judged) of \(all.countable) promises judged"
                + " (\(CoverageSummary.percentage(all.fraction)), basis \(result.level.rawValue))"
                + "; \(result.duration.shortText), seed \(result.seed)"
        ]
        switch result.ending {
        case .complete: break
        case .interrupted:
            lines.append(style.text("interrupted: what is not listed was not run", .doubtful))
        case .failFast:
            lines.append("ended at the first failure (--fail-fast)")
        }
        return lines
    }
}
