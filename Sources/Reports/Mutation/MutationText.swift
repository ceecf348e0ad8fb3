import Contract
import ReportText
import Trace

/// The report of `assay verify --mutants` for people.
struct MutationText: Sendable {
    private let style: TextStyle
    /// Whether every promise that fails with a defect is listed, each on a line.
    private let isVerbose: Bool

    /// The number of promises named in a shortened list.
    private static let namedLimit = 3

    init(style: TextStyle = TextStyle(isColored: false), isVerbose: Bool = false) {
        self.style = style
        self.isVerbose = isVerbose
    }

    /// The whole report, with a final line end.
    func text(of facts: MutationFacts) -> String {
        let (result, contradictions) = (facts.result, facts.contradictions)
        let failures = result.failuresWithoutDefect
        guard failures.isEmpty || result.alterations != nil else {
            return broken(failures).joined(separator: "\n") + "\n"
        }
        let proof = ProofText(style: style, isVerbose: isVerbose)
        let lines =
            (failures.isEmpty ? [] : broken(failures) + [""]) + table(result.mutants)
            + survivors(result) + mistaken(result) + proof.lines(of: result)
            + table(facts.documents) + table(contradictions) + [""] + summary(result)
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ documents: [DocumentCoverage]) -> [String] {
        documents.isEmpty ? [] : [""] + DocumentTable(documents).lines(style)
    }

    private func table(_ contradictions: [DocumentContradictions]) -> [String] {
        let lines = ContradictionTable(contradictions).lines(style, isVerbose: isVerbose)
        return lines.isEmpty ? [] : [""] + lines
    }

    private func table(_ mutants: [MutationResult.Mutant]) -> [String] {
        let width = mutants.map(\.name.count).max() ?? 0
        return mutants.flatMap { mutant in
            let name = mutant.name + String(repeating: " ", count: width - mutant.name.count)
            return ["  \(name)  \(outcome(mutant.outcome))"] + broken(by: mutant)
        }
    }

    /// The promises that fail with a defect, those that it names first.
    private func broken(by mutant: MutationResult.Mutant) -> [String] {
        let named = mutant.broken.filter { mutant.named.contains($0.id) }
        let others = mutant.broken.filter { !mutant.named.contains($0.id) }
        guard isVerbose else {
            let ids = (named + others).map { PrintableText.line($0.id) }
            let rest = ids.count - Self.namedLimit
            let shown = ids.prefix(Self.namedLimit).joined(separator: ", ")
            guard !ids.isEmpty else { return [] }
            return ["    failing: \(shown)" + (rest > 0 ? " and \(rest) more" : "")]
        }
        return named.map { "    failing, as declared: \(line($0))" }
            + others.map { "    also failing: \(line($0))" }
    }

    private func line(_ promise: PromiseResult) -> String {
        PrintableText.line(promise.id) + "  "
            + style.text(PrintableText.line("\(promise.location)"), .dim)
    }

    private func outcome(_ outcome: MutationResult.Outcome) -> String {
        switch outcome {
        case .caught(let first, _):
            return "caught by \(PrintableText.line(first.name))  "
                + style.text(PrintableText.line("\(first.location)"), .dim)
        case .survived:
            return style.text("SURVIVED", .bad)
        case .notJudged:
            return style.text("not tested: interrupted", .doubtful)
        }
    }

    private func survivors(_ result: MutationResult) -> [String] {
        guard !result.survivors.isEmpty else { return [] }
        let lines = result.survivors.flatMap { mutant -> [String] in
            let first = "  \(mutant.name): \(mutant.summary)"
            guard case .survived(let count) = mutant.outcome, count > 0 else { return [first] }
            return [first, "    \(count) cases are inconclusive"]
        }
        return ["", "Survived: no case detects these defects"] + lines
    }

    private func mistaken(_ result: MutationResult) -> [String] {
        guard !result.mistaken.isEmpty else { return [] }
        let lines = result.mistaken.map { mutant in
            "  \(mutant.name): "
                + mutant.unbroken.map { PrintableText.line($0) }.joined(separator: ", ")
        }
        return ["", "Still passing, although the defect declares that they fail"] + lines
    }

    private func summary(_ result: MutationResult) -> [String] {
        let responses = result.alterations.map { [$0.totals] } ?? []
        let defects = result.mutants.isEmpty && !responses.isEmpty ? [] : [result.totals]
        var lines = responses + defects
        lines[lines.count - 1] +=
            " (\(result.duration.shortText), seed \(result.seed), basis \(result.level.rawValue))"
        if !result.held.isEmpty { lines.append(result.proofTotals) }
        return lines + (result.requiredProofText.map { [$0] } ?? [])
    }

    private func broken(_ failures: [CaseResult]) -> [String] {
        let lines = failures.map { failure in
            "  \(failure.verdict.rawValue) \(PrintableText.line(failure.name))  "
                + PrintableText.line("\(failure.location)")
        }
        return ["No defect was tested: these cases fail without one"] + lines
    }
}
