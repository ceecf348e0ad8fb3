import Base

/// What became of the defects that were put into the reference services, one after the other.
package struct MutationResult: Sendable {
    /// A service with one defect.
    package struct Mutant: Sendable {
        /// The defect's name.
        package var name: String
        /// The service that had it.
        package var service: String
        /// What it did wrong.
        package var summary: String
        package var outcome: Outcome
        /// The promises that were held without the defect and are broken with it, in file order: all of
        /// them when every case was run, else those that it names.
        package var broken: [PromiseResult]
        /// The promises that the defect says it breaks, by identifier.
        package var named: [String]
        /// Those of them that were held without the defect and are not broken with it.
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

    /// Whether a defect was noticed.
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
    /// Cases that did not pass without any defect; as long as there are some, nothing is proved.
    package var failuresWithoutDefect: [CaseResult]
    /// The least sure basis by which a defect counts as noticed.
    package var level: Basis
    package var seed: UInt64
    package var isInterrupted: Bool
    package var duration: Duration
    /// What became of altering what held; `nil` when nothing was altered.
    package var alterations: AlterationTally?
    /// Whether defects were to be tried.
    package var triesDefects = true
    /// What became of the promises without a defect, of servers and then of clients, in file order.
    ///
    /// Those that were held come with their proof. Empty where nothing is said of promises.
    package var promises: [PromiseResult] = []
    /// The share of documented promises, from 0 to 1, that has to be proven; `nil` for none.
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
    /// The defects that no case noticed: holes in the contracts.
    package var survivors: [Mutant] {
        mutants.filter { if case .survived = $0.outcome { true } else { false } }
    }

    /// How many defects were noticed.
    package var caughtCount: Int {
        mutants.count { if case .caught = $0.outcome { true } else { false } }
    }

    /// The defects that leave a promise held which they say they break.
    package var mistaken: [Mutant] { mutants.filter { !$0.unbroken.isEmpty } }

    /// How many defects there was no time for.
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
    /// Takes what became of the promises without a defect, and of altering answers.
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

    /// The promises that were held without a defect.
    package var held: [PromiseResult] { promises.filter { $0.status == .passed } }

    /// Those of them that nothing shows could break.
    package var unproven: [PromiseResult] { held.filter { $0.proof?.isProven == false } }

    /// How many of the documented promises that were held are proven, or cannot be; from 0 to 1.
    package var provenShare: Double {
        let documented = held.filter { $0.basis == .documented }
        let lacking = documented.count(where: \.lacksProof)
        return documented.isEmpty
            ? 1 : Double(documented.count - lacking) / Double(documented.count)
    }

    /// Whether less is proven than has to be.
    package var lacksProof: Bool {
        guard let requiredProof, failuresWithoutDefect.isEmpty else { return false }
        return provenShare < requiredProof
    }

    /// Whether anything was tried that could prove a promise.
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
