package import Contract
package import HTTP

/// The report of `assay verify` for a person at a terminal.
package struct TextReport: Sendable {
    /// How much is said.
    package enum Detail: Hashable, Sendable {
        /// What did not pass, and nothing when all is well.
        case quiet
        /// What did not pass with a few exchanges in full, and the coverage.
        case normal
        /// Every case with every exchange.
        case verbose
    }

    private let style: TextStyle
    private let detail: Detail
    private let redactor: Redactor

    package init(style: TextStyle, detail: Detail = .normal, redactor: Redactor = Redactor()) {
        self.style = style
        self.detail = detail
        self.redactor = redactor
    }
}

extension TextReport {
    /// The whole report, ending with a line end; empty when there is nothing to say.
    package func text(of result: VerificationResult) -> String {
        let result = result.redacted(by: redactor).printable
        let findings = result.cases.compactMap(Finding.init)
        let lines =
            switch detail {
            case .quiet: quietLines(of: result, findings)
            case .normal: normalLines(of: result, findings)
            case .verbose: verboseLines(of: result, findings)
            }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private func quietLines(of result: VerificationResult, _ findings: [Finding]) -> [String] {
        let kinds: [Finding.Kind] = [.failed, .undetermined, .flaky]
        let isWell = result.ending == .complete && !findings.contains { kinds.contains($0.kind) }
        guard !isWell else { return [] }
        let list = FindingList(style: style, isVerbose: false)
        return list.lines(of: findings, kinds: kinds) + summary(of: result)
    }

    private func normalLines(of result: VerificationResult, _ findings: [Finding]) -> [String] {
        let overview = OverviewText(style: style)
        let selection = DetailSelection(findings, of: result.cases)
        let text = CaseText(style: style, isVerbose: false)
        var lines = overview.lines(of: result)
        lines += overview.lines(of: selection.unreached, outOf: result.cases.count)
        // With no answer at all, tables of promises would only say so once more.
        if selection.isAllUnreached { return lines + summary(of: result) }
        for index in selection.shown.sorted() {
            lines += text.lines(of: findings[index].result) + [""]
        }
        if selection.hidden > 0 {
            let shown = "\(selection.shown.count) of \(selection.shown.count + selection.hidden)"
            let hint =
                "Shown in full: \(shown) cases that did not pass; --verbose shows all, and so does "
                + "--report json=FILE"
            lines += [style.text(hint, .dim), ""]
        }
        return lines + tables(of: result, findings)
    }

    private func verboseLines(of result: VerificationResult, _ findings: [Finding]) -> [String] {
        let text = CaseText(style: style, isVerbose: true)
        let cases = result.cases.filter(\.isSelected).flatMap { text.lines(of: $0) + [""] }
        return OverviewText(style: style).lines(of: result) + cases + tables(of: result, findings)
    }

    /// Promises, then cases, then the sum of it all: the end is what a log shows first.
    private func tables(of result: VerificationResult, _ findings: [Finding]) -> [String] {
        let isVerbose = detail == .verbose
        return CoverageText(style: style).lines(of: result)
            + PromiseList(result.promises, style: style, isVerbose: isVerbose).lines
            + PromiseList(
                result.clientPromises,
                of: "Client: ",
                style: style,
                isVerbose: isVerbose
            ).lines
            + needlessWaivers(of: result)
            + FindingList(style: style, isVerbose: isVerbose)
            .lines(of: findings, kinds: Finding.Kind.allCases)
            + summary(of: result)
    }

    private func needlessWaivers(of result: VerificationResult) -> [String] {
        let entries = NeedlessWaivers(result).entries
        guard !entries.isEmpty else { return [] }
        let title = "\(NeedlessWaivers.title) (\(entries.count))"
        let lines = entries.map { entry in
            "  \(entry.name): \(entry.reason)" + style.text("  \(entry.location)", .dim)
        }
        return [style.text(title, .doubtful)] + lines + [""]
    }

    private func summary(of result: VerificationResult) -> [String] {
        let cases = result.cases
        let counts = VerdictCounts(cases).text(style.text)
        var lines = [
            "\(cases.count) \(cases.count == 1 ? "case" : "cases"): \(counts)"
                + " (\(result.duration.shortText), seed \(result.seed))"
        ]
        lines += coverage(of: result.promises, "promises", result.level)
        lines += coverage(of: result.clientPromises, "client promises", result.level)
        switch result.ending {
        case .complete: break
        case .interrupted: lines.append(style.text("interrupted before the end", .doubtful))
        case .failFast: lines.append("ended after the first failure (--fail-fast)")
        }
        return lines
    }

    private func coverage(
        of promises: [PromiseResult],
        _ name: String,
        _ level: Basis
    ) -> [String] {
        let counts = CoverageSummary(promises).counts(upTo: level)
        guard counts.total > 0 else { return [] }
        let share = CoverageSummary.percentage(counts.fraction)
        let broken = style.text("\(counts[.broken]) broken", .bad)
        let verdict =
            counts.judged == 0 ? "" : counts[.broken] == 0 ? ", none broken" : ", \(broken)"
        return [
            "\(counts.judged) of \(counts.countable) \(name) judged: \(share)\(verdict)"
                + " (basis \(level.rawValue)\(promises.remark(upTo: level)))"
        ]
    }
}
