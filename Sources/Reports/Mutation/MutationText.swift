import Contract
import ReportText

/// The report of `assay verify --mutants` for people.
struct MutationText: Sendable {
    private let style: TextStyle

    init(style: TextStyle = TextStyle(isColored: false)) {
        self.style = style
    }

    /// The whole report, ending with a line end.
    func text(of result: MutationResult) -> String {
        let lines =
            result.failuresWithoutDefect.isEmpty
            ? table(result.mutants) + survivors(result) + [summary(result)]
            : broken(result.failuresWithoutDefect)
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ mutants: [MutationResult.Mutant]) -> [String] {
        let width = mutants.map(\.name.count).max() ?? 0
        return mutants.map { mutant in
            let name = mutant.name + String(repeating: " ", count: width - mutant.name.count)
            return "  \(name)  \(outcome(mutant.outcome))"
        }
    }

    private func outcome(_ outcome: MutationResult.Outcome) -> String {
        switch outcome {
        case .caught(let first, _):
            return "caught by \(PrintableText.line(first.name))  "
                + style.text(PrintableText.line("\(first.location)"), .dim)
        case .survived:
            return style.text("SURVIVED", .bad)
        case .notJudged:
            return style.text("not judged: interrupted", .doubtful)
        }
    }

    private func survivors(_ result: MutationResult) -> [String] {
        guard !result.survivors.isEmpty else { return [] }
        let lines = result.survivors.flatMap { mutant -> [String] in
            let first = "  \(mutant.name): \(mutant.summary)"
            guard case .survived(let count) = mutant.outcome, count > 0 else { return [first] }
            return [first, "    \(count) cases could not be judged with it"]
        }
        return ["", "Survived: no case notices these"] + lines
    }

    private func summary(_ result: MutationResult) -> String {
        "\n\(result.totals) (\(result.duration.shortText), seed \(result.seed), basis "
            + "\(result.level.rawValue))"
    }

    private func broken(_ failures: [CaseResult]) -> [String] {
        let lines = failures.map { failure in
            "  \(failure.verdict.rawValue) \(PrintableText.line(failure.name))  "
                + PrintableText.line("\(failure.location)")
        }
        return ["No defect was tried: these cases do not pass without any"] + lines
    }
}
