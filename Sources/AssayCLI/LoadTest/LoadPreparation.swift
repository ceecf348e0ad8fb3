import Base
import CommandLineTool
import Contract
import HTTPServer
import HTTP
import JSON
import Load
import Profile
import Replay
import Transport

/// What is there before the first connection is opened.
struct PreparedLoad {
    let targets: [ReplayTarget]
    let requests: PlannedRequests
    /// The text that this run has of its own; `nil` when nobody asks for one.
    let run: String?
    /// Knows all secrets.
    let redactor: Redactor
}

/// Does what comes before the clock starts: values of variables, targets, set-up, requests.
struct LoadPreparation {
    let basis: LoadBasis
    let profile: LoadProfile
    let interruption: Interruption
    let transport: CurlTransport
    let references: ChildReferences

    /// Finds all values, runs the set-up and lays the requests out.
    ///
    /// - Parameter seed: What random values are drawn from.
    /// - Returns: `nil` when it was interrupted.
    /// - Throws: A `LoadObstacle`, a `VerificationObstacle` or a `RequestFailure`.
    func prepared(_ seed: UInt64) async throws -> PreparedLoad? {
        let clock = InterruptibleClock(SystemClock(), interruption: interruption)
        var contract = profile.contract
        // Its cases do not run, so that nobody needs to know who makes their states.
        contract.cases = []
        let variables = VariableResolver(given: basis.variables, environment: .process)
        var secrets: [String] = []
        var evaluator = try variables.evaluator(
            for: contract,
            seed: seed,
            at: clock.now,
            noting: &secrets
        )
        let run = basis.run ?? (profile.namesRun ? LoadBasis.randomRun() : nil)
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
        let accessTokens = try await accessTokens(&context)
        guard !interruption.isRequested else { return nil }
        let requests = try RequestPlanner(
            profile,
            targets: targets.map { target in
                LoadTarget(name: target.name, origin: target.origin, prefix: target.prefix)
            },
            evaluator: context.evaluator,
            accessTokens: accessTokens
        ).planned(seed: seed)
        return PreparedLoad(
            targets: targets,
            requests: requests,
            run: run,
            redactor: VerificationReports.redactor(secrets + (await tokens.secrets))
        )
    }

    /// Those that a server grants, one for the whole run.
    private func accessTokens(_ context: inout RunContext) async throws -> [String: String] {
        var tokens: [String: String] = [:]
        for send in profile.allSends {
            let name = send.request.template.constant("security")
            guard let name, tokens[name] == nil else { continue }
            do throws(TemplateError) {
                tokens[name] = try await SetupRun.accessToken(
                    of: name,
                    at: send.location,
                    in: &context
                )
            } catch {
                throw LoadObstacle(.couldNotRun, error.description)
            }
        }
        return tokens
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
