import Base

/// The results of defects in the reference services, tried one after the other.
package struct MutationResult: Sendable {
    /// A service with one defect.
    package struct Mutant: Sendable {
        /// The defect's name.
        package var name: String
        /// The service that had it.
        package var service: String
        /// A description of the defect.
        package var summary: String
        package var outcome: Outcome
        /// The promises that passed without the defect and fail with it, in file order: all of them when every case
        /// was run, else those that it names.
        package var broken: [PromiseResult]
        /// The promises that the defect should make fail, by identifier.
        package var named: [String]
        /// Those of them that passed without the defect and do not fail with it.
        package var unbroken: [String]
        package var duration: Duration

        package init(
            name: String,
            service: String,
            summary: String,
            outcome: Outcome,
            broken: [PromiseResult] = [],
            named: [String] = [],
            unbroken: [String] = [],
            duration: Duration = .zero
        ) {
            self.name = name
            self.service = service
            self.summary = summary
            self.outcome = outcome
            self.broken = broken
            self.named = named
            self.unbroken = unbroken
            self.duration = duration
        }
    }

    /// Whether a defect was detected.
    package indirect enum Outcome: Sendable {
        /// This case failed first, in the order of the files; its main point comes with it.
        case caught(CaseResult, headline: String?)
        /// No case failed; this number could not be checked.
        case survived(inconclusive: Int)
        /// The run was interrupted before.
        case notJudged
    }

    /// In the order of the catalogue; empty when something failed without any defect.
    package var mutants: [Mutant]
    /// Cases that did not pass without any defect; while there are any, nothing is proven.
    package var failuresWithoutDefect: [CaseResult]
    /// The least certain basis by which a defect counts as detected.
    package var level: Basis
    package var seed: UInt64
    package var isInterrupted: Bool
    package var duration: Duration
    /// The results of mutations; `nil` without any.
    package var alterations: AlterationTally?
    /// Whether defects were requested.
    package var triesDefects = true
    /// The results of promises without a defect, of servers and then of clients, in file order.
    ///
    /// Those that passed have their proof. Empty when promises are not reported.
    package var promises: [PromiseResult] = []
    /// The share of documented promises, from 0 to 1, that must be proven; `nil` for none.
    package var requiredProof: Double?
    /// The contracts and their targets, as run without a defect.
    package var contracts: [ContractResult] = []
    /// Seconds since 1970; `nil` when unknown.
    package var startedAt: Double?

    package init(
        mutants: [Mutant],
        failuresWithoutDefect: [CaseResult] = [],
        level: Basis = .recommended,
        seed: UInt64 = 0,
        isInterrupted: Bool = false,
        duration: Duration = .zero
    ) {
        self.mutants = mutants
        self.failuresWithoutDefect = failuresWithoutDefect
        self.level = level
        self.seed = seed
        self.isInterrupted = isInterrupted
        self.duration = duration
    }
}

extension MutationResult {
    /// The defects that no case detected: gaps in the contracts.
    package var survivors: [Mutant] {
        mutants.filter { if case .survived = $0.outcome { true } else { false } }
    }

    /// The number of detected defects.
    package var caughtCount: Int {
        mutants.count { if case .caught = $0.outcome { true } else { false } }
    }

    /// The defects with a promise that passes although it should fail.
    package var mistaken: [Mutant] { mutants.filter { !$0.unbroken.isEmpty } }

    /// The number of defects that were not tried.
    package var notJudgedCount: Int { mutants.count - caughtCount - survivors.count }

    /// `89 defects: 88 caught, 1 survived`.
    package var totals: String {
        let notJudged = notJudgedCount == 0 ? "" : ", \(notJudgedCount) not tested"
        let mistaken =
            mistaken.isEmpty ? "" : ", \(mistaken.count) without the failures they declare"
        return "\(Count.of(mutants.count, "defect")): "
            + "\(caughtCount) caught, \(survivors.count) survived\(notJudged)\(mistaken)"
    }
}

// MARK: - Proof

extension MutationResult {
    /// Adds the results of promises without a defect, and of mutations.
    package mutating func add(_ sound: VerificationResult) {
        for step in sound.cases.flatMap(\.steps) {
            guard let tally = step.alterations else { continue }
            alterations = alterations ?? AlterationTally()
            alterations?.add(tally)
        }
        var named: Set<PromiseKey> = []
        for mutant in mutants {
            named.formUnion(mutant.broken.filter { mutant.named.contains($0.id) }.map(\.key))
        }
        let wereTried = triesDefects && !mutants.isEmpty
        promises = (sound.promises + sound.clientPromises).map { row in
            guard row.status == .passed else { return row }
            var row = row
            let altered = alterations == nil ? nil : row.proof?.byAlteration ?? false
            row.proof = PromiseProof(
                byAlteration: altered,
                byDefect: wereTried ? named.contains(row.key) : nil
            )
            return row
        }
    }

    /// The promises that passed without a defect.
    package var held: [PromiseResult] { promises.filter { $0.status == .passed } }

    /// Those of them that are not proven.
    package var unproven: [PromiseResult] { held.filter { $0.proof?.isProven == false } }

    /// The share of the documented, passed promises that are proven, or cannot be; from 0 to 1.
    package var provenShare: Double {
        let documented = held.filter { $0.basis == .documented }
        let lacking = documented.count(where: \.lacksProof)
        return documented.isEmpty
            ? 1 : Double(documented.count - lacking) / Double(documented.count)
    }

    /// Whether less is proven than required.
    package var lacksProof: Bool {
        guard let requiredProof, failuresWithoutDefect.isEmpty else { return false }
        return provenShare < requiredProof
    }

    /// Whether anything was tried that can prove a promise.
    package var provesAnything: Bool { !mutants.isEmpty || alterations != nil }

    /// `promises: 478 passed, 451 proven by mutation, 440 by defect, 11 by neither`.
    package var proofTotals: String {
        var parts = ["\(held.count) passed"]
        if alterations != nil {
            parts.append("\(held.count { $0.proof?.byAlteration == true }) proven by mutation")
        }
        if held.contains(where: { $0.proof?.byDefect != nil }) {
            let count = held.count { $0.proof?.byDefect == true }
            parts.append(alterations == nil ? "\(count) proven by defect" : "\(count) by defect")
        }
        parts.append("\(unproven.count) \(parts.count > 2 ? "by neither" : "not proven")")
        return "promises: \(parts.joined(separator: ", "))"
    }
}
