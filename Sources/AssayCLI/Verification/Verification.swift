import Contract
import Replay
import Transport

/// One run of `assay verify`: every contract, one after the other.
struct Verification {
    let plan: VerificationPlan
    /// Every contract that was read, those without cases too.
    let contracts: [ContractDocument]
    let transport: any HTTPTransport
    let launcher: any ReferenceLauncher
    let clock: any ReplayClock
    let environment: Environment
    let interruption: Interruption

    /// What a run found, and what must not be shown of it.
    struct Outcome {
        var result: VerificationResult
        var secrets: [String]
    }

    /// A contract that could be set up.
    private struct Prepared {
        let contract: ContractDocument
        let evaluator: Evaluator
        let targets: [ReplayTarget]
    }

    /// Runs every contract that has cases.
    ///
    /// - Throws: What kept the run from starting: a `VerificationObstacle`, or why a reference
    ///   server could not be started.
    func run() async throws -> Outcome {
        let began = clock.elapsed
        let startedAt = Double(clock.now.nanosecondsSince1970) / 1e9
        var secrets: [String] = []
        let prepared = try await prepare(&secrets)
        let (results, ending) = await replay(prepared)
        let result = VerificationResult(
            contracts: results,
            level: plan.replay.level,
            seed: plan.replay.seed,
            ending: ending,
            startedAt: startedAt,
            duration: clock.elapsed - began
        )
        return Outcome(result: result, secrets: secrets)
    }

    /// Finds all values before any server is asked, so that nothing is sent when one is missing.
    private func prepare(_ secrets: inout [String]) async throws -> [Prepared] {
        let variables = VariableResolver(given: plan.variables, environment: environment)
        var bound: [(contract: ContractDocument, evaluator: Evaluator)] = []
        for contract in contracts where contract.hasCases {
            let random = RandomSource(seed: plan.replay.seed, name: contract.file)
            var evaluator = Evaluator(now: clock.now, random: random)
            secrets += try variables.bind(contract, into: &evaluator)
            bound.append((contract, evaluator))
        }
        let resolver = TargetResolver(
            given: plan.targets,
            stateChangeURL: plan.stateChangeURL,
            launcher: launcher,
            discovery: StateChangeDiscovery(
                transport: transport,
                maxTime: plan.transport.maxTime
            )
        )
        var prepared: [Prepared] = []
        for (contract, evaluator) in bound {
            let targets = try await resolver.targets(of: contract)
            prepared.append(Prepared(contract: contract, evaluator: evaluator, targets: targets))
        }
        return prepared
    }

    private func replay(
        _ prepared: [Prepared]
    ) async -> ([ContractResult], VerificationResult.Ending) {
        let today = TimeFormat.pattern("%Y-%m-%d").text(of: clock.now, offsetSeconds: 0)
        var results: [ContractResult] = []
        var findings: [PromiseTables.Finding] = []
        var hasEnded = false
        for entry in prepared {
            let runner = ContractRunner(
                context: context(of: entry),
                today: today,
                hasEnded: hasEnded
            )
            let cases = await runner.run()
            findings.append(PromiseTables.Finding(contract: entry.contract, cases: cases))
            results.append(head(of: entry, cases: cases))
            if plan.replay.failsFast, cases.contains(where: { $0.verdict == .failed }) {
                hasEnded = true
            }
        }
        PromiseTables(contracts: contracts, level: plan.replay.level, today: today)
            .add(findings, to: &results)
        return (results, interruption.isRequested ? .interrupted : hasEnded ? .failFast : .complete)
    }

    private func context(of entry: Prepared) -> RunContext {
        RunContext(
            contract: entry.contract,
            targets: entry.targets,
            transport: transport,
            clock: clock,
            options: plan.replay,
            interruption: interruption,
            evaluator: entry.evaluator
        )
    }

    private func head(of entry: Prepared, cases: [CaseResult]) -> ContractResult {
        ContractResult(
            file: entry.contract.file,
            title: entry.contract.title,
            version: entry.contract.version,
            targets: entry.targets.map { target in
                ContractResult.Target(
                    name: target.name,
                    url: target.origin + target.prefix,
                    isReference: target.isReference
                )
            },
            cases: cases
        )
    }
}
