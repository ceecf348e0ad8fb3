import Contract
import HTTP
package import ReportText
import Trace

/// The report of `assay verify` for a person at a terminal.
package struct TextReport: Sendable {
    /// The level of detail.
    package enum Detail: Hashable, Sendable {
        /// The verdict, and the failures before it.
        case quiet
        /// The failures with a few exchanges in full, and the coverage.
        case normal
        /// Every case with every exchange.
        case verbose
    }

    private let style: TextStyle
    private let detail: Detail

    package init(style: TextStyle, detail: Detail = .normal) {
        self.style = style
        self.detail = detail
    }
}

extension TextReport {
    /// The whole report, with a final line end; may be empty.
    package func text(of facts: VerifyFacts) -> String {
        let facts = facts.printable
        let findings = facts.cases.compactMap(Finding.init)
        let lines =
            switch detail {
            case .quiet: quietLines(of: facts, findings)
            case .normal: normalLines(of: facts, findings)
            case .verbose: verboseLines(of: facts, findings)
            }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private func quietLines(of facts: VerifyFacts, _ findings: [Finding]) -> [String] {
        let kinds: [Finding.Kind] = [.failed, .inconclusive, .flaky]
        let isWell =
            facts.result.ending == .complete && !findings.contains { kinds.contains($0.kind) }
            && !facts.conclusion.judgedNothing
        guard !isWell else { return verdict(of: facts) }
        let list = FindingList(style: style, isVerbose: false)
        return list.lines(of: findings, kinds: kinds) + verdict(of: facts)
    }

    private func normalLines(of facts: VerifyFacts, _ findings: [Finding]) -> [String] {
        let overview = OverviewText(style: style)
        let selection = DetailSelection(findings, of: facts.cases)
        let text = CaseText(style: style, isVerbose: false)
        var lines = overview.lines(of: facts)
        lines += overview.lines(of: selection.unreached, outOf: facts.counts.total)
        // Without any response, tables of promises would only repeat that.
        if selection.isAllUnreached { return lines + summary(of: facts) }
        for index in selection.shown.sorted() {
            lines += text.lines(of: findings[index].result) + [""]
        }
        if selection.hidden > 0 {
            let shown = "\(selection.shown.count) of \(selection.shown.count + selection.hidden)"
            let hint =
                "Shown in full: \(shown) cases that did not pass; --verbose or --report json=FILE "
                + "shows all"
            lines += [style.text(hint, .dim), ""]
        }
        let others = findings.indices.filter { !selection.shown.contains($0) }
        return lines
            + tables(
                of: facts,
                others.map { findings[$0] },
                continued: Set(selection.shown.map { findings[$0].kind })
            )
    }

    private func verboseLines(of facts: VerifyFacts, _ findings: [Finding]) -> [String] {
        let text = CaseText(style: style, isVerbose: true)
        let cases = facts.cases.filter(\.isSelected).flatMap { text.lines(of: $0) + [""] }
        return OverviewText(style: style).lines(of: facts) + cases + tables(of: facts, findings)
    }

    /// Promises, then cases, then the totals: a log shows the end first.
    ///
    /// Takes only the findings that were not shown in full before.
    private func tables(
        of facts: VerifyFacts,
        _ findings: [Finding],
        continued: Set<Finding.Kind> = []
    ) -> [String] {
        let isVerbose = detail == .verbose
        return documents(of: facts) + description(of: facts)
            + (facts.isGeneratedOnly ? [] : promises(of: facts))
            + waivers(NeedlessWaivers.title, NeedlessWaivers(facts.result).entries)
            + waivers(WaivedAsserts.title, WaivedAsserts(facts.result).entries)
            + FindingList(style: style, isVerbose: isVerbose, continued: continued)
            .lines(of: findings, kinds: Finding.Kind.allCases)
            + omissions(of: facts)
            + summary(of: facts)
    }

    private func promises(of facts: VerifyFacts) -> [String] {
        let isVerbose = detail == .verbose
        let sides = [(facts.server, ""), (facts.client, "Client: ")]
        return CoverageText(style: style).lines(of: facts)
            + sides.flatMap { side, label in
                PromiseList(side.promises, of: label, style: style, isVerbose: isVerbose).lines
            }
    }

    /// Operations without generated cases.
    private func omissions(of facts: VerifyFacts) -> [String] {
        let generations = facts.result.contracts.compactMap(\.generation)
        let lists = [
            ("Not generated, as the contract excludes them", generations.flatMap(\.excluded)),
            (
                "Covered in part, as no request succeeded",
                generations.flatMap(\.withoutBase)
            ),
        ]
        return lists.flatMap { title, omissions -> [String] in
            guard !omissions.isEmpty else { return [] }
            return [style.text("\(title) (\(omissions.count))", .doubtful)]
                + omissions.map { "  \($0.operation): \($0.reason)" } + [""]
        }
    }

    /// Documents for people come before those written for the tool; the reasons of statements that are not covered
    /// are only shown with --verbose.
    private func documents(of facts: VerifyFacts) -> [String] {
        guard !facts.documents.isEmpty else { return [] }
        var lines = DocumentTable(facts.documents).lines(style)
        for document in facts.documents {
            let entries = document.entries.filter { entry in
                switch entry.standing {
                case .failed, .inconclusive, .differs, .notProven, .notTried: true
                case .open, .declared: detail == .verbose
                case .checked, .modelled, .local, .console, .contradicted: false
                }
            }
            lines += entries.map { entry in
                let name = PrintableText.line("\(entry.statement.name): ")
                let reason = PrintableText.line(entry.reason ?? "")
                let place = style.text("  \(entry.statement.location)", .dim)
                return "  " + style.text(entry.standing.rawValue, .doubtful) + " " + name + reason
                    + place
            }
        }
        return lines + [""]
    }

    /// The elements of the API description, and how many are covered.
    private func description(of facts: VerifyFacts) -> [String] {
        guard let use = facts.result.described else { return [] }
        return DescriptionTable(use).lines(style, isWhole: detail == .verbose) + [""]
    }

    private func waivers(_ title: String, _ entries: [NeedlessWaivers.Entry]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let title = "\(title) (\(entries.count))"
        let lines = entries.map { entry in
            "  \(entry.name): \(entry.reason)" + style.text("  \(entry.location)", .dim)
        }
        return [style.text(title, .doubtful)] + lines + [""]
    }

    private func summary(of facts: VerifyFacts) -> [String] {
        var lines = verdict(of: facts)
        var coverage = facts.generated
        coverage += [
            facts.documentCoverage, facts.description, facts.sentAgain, facts.sentOnceMore,
        ].compactMap(\.self)
        coverage += facts.isGeneratedOnly ? [] : facts.sides.compactMap(self.coverage)
        lines.insert(contentsOf: coverage, at: 1)
        return lines
    }

    /// The verdicts of cases, and whether the run was complete.
    private func verdict(of facts: VerifyFacts) -> [String] {
        let result = facts.result
        var lines = [
            facts.counts.sentence(style.text)
                + " (\(result.duration.shortText), seed \(result.seed))"
        ]
        switch result.ending {
        case .complete: break
        case .interrupted: lines.append(style.text("interrupted before the end", .doubtful))
        case .failFast: lines.append("ended after the first failure (--fail-fast)")
        }
        guard facts.conclusion.judgedNothing else { return lines }
        return lines + [style.text(facts.conclusion.sentence, .doubtful)]
    }

    /// `nil` when no promise counts.
    private func coverage(of side: PromiseSide) -> String? {
        let counts = side.counted
        guard counts.total > 0 else { return nil }
        let broken = style.text("\(counts[.failed]) failed", .bad)
        let verdict =
            counts.judged == 0 ? "" : counts[.failed] == 0 ? ", none failed" : ", \(broken)"
        return "\(side.judged): \(side.share)\(verdict) (\(side.basis))"
    }
}
