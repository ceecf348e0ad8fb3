/// The results of mutations of checked messages.
package struct AlterationTally: Equatable, Sendable {
    /// A mutation that failed no promise of its step, at a place that the contract specifies.
    package struct Unnoticed: Hashable, Sendable {
        /// The promises of the step, by identifier.
        package let promises: [String]
        package let step: SourceLocation
        package let alteration: Alteration
        /// The line that specifies the place and could be stricter.
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

    /// The number that failed a promise of their step.
    package var noticed = 0
    /// The number that failed none, at places that the contract specifies.
    package private(set) var unnoticed = 0
    /// The number of mutations at places that the contract does not specify.
    package var unspecified = 0
    /// The undetected ones, without duplicates: the first `kept` of them.
    package private(set) var missed: [Unnoticed] = []
    /// The promises whose row failed by requirements of their own or of their step, by identifier.
    package var proven: Set<String> = []
    private var known: Set<Unnoticed> = []

    /// The number of undetected ones that are kept.
    package static let kept = 2_000

    package init() {}

    /// Counts an undetected one.
    package mutating func add(_ missed: Unnoticed) {
        unnoticed += 1
        guard self.missed.count < Self.kept, known.insert(missed).inserted else { return }
        self.missed.append(missed)
    }

    /// Adds the counts of another tally.
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

/// Whether a mutation or a defect would have failed a promise that passed.
package struct PromiseProof: Equatable, Sendable {
    /// Whether a mutation failed its row; `nil` without mutations.
    package var byAlteration: Bool?
    /// Whether a defect that names it failed it; `nil` without defects.
    package var byDefect: Bool?

    package init(byAlteration: Bool? = nil, byDefect: Bool? = nil) {
        self.byAlteration = byAlteration
        self.byDefect = byDefect
    }

    /// Whether either did.
    package var isProven: Bool { byAlteration == true || byDefect == true }
}
