/// What became of the alterations of what steps judged.
package struct AlterationTally: Equatable, Sendable {
    /// An alteration that broke no promise of its step, at a place of which the contract speaks.
    package struct Unnoticed: Hashable, Sendable {
        /// Those of the step, by identifier.
        package let promises: [String]
        package let step: SourceLocation
        package let alteration: Alteration
        /// The line that speaks of the place and could ask for more.
        package let asking: SourceLocation?

        package init(
            promises: [String],
            step: SourceLocation,
            alteration: Alteration,
            asking: SourceLocation?
        ) {
            self.promises = promises
            self.step = step
            self.alteration = alteration
            self.asking = asking
        }
    }

    /// How many broke a promise of their step.
    package var noticed = 0
    /// How many did not, at places of which the contract speaks.
    package private(set) var unnoticed = 0
    /// The number of mutations at places that the contract does not specify.
    package var unspecified = 0
    /// Those that were not noticed, each once: the first `kept` of them.
    package private(set) var missed: [Unnoticed] = []
    /// The promises whose row broke by what they or their step ask for themselves, by identifier.
    package var proven: Set<String> = []
    private var known: Set<Unnoticed> = []

    /// How many that were not noticed are kept.
    package static let kept = 2_000

    package init() {}

    /// Counts one that was not noticed.
    package mutating func add(_ missed: Unnoticed) {
        unnoticed += 1
        guard self.missed.count < Self.kept, known.insert(missed).inserted else { return }
        self.missed.append(missed)
    }

    /// Counts what another one counted.
    package mutating func add(_ other: AlterationTally) {
        noticed += other.noticed
        unspecified += other.unspecified
        proven.formUnion(other.proven)
        let repeated = other.unnoticed - other.missed.count
        for one in other.missed { add(one) }
        unnoticed += repeated
    }

    /// `responses: 812 of 930 mutations detected`.
    package var totals: String {
        "responses: \(noticed) of \(noticed + unnoticed) mutations detected"
    }
}

/// Whether something wrong would have broken a promise that was held.
package struct PromiseProof: Equatable, Sendable {
    /// Whether its row broke by what was altered; `nil` when nothing was.
    package var byAlteration: Bool?
    /// Whether a defect that names it broke it; `nil` when no defect was tried.
    package var byDefect: Bool?

    package init(byAlteration: Bool? = nil, byDefect: Bool? = nil) {
        self.byAlteration = byAlteration
        self.byDefect = byDefect
    }

    /// Whether anything did.
    package var isProven: Bool { byAlteration == true || byDefect == true }
}
