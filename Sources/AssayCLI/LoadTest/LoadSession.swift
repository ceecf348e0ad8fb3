import Base
import CommandLineTool
import Contract
import HTTP2Serving
import HTTP
import JSON
import Load
import LoadModel
import Measure
import Profile
import Replay
import Transport

/// Everything that is ready before the first connection is opened.
struct PreparedLoad {
    let targets: [ReplayTarget]
    let requests: PlannedRequests
    /// The value of `{{run}}`; `nil` when the profile does not use it.
    let run: String?
    /// Renews access tokens; `nil` when none expires.
    let tokens: TokenKeeper?
    /// The secrets known at the start; the others are renewed tokens.
    private let secrets: [String]
    private let firstRedactor: Redactor

    init(
        targets: [ReplayTarget],
        requests: PlannedRequests,
        run: String?,
        tokens: TokenKeeper?,
        secrets: [String]
    ) {
        self.targets = targets
        self.requests = requests
        self.run = run
        self.tokens = tokens
        self.secrets = secrets
        firstRedactor = VerificationReports.redactor(secrets)
    }

    /// A redactor of all secrets so far; made anew each time when tokens are renewed.
    var redactor: Redactor {
        guard let tokens else { return firstRedactor }
        return VerificationReports.redactor(secrets + tokens.board.secrets)
    }
}

/// A run that can begin.
struct ReadyLoad: Sendable {
    let prepared: PreparedLoad
    let load: LoadPlan
    let openers: [ConnectionOpener]
    /// The sink of the run; `nil` without deliveries, and where a coordinator has it.
    let delivery: DeliverySession?
}

/// What a command has while it runs a profile, and the way from the values of variables to the last request.
struct LoadSession {
    let basis: LoadBasis
    /// The profile with the overrides of the command line.
    let profile: LoadProfile
    let console: Console
    /// Whether the progress is hidden.
    let isQuiet: Bool
    let interruption: LoadInterruption
    let transport: CurlTransport
    let references: ChildReferences
    /// Shows the run in browsers; `nil` without the option.
    var dashboard: Dashboard?

    /// Sets a run up, until it can begin.
    ///
    /// - Parameter adjust: Adds the options of the command to the load.
    /// - Returns: `nil` if it was interrupted.
    /// - Throws: A `LoadObstacle`, a `VerificationObstacle` or a `RequestFailure`.
    func ready(_ adjust: (inout LoadPlan) throws -> Void) async throws -> ReadyLoad? {
        let seed = basis.seed ?? profile.seed ?? LoadTestPlan.randomSeed()
        guard let prepared = try await prepared(seed) else { return nil }
        do {
            var load = LoadPlan(profile, requests: prepared.requests, seed: seed)
            try adjust(&load)
            let openers = try prepared.requests.openers(for: load, options: basis.transport)
            let delivery = load.relay == nil ? try await deliveries(of: prepared) : nil
            load.deliveries = delivery?.watch
            dashboard?.hide(with: prepared.redactor)
            return ReadyLoad(prepared: prepared, load: load, openers: openers, delivery: delivery)
        } catch {
            prepared.tokens?.end()
            throw error
        }
    }

    /// Measures between the requests to recipients.
    ///
    /// - Parameters:
    ///   - ready: The run; its tokens and its sink are not used afterwards.
    ///   - measure: Disconnects the sink; returns `nil` after an interruption.
    /// - Returns: The measurement and the results of the requests to recipients; `nil` if the run was interrupted
    ///   before the measurement.
    /// - Throws: An error of `measure`, or a `LoadObstacle` when a request before it failed.
    func measured<Value>(
        _ ready: ReadyLoad,
        _ measure: () async throws -> Value?
    ) async throws -> (value: Value, calls: [RunAudienceCall])? {
        defer { ready.prepared.tokens?.end() }
        do {
            let calls = AudienceCalls(session: self, prepared: ready.prepared, load: ready.load)
            if let measured = try await calls.around(measure) { return measured }
        } catch {
            await ready.delivery?.leave()
            throw error
        }
        await ready.delivery?.leave()
        return nil
    }

    /// Starts the sink of the run, or finds a running one; `nil` for a profile that watches no deliveries.
    private func deliveries(of prepared: PreparedLoad) async throws -> DeliverySession? {
        try await DeliverySession.begin(
            profile,
            prepared.requests.delivery,
            prepared.targets,
            references: references,
            transport: transport
        )
    }

