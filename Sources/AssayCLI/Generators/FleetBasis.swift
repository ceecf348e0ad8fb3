import Base
import CommandLineTool
import Contract
import Distribution
import HTTP
import JSON
import Load
import LoadModel
import Measure
import Profile
import Replay
import Transport

/// The common part of all results of a coordinated run.
struct FleetBasis: Sendable {
    let profile: LoadProfile
    /// The times of arrivals and what is recorded of them.
    private(set) var outline: LoadPlan
    /// The value of `{{run}}`; `nil` if the profile does not use it.
    let run: String?
    let targets: [ReplayTarget]
    let redactor: Redactor

    /// The basis with another outline.
    func with(_ outline: LoadPlan) -> FleetBasis {
        var basis = self
        basis.outline = outline
        return basis
    }
}

/// The plan for all generators, without the part of each.
struct FleetCommand: Sendable {
    /// The words after `assay load`, without the shard.
    let words: [String]
    let files: [String: [UInt8]]
    let digest: String
    private(set) var step: GeneratorPlan.Step?

    init(words: [String], files: [String: [UInt8]], digest: String) {
        self.words = words
        self.files = files
        self.digest = digest
    }

    /// The command for a step of a search.
    func with(_ step: GeneratorPlan.Step) -> FleetCommand {
        var command = self
        command.step = step
        return command
    }

    /// The plan for one generator.
    func plan(for shard: Shard) -> GeneratorPlan {
        var plan = GeneratorPlan(
            version: Version.number,
            words: words + ["--shard", shard.description],
            files: files,
            digest: digest
        )
        plan.step = step
        return plan
    }
}

/// The preparation of a coordinator before it has generators.
struct FleetPreparation {
    let session: LoadSession
    let option: GeneratorFleetOption
    /// The files that generators need to read the profile.
    let files: [String: [UInt8]]
    /// The command line; generators get the options that concern them.
    let arguments: ParsedArguments

    private var basis: LoadBasis { session.basis }
    private var profile: LoadProfile { session.profile }

    /// A fleet, from the first generator that joins until all are released.
    struct Led {
        let basis: FleetBasis
        let command: FleetCommand
        let fleet: FleetSession
        /// The sink of the run; `nil` without deliveries.
        let deliveries: DeliverySession?
    }

    /// The options that generators take over; in a search each step has its own rate.
    static let passedOn =
        ["file-root", "duration", "connections", "workers"]
        + TransportOptionGroup.routeOptions.map(\.name)

    /// Prepares a fleet, coordinates it, and releases it whatever happens.
    ///
    /// - Parameters:
    ///   - name: The command, for messages.
    ///   - more: Further options to pass on.
    ///   - lead: Coordinates the generators, and disconnects the sink.
    /// - Returns: What `lead` returns.
    /// - Throws: An error of `lead`, a `LoadObstacle` or a `VerificationObstacle`.
    func led<Value>(
        as name: String,
        passingOn more: [String] = [],
        _ lead: (Led) async throws -> Value
    ) async throws -> Value {
        let (basis, command) = try await prepared(passingOn: more)
        session.dashboard?.hide(with: basis.redactor)
        let deliveries = try await deliveries(basis)
        let console = session.isQuiet ? nil : session.console
        let fleet = try FleetSession(option, command: name, console: console)
        let value: Value
        do {
            value = try await lead(
                Led(basis: basis, command: command, fleet: fleet, deliveries: deliveries)
            )
        } catch {
            await deliveries?.leave()
            await fleet.end(.couldNotRun)
            throw error
        }
        await fleet.end(.success)
        return value
    }

    /// The common part of results, and the plan for generators.
    private func prepared(passingOn more: [String]) async throws -> (FleetBasis, FleetCommand) {
        try refuseSecrets()
        let seed = basis.seed ?? profile.seed ?? LoadTestPlan.randomSeed()
        let run = basis.run(of: profile)
        let targets = try await targets(seed)
        var outline = LoadPlan(outlineOf: profile, seed: seed)
        outline.workers = try arguments.int("workers", in: 1...256) ?? 1
        let fleet = FleetBasis(
            profile: profile,
            outline: outline,
            run: run,
            targets: targets,
            redactor: VerificationReports.redactor(basis.transport.secrets)
        )
        let servers = targets.flatMap { ["--target", "\($0.name)=\($0.origin + $0.prefix)"] }
        let name = run.map { ["--run", $0] } ?? []
        let words =
            [basis.path, "--seed", "\(seed)"] + servers + name
            + basis.variables.words + arguments.words(of: Self.passedOn + more)
        let digest = ProfileFingerprint.hash(of: profile)
        return (fleet, FleetCommand(words: words, files: files, digest: digest))
    }

    /// A secret on this command line would go over a bus that any machine in the network can read.
    private func refuseSecrets() throws {
        for variable in profile.contract.variables where variable.isSecret {
            guard basis.variables.values[variable.name] != nil else { continue }
            let option =
                basis.variables.names.contains(variable.name) ? "--var" : "--variables-file:"
            throw LoadObstacle(
                .commandLine,
                "\(option) \(variable.name) is a secret, which is not sent to generators; set it "
                    + "in the environment of each generator"
            )
        }
        guard basis.transport.pass == nil else {
            throw LoadObstacle(
                .commandLine,
                "--pass is a secret, which is not sent to generators; use a key without a pass "
                    + "phrase there"
            )
        }
    }

    /// The sink of the run, to which this process listens, and how deliveries are recognized.
    ///
    /// - Returns: `nil` for a profile that watches no deliveries.
    /// - Throws: A `LoadObstacle` or a `RequestFailure`.
    private func deliveries(_ fleet: FleetBasis) async throws -> DeliverySession? {
        guard profile.delivery != nil else { return nil }
        let seed = fleet.outline.seed
        var evaluator = try evaluator(seed)
        if let run = fleet.run, profile.namesRun {
            evaluator.scope[LoadProfile.runName] = .string(run)
        }
        let planner = RequestPlanner(
            profile,
            targets: [],
            evaluator: evaluator,
            accessTokens: [:],
            tokens: nil,
            run: fleet.run
        )
        return try await DeliverySession.begin(
            profile,
            try planner.plannedDelivery(seed: seed),
            fleet.targets,
            references: session.references,
            transport: session.transport
        )
    }

    private func evaluator(_ seed: UInt64) throws -> Evaluator {
        var contract = profile.contract
        contract.cases = []
        var secrets: [String] = []
        return try VariableResolver(given: basis.variables.values, environment: .process).evaluator(
            for: contract,
            seed: seed,
            at: SystemClock().now,
            needed: NeededNames.needed(by: profile),
            noting: &secrets
        )
    }

    /// The servers that generators send to.
    private func targets(_ seed: UInt64) async throws -> [ReplayTarget] {
        guard option.isLocal || !basis.targets.isEmpty else {
            throw LoadObstacle(
                .commandLine,
                "--generators \(option.count) requires --target URL, as only this machine can "
                    + "reach a built-in reference; or use --generators local:\(option.count)"
            )
        }
        var contract = profile.contract
        contract.cases = []
        let values = basis.targets.isEmpty ? try evaluator(seed).variables(of: contract) : [:]
        let resolver = TargetResolver(
            given: basis.targets,
            stateChangeURL: nil,
            launcher: session.references,
            discovery: StateChangeDiscovery(transport: session.transport, maxTime: nil)
        )
        return try await resolver.targets(of: contract, values)
    }
}
