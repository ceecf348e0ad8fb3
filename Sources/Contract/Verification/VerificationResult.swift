/// The result of a whole run of `assay verify`: one entry for each contract.
package struct VerificationResult: Sendable {
    package var contracts: [ContractResult]
    /// The least certain basis that still counts.
    package var level: Basis
    package var seed: UInt64
    /// Whether the run was cut short: by Ctrl-C, or by `--fail-fast`.
    package var ending: Ending
    /// Seconds since 1970 at which the run began.
    package var startedAt: Double
    package var duration: Duration
    /// The coverage of an API description; `nil` without one.
    package var described: DescriptionUse?

    /// How a run ended.
    package enum Ending: String, Hashable, Sendable {
        case complete, interrupted, failFast = "fail-fast"
    }

    package init(
        contracts: [ContractResult],
        level: Basis = .documented,
        seed: UInt64 = 0,
        ending: Ending = .complete,
        startedAt: Double = 0,
        duration: Duration = .zero
    ) {
        self.contracts = contracts
        self.level = level
        self.seed = seed
        self.ending = ending
        self.startedAt = startedAt
        self.duration = duration
    }
}

/// The results of one contract's cases and promises.
package struct ContractResult: Sendable {
    /// The file that the user named, or found below a folder that the user named.
    package var file: String
    package var title: String
    package var version: String?
    /// Base URL by target name; the reference target is marked as such.
    package var targets: [Target]
    /// In file order, whatever order they finished in.
    package var cases: [CaseResult]
    /// In file order: operations, each followed by its promises, then the catalogue.
    package var promises: [PromiseResult]
    /// The promises of the client library, in file order: calls, each followed by its promises,
    /// then its errors.
    package var clientPromises: [PromiseResult]
    /// The generated cases; `nil` when none were requested.
    package var generation: GenerationResult?

    /// One server under test.
    package struct Target: Hashable, Sendable {
        package var name: String
        package var url: String
        /// Whether it is the built-in reference, started for this run.
        package var isReference: Bool

        package init(name: String, url: String, isReference: Bool) {
            self.name = name
            self.url = url
            self.isReference = isReference
        }
    }

    package init(
        file: String,
        title: String,
        version: String? = nil,
        targets: [Target] = [],
        cases: [CaseResult] = [],
        promises: [PromiseResult] = [],
        clientPromises: [PromiseResult] = []
    ) {
        self.file = file
        self.title = title
        self.version = version
        self.targets = targets
        self.cases = cases
        self.promises = promises
        self.clientPromises = clientPromises
    }
}