    /// Resolves all values, runs the set-up and lays the requests out.
    ///
    /// - Parameter seed: The seed of random values.
    /// - Returns: `nil` when it was interrupted.
    /// - Throws: A `LoadObstacle`, a `VerificationObstacle` or a `RequestFailure`.
    private func prepared(_ seed: UInt64) async throws -> PreparedLoad? {
        let interruption = interruption.steps
        let clock = InterruptibleClock(SystemClock(), interruption: interruption)
        var contract = profile.contract
        // Its cases do not run, so that no provider states are needed.
        contract.cases = []
        let variables = VariableResolver(given: basis.variables.values, environment: .process)
        var secrets: [String] = []
        var evaluator = try variables.evaluator(
            for: contract,
            seed: seed,
            at: clock.now,
            needed: NeededNames.needed(by: profile),
            noting: &secrets
        )
        let run = basis.run(of: profile)
        if let run, profile.namesRun { evaluator.scope[LoadProfile.runName] = .string(run) }
        secrets += basis.transport.secrets
        let targets = try await targets(of: contract, evaluator)
        let tokens = TokenCache()
        var options = ReplayOptions()
        options.seed = seed
        var context = RunContext(
            contract: contract,
            targets: targets,
            transport: InterruptibleTransport(
                transport,
                clock: clock,
                interruption: interruption
            ),
            servers: DaemonLauncher(),
            clock: clock,
            options: options,
            interruption: interruption,
            tokens: tokens,
            evaluator: evaluator
        )
        if let broken = await SetupRun.run(profile.setup, in: &context) {
            guard !interruption.isRequested else { return nil }
            let hidden = secrets + (await tokens.secrets)
            throw LoadObstacle.setup(broken, VerificationReports.redactor(hidden))
        }
        let supplies = try await tokenSupplies(&context, hiding: secrets)
        guard !interruption.isRequested else { return nil }
        let keeper = try keeper(of: supplies)
        let requests = try RequestPlanner(
            profile,
            targets: targets.map { target in
                LoadTarget(name: target.name, origin: target.origin, prefix: target.prefix)
            },
            evaluator: context.evaluator,
            accessTokens: Dictionary(
                supplies.filter { !$0.hasEnd }.map { ($0.scheme, $0.first.text) }
            ) { first, _ in first },
            tokens: keeper?.board,
            run: run,
            transport: basis.transport.speaking(profile.load)
        ).planned(seed: seed)
        keeper?.start()
        return PreparedLoad(
            targets: targets,
            requests: requests,
            run: run,
            tokens: keeper,
            secrets: secrets + (await tokens.secrets)
        )
    }

    /// The tokens that more than one request uses, each scheme once.
    private func tokenSupplies(
        _ context: inout RunContext,
        hiding secrets: [String]
    ) async throws -> [TokenSupply] {
        var supplies: [String: TokenSupply] = [:]
        for send in profile.allSends {
            let name = send.request.template.constant("security")
            guard let name, supplies[name] == nil else { continue }
            do throws(TemplateError) {
                supplies[name] = try await SetupRun.tokenSupply(
                    of: name,
                    at: send.location,
                    in: &context,
                    over: transport,
                    timeout: .nanoseconds(profile.load.timeout)
                )
            } catch {
                // An interruption also cancels the request.
                guard !interruption.steps.isRequested else { return [] }
                let hidden = secrets + (await context.secrets)
                let text = VerificationReports.redactor(hidden).redact(error.description)
                throw LoadObstacle(.couldNotRun, text)
            }
        }
        return supplies.values.sorted { $0.scheme < $1.scheme }
    }

    /// Renews the tokens that expire; `nil` without such.
    private func keeper(of supplies: [TokenSupply]) throws(LoadObstacle) -> TokenKeeper? {
        let ending = supplies.filter(\.hasEnd)
        guard !ending.isEmpty else { return nil }
        do throws(TemplateError) {
            return try TokenKeeper(ending)
        } catch {
            throw LoadObstacle(.couldNotRun, error.description)
        }
    }

    private func targets(
        of contract: ContractDocument,
        _ evaluator: Evaluator
    ) async throws -> [ReplayTarget] {
        let resolver = TargetResolver(
            given: basis.targets,
            stateChangeURL: nil,
            launcher: references,
            discovery: StateChangeDiscovery(transport: transport, maxTime: nil)
        )
        return try await resolver.targets(of: contract, evaluator.variables(of: contract))
    }
}
