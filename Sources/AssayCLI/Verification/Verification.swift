import Base
import CommandLineTool
import Contract
import Generation
import HTTP2Serving
import HTTP
import JSON
import Replay
import Transport

/// One run of `assay verify`.
///
/// Contracts that use different built-in services run in parallel, all others one after the other.
struct Verification {
    var plan: VerificationPlan
    /// Every contract that was read, including those without cases.
    var contracts: [ContractDocument]
    let transport: any HTTPTransport
    let faults: any FaultInjector
    var launcher: any ReferenceLauncher
    let clock: any ReplayClock
    let environment: Environment
    let interruption: Interruption
    /// Receives the progress of the run; `nil` for none.
    var watcher: (any RunWatcher)?
    private let tokens = TokenCache()

    /// The result of a run, and the secrets that must not be shown.
    struct Outcome {
        var result: VerificationResult
        var secrets: [String]
        /// By secret, the environment variable that holds it.
        var secretNames: [String: String] = [:]
    }

    /// A contract that could be set up.
    private struct Prepared: Sendable {
        var contract: ContractDocument
        let evaluator: Evaluator
        let targets: [ReplayTarget]
        /// The generated cases; `nil` for none.
        var share: GenerationShares.Share?

        mutating func addGeneratedFiles() {
            contract.attachments.merge(GeneratedFiles.all) { known, _ in known }
        }
    }

    /// The result of one contract.
    private struct Replayed: Sendable {
        var cases: [CaseResult] = []
        /// Findings of generated cases.
        var generated: [CaseResult] = []
        var generation: GenerationResult?
    }

    /// Runs every contract that has cases.
    ///
    /// - Throws: If the run cannot start: a `VerificationObstacle`, or why a reference
    ///   server could not be started.
    func run() async throws -> Outcome {
        let began = clock.elapsed
        let startedAt = Double(clock.now.nanosecondsSince1970) / 1e9
        var secrets = plan.transport.secrets + plan.headerSecrets
        let prepared = try await prepare(&secrets)
        let cases = prepared.reduce(0) { $0 + runs(of: $1.contract) + ($1.share?.cases ?? 0) }
        watcher?.willRun(cases: cases)
        tokens.book.add(secrets)
        // Texts are cut during the run.
        let redaction = ShownText.Redaction { [book = tokens.book] in book.redact($0) }
        let (results, ending) = await ShownText.$redaction.withValue(redaction) {
            await replay(prepared)
        }
        let result = VerificationResult(
            contracts: results,
            level: plan.replay.level,
            seed: plan.replay.seed,
            ending: ending,
            startedAt: startedAt,
            duration: clock.elapsed - began
        )
        var outcome = Outcome(result: result, secrets: secrets + (await tokens.secrets))
        for entry in prepared {
            let names = entry.evaluator.secretNames(of: entry.contract, in: environment)
            outcome.secretNames.merge(names) { first, _ in first }
        }
        return outcome
    }

    /// Resolves all values before anything is sent, so that a missing value stops the run first.
    private func prepare(_ secrets: inout [String]) async throws -> [Prepared] {
        var variables = VariableResolver(given: plan.variables.values, environment: environment)
        var bound: [(contract: ContractDocument, evaluator: Evaluator)] = []
        let generated = GenerationShares.sources(of: plan.generation, contracts)
        for contract in contracts where contract.hasCases || generated.contains(contract.file) {
            // A document has no credentials: those from a login are discovered, the others are rejected.
            variables.madeUp = !contract.hasCases && plan.openAPI != nil ? .all : .none
            let credentials = HeaderCredentials(
                fields: HTTPFields(plan.replay.headers),
                variables: variables
            )
            let (contract, unused) = credentials.applied(to: contract)
            let evaluator = try variables.evaluator(
                for: contract,
                seed: plan.replay.seed,
                at: clock.now,
                needed: needed(
                    by: contract,
                    isGenerated: generated.contains(contract.file),
                    without: unused
                ),
                noting: &secrets
            )
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
            let targets = try await resolver.targets(
                of: contract,
                evaluator.variables(of: contract)
            )
            prepared.append(Prepared(contract: contract, evaluator: evaluator, targets: targets))
        }
        guard let generation = plan.generation else { return prepared }
        let shares = GenerationShares(generation, prepared.map { ($0.contract, $0.targets) })
        for index in prepared.indices {
            prepared[index].share = shares[index]
            if shares[index] != nil { prepared[index].addGeneratedFiles() }
        }
        return prepared
    }

    /// The names that need a value; `nil` for all.
    private func needed(
        by contract: ContractDocument,
        isGenerated: Bool,
        without unused: Set<String>
    ) -> Set<String>? {
        guard isGenerated else {
            let skipped = plan.replay.selection.reasonsToSkip(of: contract)
            return NeededNames.needed(by: contract) { skipped[$0] == nil }
        }
        guard !unused.isEmpty else { return nil }
        let names = contract.variables.map(\.name) + contract.bindings.map(\.name)
        return Set(names).subtracting(unused)
    }

    /// The number of case runs of a contract, including repetitions.
    private func runs(of contract: ContractDocument) -> Int {
        let reasons = plan.replay.selection.reasonsToSkip(of: contract)
        return contract.cases.count { reasons[$0.name] == nil } * max(1, plan.replay.repetitions)
    }

