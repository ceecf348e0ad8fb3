import Contract
import HTTP
import ReportText

/// The report of `assay verify` as annotations of the contract files in a pull request, for a step
/// of GitHub Actions to print.
///
/// GitHub shows the first ten errors and the first ten warnings of a step, so the most important
/// come first; the others are in its log.
struct GitHubReport: Sendable {
    /// The number of annotations of one kind that GitHub shows for a step.
    private static let shown = 10
    /// The maximum number of differences in an annotation.
    private static let differenceLimit = 10
    /// The maximum number of characters shown of a line of a message.
    private static let lineLimit = 500

    /// The spelling of files.
    var paths = RepositoryPaths.asGiven
}

extension GitHubReport {
    /// The commands, one per line, each with a line end: errors, warnings and one notice, which is an error when
    /// nothing was checked.
    func text(of facts: VerifyFacts) -> String {
        let ordered = ranked(facts.cases)
        let errors = ordered.filter { isError($0, facts.gates) }
        let warnings = ordered.filter { !isError($0, facts.gates) }
        let needless = NeedlessWaivers(facts.result).entries
        var commands = errors.map { annotation($0, .error) }
        commands += warnings.map { annotation($0, .warning) }
        commands += needless.map(annotation)
        commands.append(
            summary(of: facts, errors: errors.count, warnings: warnings.count + needless.count)
        )
        return commands.map { "\($0)\n" }.joined()
    }

    /// Cases worth an annotation: the failed ones by the basis of their promise, then the flaky and
    /// the inconclusive ones; otherwise in file order.
    private func ranked(_ cases: [CaseResult]) -> [CaseResult] {
        let failed = Basis.allCases.flatMap { basis in
            cases.filter { $0.verdict == .failed && Self.basis(of: $0) == basis }
        }
        return failed + cases.filter { $0.verdict == .flaky }
            + cases.filter { $0.verdict == .inconclusive }
    }

    /// The basis of what a case contradicts: the strongest basis among its differences.
    private static func basis(of result: CaseResult) -> Basis {
        let broken = result.steps.filter { $0.outcome == .failed }
        return broken.flatMap(\.differences).filter(\.isContradiction).map(\.basis).min()
            ?? .documented
    }

    private func isError(_ result: CaseResult, _ gates: RunGates) -> Bool {
        result.verdict == .failed || result.verdict == .flaky && gates.failsOnFlaky
    }
}

// MARK: - Commands

extension GitHubReport {
    private func annotation(_ result: CaseResult, _ name: WorkflowCommand.Name) -> WorkflowCommand {
        let deciding = result.decidingStep
        let place = deciding?.step.location ?? result.location
        var lines = [result.mainPoint]
        if let (number, step) = deciding {
            lines[0] = "step \(number) \(step.title): \(result.mainPoint)"
            lines += step.differences.prefix(Self.differenceLimit).map(\.sentence)
            let rest = step.differenceCount - min(step.differences.count, Self.differenceLimit)
            if rest > 0 { lines.append("… \(rest) more") }
        }
        return WorkflowCommand(
            name: name,
            properties: paths.properties(of: place) + [("title", title(of: result))],
            message: lines.map { PrintableText.line($0, limit: Self.lineLimit) }
                .joined(separator: "\n")
        )
    }

    private func annotation(_ waiver: NeedlessWaivers.Entry) -> WorkflowCommand {
        let title = "\(waiver.name): \(WaiverText.needless)"
        return WorkflowCommand(
            name: .warning,
            properties: paths.properties(of: waiver.location) + [
                ("title", PrintableText.line(title, limit: 200))
            ],
            message: PrintableText.line("waived: \(waiver.reason)", limit: Self.lineLimit)
        )
    }

    private func title(of result: CaseResult) -> String {
        PrintableText.line("\(result.name): \(result.verdict.rawValue)", limit: 200)
    }

    private func summary(
        of facts: VerifyFacts,
        errors: Int,
        warnings: Int
    ) -> WorkflowCommand {
        let counts = facts.counts.sentence()
        var lines = ["\(counts); \(facts.coverage); seed \(facts.result.seed)"]
        let table = DocumentTable(facts.documents)
        lines += table.rows.map {
            PrintableText.line("\($0.name): \(table.sentence($0))", limit: Self.lineLimit)
        }
        let kinds = [("error", errors), ("warning", warnings)].filter { $0.1 > Self.shown }
        for (kind, count) in kinds {
            lines.append(
                "GitHub shows \(Self.shown) \(kind)s of a step; \(count - Self.shown) more "
                    + "\(count - Self.shown == 1 ? "is" : "are") in its log"
            )
        }
        return WorkflowCommand(
            name: facts.conclusion.judgedNothing ? .error : .notice,
            properties: [("title", "assay verify: \(facts.conclusion.sentence)")],
            message: lines.joined(separator: "\n")
        )
    }
}

extension RepositoryPaths {
    /// The place of an annotation.
    func properties(of place: SourceLocation) -> [(name: String, value: String)] {
        [("file", text(of: place.file)), ("line", "\(place.line)"), ("col", "\(place.column)")]
    }
}
