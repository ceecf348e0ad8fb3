import Contract
import JSON
import Replay
import Transport

/// One run of `assay verify`: every contract, one after the other.
struct Verification {
    let plan: VerificationPlan
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
        let context: RunContext
        let targets: [ReplayTarget]
    }

    /// Runs every contract that has cases.
    ///
    /// - Throws: What kept the run from starting: no target, a variable without a value.
    func run() async throws -> Outcome {
        let began = clock.elapsed
        let startedAt = Double(clock.now.nanosecondsSince1970) / 1e9
        var secrets: [String] = []
        var prepared: [Prepared] = []
        for contract in contracts where contract.hasCases {
            prepared.append(try await prepare(contract, &secrets))
        }
        var results: [ContractResult] = []
        var findings: [(contract: ContractDocument, cases: [CaseResult])] = []
        var hasEnded = false
        for entry in prepared {
            let runner = ContractRunner(context: entry.context, today: today, hasEnded: hasEnded)
            let cases = await runner.run()
            findings.append((entry.contract, cases))
            results.append(head(of: entry, cases: cases))
            if plan.replay.failsFast, cases.contains(where: { $0.verdict == .failed }) {
                hasEnded = true
            }
        }
        addPromises(to: &results, from: findings)
        let result = VerificationResult(
            contracts: results,
            level: plan.replay.level,
            seed: plan.replay.seed,
            ending: interruption.isRequested ? .interrupted : hasEnded ? .failFast : .complete,
            startedAt: startedAt,
            duration: clock.elapsed - began
        )
        return Outcome(result: result, secrets: secrets)
    }

    private var today: String {
        TimeFormat.pattern("%Y-%m-%d").text(of: clock.now, offsetSeconds: 0)
    }

    private func prepare(
        _ contract: ContractDocument,
        _ secrets: inout [String]
    ) async throws -> Prepared {
        var evaluator = Evaluator(
            now: clock.now,
            random: RandomSource(seed: plan.replay.seed, name: contract.file)
        )
        let variables = VariableResolver(given: plan.variables, environment: environment)
        secrets += try variables.bind(contract, into: &evaluator)
        let resolver = TargetResolver(
            named: plan.targets,
            stateChangeURL: plan.stateChangeURL,
            launcher: launcher,
            transport: transport
        )
        let targets = try await resolver.targets(of: contract)
        let context = RunContext(
            contract: contract,
            targets: targets,
            transport: transport,
            clock: clock,
            options: plan.replay,
            interruption: interruption,
            evaluator: evaluator
        )
        return Prepared(contract: contract, context: context, targets: targets)
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

    /// Promises belong to the file that defines them; all contracts of one folder are evidence for
    /// the tables they share.
    private func addPromises(
        to results: inout [ContractResult],
        from findings: [(contract: ContractDocument, cases: [CaseResult])]
    ) {
        let folders = Dictionary(grouping: findings) { Self.folder(of: $0.contract.file) }
        for folder in folders.keys.sorted() {
            let members = folders[folder] ?? []
            var coverage = Coverage(level: plan.replay.level, today: today)
            for member in members { coverage.add(member.cases, of: member.contract) }
            var seen: Set<String> = []
            for member in members {
                for file in Self.definingFiles(member.contract) where seen.insert(file).inserted {
                    guard isJudgedHere(file) else { continue }
                    let rows = coverage.rows(of: member.contract, in: file)
                    if let index = results.firstIndex(where: { $0.file == file }) {
                        results[index].promises = rows
                    } else {
                        results.append(
                            ContractResult(file: file, title: title(of: file), promises: rows)
                        )
                    }
                }
            }
        }
    }

    /// Rows of a file with cases of its own count when that file is verified itself.
    private func isJudgedHere(_ file: String) -> Bool {
        contracts.contains { $0.file == file }
            || !contracts.contains { $0.usedFilesWithCases.contains(file) }
    }

    private func title(of file: String) -> String {
        contracts.first { $0.file == file }?.title ?? file
    }

    private static func definingFiles(_ contract: ContractDocument) -> [String] {
        var seen: Set<String> = []
        let all = contract.operations.map(\.location.file) + contract.errors.map(\.location.file)
        return all.filter { seen.insert($0).inserted }
    }

    private static func folder(of file: String) -> String {
        file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    }
}
