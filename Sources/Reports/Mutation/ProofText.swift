import Base
import Contract
import ReportText

/// The parts of `assay verify --mutants` on promises and mutations, for people.
struct ProofText: Sendable {
    private let style: TextStyle
    private let isVerbose: Bool

    /// The number of items shown of a shortened list.
    private static let shown = 20

    init(style: TextStyle, isVerbose: Bool) {
        self.style = style
        self.isVerbose = isVerbose
    }

    /// The undetected mutations, and the promises that are not proven.
    func lines(of result: MutationResult) -> [String] {
        unnoticed(result.alterations?.missed ?? []) + unproven(result.unproven)
    }

    /// By the line of the contract that could be stricter, the line that misses most first.
    private func unnoticed(_ missed: [AlterationTally.Unnoticed]) -> [String] {
        let groups = Grouping(missed) { $0.asking.map { "\($0)" } ?? "no line" }
            .enumerated().sorted {
                ($1.element.members.count, $0.offset) < ($0.element.members.count, $1.offset)
            }.map(\.element)
        guard !groups.isEmpty else { return [] }
        let lines = groups.prefix(isVerbose ? groups.count : Self.shown).flatMap(lines)
        return ["", "Not detected: these lines could be stricter"] + lines
            + more(than: isVerbose ? groups.count : Self.shown, of: groups.count)
    }

    private func lines(of group: Grouping<AlterationTally.Unnoticed>.Group) -> [String] {
        let members = group.members
        let first = "  \(PrintableText.line(group.key))  \(Count.of(members.count, "mutation"))"
        guard isVerbose else {
            return members.first.map { ["\(first), for example \(text(of: $0))"] } ?? []
        }
        return [first] + members.map { "    \(text(of: $0))" }
    }

    private func text(of missed: AlterationTally.Unnoticed) -> String {
        let promises = missed.promises.map { PrintableText.line($0) }.joined(separator: ", ")
        let alteration = "\(missed.alteration.place): \(missed.alteration.change)"
        return "\(PrintableText.line(alteration, limit: 120)) in \(promises)  "
            + style.text(PrintableText.line("\(missed.step)"), .dim)
    }

    private func unproven(_ promises: [PromiseResult]) -> [String] {
        guard !promises.isEmpty else { return [] }
        let sorted = promises.filter(\.lacksProof) + promises.filter { !$0.lacksProof }
        let limit = isVerbose ? sorted.count : Self.shown
        let lines = sorted.prefix(limit).map { promise in
            let note = promise.noDefect.map { "noDefect: \($0)" } ?? promise.basis.rawValue
            return "  \(PrintableText.line(promise.id))  \(PrintableText.line(note))  "
                + style.text(PrintableText.line("\(promise.location)"), .dim)
        }
        return ["", "Passed but not proven: no mutation or defect made these fail"] + lines
            + more(than: limit, of: sorted.count)
    }

    private func more(than limit: Int, of count: Int) -> [String] {
        count > limit ? ["  … \(count - limit) more (--verbose lists them)"] : []
    }
}

extension MutationResult {
    /// `proven: 92.1 % of the documented promises, 100 % required`; `nil` when nothing is required.
    var requiredProofText: String? {
        guard let requiredProof, !held.isEmpty else { return nil }
        return "proven: \(CoverageSummary.percentage(provenShare)) of the documented promises, "
            + "\(CoverageSummary.percentage(requiredProof)) required"
    }
}