    private func replay(
        _ prepared: [Prepared]
    ) async -> ([ContractResult], VerificationResult.Ending) {
        let today = clock.now.day
        let replayed = await replayed(prepared, today)
        let cases = replayed.map(\.cases)
        var results = zip(prepared, cases).map { head(of: $0, cases: $1) }
        let findings = zip(prepared, cases).map { entry, cases in
            PromiseTables.Finding(contract: entry.contract, cases: cases)
        }
        let tables = PromiseTables(
            contracts: contracts,
            level: plan.replay.level,
            today: today,
            judgesWaivers: plan.replay.runsWaived
        )
        tables.add(findings, to: &results)
        // Behaviour that is not promised is not evidence for a promise.
        for (index, replayed) in replayed.enumerated() {
            results[index].cases += replayed.generated
            results[index].generation = replayed.generation
        }
        let hasEnded = plan.replay.failsFast && cases.joined().contains { $0.verdict == .failed }
        return (results, interruption.isRequested ? .interrupted : hasEnded ? .failFast : .complete)
    }

    /// The result of each contract.
    private func replayed(_ prepared: [Prepared], _ today: String) async -> [Replayed] {
        var groups = RunGroups()
        for entry in prepared { groups.add(entry.contract, entry.targets) }
        // Which case fails first depends on the order.
        let positions = plan.replay.failsFast ? [Array(prepared.indices)] : groups.positions
        guard !positions.isEmpty else { return [] }
        var part = self
        part.plan.replay.bodyLimits = plan.replay.bodyLimits.shared(among: positions.count)
        return await withTaskGroup(of: [(Int, Replayed)].self) { [part] tasks in
            for members in positions {
                tasks.addTask {
                    let replayed = await part.replayed(
                        inOrder: members.map { prepared[$0] },
                        today
                    )
                    return Array(zip(members, replayed))
                }
            }
            var replayed = Array(repeating: Replayed(), count: prepared.count)
            for await found in tasks {
                for (position, result) in found { replayed[position] = result }
            }
            return replayed
        }
    }

    private func replayed(inOrder prepared: [Prepared], _ today: String) async -> [Replayed] {
        var results: [Replayed] = []
        var hasEnded = false
        var shared = SharedSetup()
        var (left, spare) = (0, Duration.zero)
        for entry in prepared {
            let runner = await runner(for: entry, today, hasEnded, &shared)
            var result = Replayed(cases: await runner.run())
            if plan.replay.failsFast, result.cases.contains(where: { $0.verdict == .failed }) {
                hasEnded = true
            }
            if var share = entry.share, !hasEnded {
                // Cases left over from one contract go to the next.
                share.cases += left
                share.time = share.time.map { $0 + spare }
                let began = clock.elapsed
                await generate(share, of: entry, by: runner, into: &result, today)
                let ran = result.generation.map { $0.isOutOfTime ? share.cases : $0.cases }
                left = share.cases - (ran ?? 0)
                spare = share.time.map { max(.zero, $0 - (clock.elapsed - began)) } ?? .zero
            }
            results.append(result)
        }
        await shared.finish()
        return results
    }

    /// Runs the generated cases of a contract, after its own.
    private func generate(
        _ share: GenerationShares.Share,
        of entry: Prepared,
        by runner: ContractRunner,
        into result: inout Replayed,
        _ today: String
    ) async {
        let (found, broken) = await runner.between { replay in
            var run = GeneratedRun(
                of: entry.contract,
                operations: share.operations,
                wanted: share.cases,
                isCounted: share.isCounted,
                seed: plan.replay.seed,
                deadline: share.time.map { replay.elapsed + $0 },
                today: today,
                watcher: watcher,
                baseline: plan.generation?.baseline,
                replayed: plan.generation?.replayed
            )
            return await run.run(by: replay)
        }
        if let found {
            (result.generated, result.generation) = (found.cases, found.generation)
        } else {
            var generation = GenerationResult()
            generation.wanted = share.cases
            let reason = "set-up of the file: \(broken?.label ?? "a step") failed"
            generation.withoutBase = share.operations.map {
                .init(operation: $0.id, reason: reason)
            }
            result.generation = generation
        }
    }

    /// A runner of the contract's cases, once the shared set-up has run.
    private func runner(
        for entry: Prepared,
        _ today: String,
        _ hasEnded: Bool,
        _ shared: inout SharedSetup
    ) async -> ContractRunner {
        var context = context(of: entry)
        let idle = ContractRunner(context: context, today: today, hasEnded: hasEnded)
        guard !idle.isIdle || entry.share != nil && !hasEnded else { return idle }
        let broken = await shared.prepare(&context)
        return ContractRunner(
            context: context,
            today: today,
            hasEnded: hasEnded,
            broken: broken
        )
    }

    private func context(of entry: Prepared) -> RunContext {
        RunContext(
            contract: entry.contract,
            targets: entry.targets,
            transport: transport,
            faults: faults,
            servers: DaemonLauncher(),
            clock: clock,
            options: plan.replay,
            interruption: interruption,
            tokens: tokens,
            watcher: watcher,
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
