import Base
package import Contract
package import HTTP

/// The settings of a run; the defaults are those of `assay verify`.
package struct ReplayOptions: Sendable {
    /// The least certain basis that counts.
    package var level: Basis = .documented
    package var seed: UInt64 = 0
    /// How many cases run at once; cases with provider states always run alone.
    package var jobs = 1
    /// How much of each response is read.
    package var bodyLimits = BodyLimits()
    /// How often a failed case is run again; one that then passes is flaky.
    package var retries = 0
    /// How often every case runs.
    package var repetitions = 1
    /// Keeps the result of every repetition, and not only the first of each case and verdict.
    package var keepsRepetitions = false
    /// Starts no further case once one has failed.
    package var failsFast = false
    package var selection = CaseSelection()
    /// Runs waived cases too, to see which waivers are still needed; they do not count.
    package var runsWaived = false
    /// Checks passed responses again with one value at a time changed.
    package var alters = false
    /// Header fields of every request that has no field of that name.
    package var headers: [HTTPFields.Field] = []
    /// Spaces requests; `nil` for no limit on the rate.
    package var pace: RequestPace?
    /// The time limit for an exchange without its own.
    package var maxTime: Duration?

    package init() {}
}

/// Which cases run.
package struct CaseSelection: Sendable, Hashable {
    /// A case needs one of them, unless empty.
    package var includedTags: [String] = []
    /// A case with one of them does not run.
    package var excludedTags: [String] = []
    /// Patterns with `*` and `?` for the name, with or without its row; empty takes all.
    package var patterns: [String] = []

    package init() {}

    /// Why a case does not run; `nil` when it does.
    package func reasonToSkip(_ name: String, tags: [String]) -> String? {
        if let tag = tags.first(where: excludedTags.contains) { return "excluded by tag \(tag)" }
        if !includedTags.isEmpty, !tags.contains(where: includedTags.contains) {
            return "has none of the included tags"
        }
        if !patterns.isEmpty, !patterns.contains(where: { Glob.matches(name, pattern: $0) }) {
            return "not selected by name"
        }
        return nil
    }

    /// Why cases do not run, by their names; cases that a selected one needs run too, unless they are excluded.
    package func reasonsToSkip(of contract: ContractDocument) -> [String: String] {
        var reasons: [String: String] = [:]
        for contractCase in contract.cases {
            reasons[contractCase.name] = reasonToSkip(contractCase.name, tags: contractCase.tags)
        }
        guard !reasons.isEmpty else { return [:] }
        let cases = Dictionary(contract.cases.map { ($0.name, $0) }) { first, _ in first }
        var pending = contract.cases.filter { reasons[$0.name] == nil }
        var needed: Set<String> = []
        while let contractCase = pending.popLast() {
            for name in contractCase.needs.flatMap(\.cases) where needed.insert(name).inserted {
                guard let other = cases[name] else { continue }
                pending.append(other)
                if !other.tags.contains(where: excludedTags.contains) { reasons[name] = nil }
            }
        }
        return reasons
    }
}
