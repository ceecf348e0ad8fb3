import Contract
import ContractFile
import ReferencePush
import Replay
import Synchronization

/// One run of `assay verify --mutants`: passed responses with one value at a time changed, and the contracts against
/// the reference services with one defect at a time.
struct MutantVerification {
    /// The run against the services as documented.
    let sound: Verification
    /// The defects to try, in the order of the report; `nil` for none.
    let defects: [Defect]?
    /// The number of defects tried at the same time.
    let jobs: Int
    /// The promises of the statements that each defect makes false, by the defect's name.
    var contradicted: [String: [String]] = [:]
    /// Reads the contracts of these files again, changed by edits; empty when they cannot be read
    /// then.
    var reread: @Sendable ([String], [MessageEdit]) -> [ContractDocument] = { files, edits in
        let library = ContractLibrary(edits: edits)
        let contracts = files.map { library.contract(at: $0) }
        return library.diagnostics.hasErrors ? [] : contracts
    }
    /// Whether every case is run with each defect.
    ///
    /// Otherwise the cases run that check the promises which the defect names, or a statement that it makes false. If
    /// it names none, or none of them fails, all cases run up to the first that fails.
    var runsAll = false
    /// Whether the report says for every passed promise how it is proven; a few defects alone prove nothing about the
    /// others.
    var tellsProof = true
    /// The share of documented promises, from 0 to 1, that must be proven; `nil` for none.
    var requiredProof: Double?

    /// The results of the runs, and the secrets that must not be shown.
    struct Outcome {
        var result: MutationResult
        var secrets: [String]
    }

    /// Runs the contracts without a defect, then with each.
    ///
    /// - Throws: Why a run could not start: a `VerificationObstacle`, or why a reference server
    ///   could not be started.
    func run() async throws -> Outcome {
        let began = sound.clock.elapsed
        let first = try await sound.run()
        let failures = first.result.cases.filter {
            $0.verdict == .failed || $0.verdict == .inconclusive
        }
        let isInterrupted = first.result.ending == .interrupted
        let proof = SoundProof(first.result, contracts: sound.contracts)
        let mutants = failures.isEmpty || isInterrupted ? try await tried(proof) : []
        var result = MutationResult(
            mutants: mutants,
            failuresWithoutDefect: isInterrupted ? [] : failures,
            level: sound.plan.replay.level,
            seed: sound.plan.replay.seed,
            isInterrupted: sound.interruption.isRequested,
            duration: sound.clock.elapsed - began
        )
        result.triesDefects = defects != nil
        result.requiredProof = requiredProof
        result.contracts = first.result.contracts
        result.startedAt = first.result.startedAt
        if tellsProof { result.add(first.result) }
        return Outcome(result: result, secrets: first.secrets)
    }

    /// Every defect with its result, in order; `proof` is the run without defects.
    private func tried(_ proof: SoundProof) async throws -> [MutationResult.Mutant] {
        let defects = defects ?? []
        return try await withThrowingTaskGroup(of: (Int, MutationResult.Mutant).self) { group in
            var waiting = defects.enumerated().makeIterator()
            var mutants: [MutationResult.Mutant?] = Array(repeating: nil, count: defects.count)
            for _ in 0..<jobs {
                guard let (index, defect) = waiting.next() else { break }
                group.addTask { (index, try await mutant(with: defect, proof)) }
            }
            while let (index, mutant) = try await group.next() {
                mutants[index] = mutant
                guard let (next, defect) = waiting.next() else { continue }
                group.addTask { (next, try await self.mutant(with: defect, proof)) }
            }
            return mutants.compactMap(\.self)
        }
    }

    private func mutant(
        with defect: Defect,
        _ proof: SoundProof
    ) async throws -> MutationResult.Mutant {
        let began = sound.clock.elapsed
        var mutant = MutationResult.Mutant(
            name: defect.name,
            service: defect.service,
            summary: defect.summary,
            outcome: .notJudged,
            named: defect.breaks
        )
        guard !sound.interruption.isRequested else { return mutant }
        let run = try await run(with: defect, proof)
        mutant.duration = sound.clock.elapsed - began
        // An interrupted run shows nothing about the promises that it did not reach.
        guard run.ending != .interrupted else { return mutant }
        if let first = run.cases.first(where: { $0.verdict == .failed }) {
            mutant.outcome = .caught(first, headline: first.steps.compactMap(\.headline).first)
        } else {
            mutant.outcome = .survived(inconclusive: run.count(.inconclusive))
        }
        let rows = (run.promises + run.clientPromises).filter { proof.held.contains($0.key) }
        // If not every case ran, it is chance which other promises fail.
        mutant.broken = rows.filter { row in
            row.status == .failed && (runsAll || asked(of: defect).contains(row.id))
        }
        mutant.unbroken = defect.breaks.filter { name in
            rows.contains { $0.id == name } && !mutant.broken.contains { $0.id == name }
        }
        return mutant
    }

    /// The promises to check on a service with the defect.
    private func asked(of defect: Defect) -> [String] {
        defect.breaks + (contradicted[defect.name] ?? [])
    }

    /// The results of the selected cases with the defect.
    private func run(
        with defect: Defect,
        _ proof: SoundProof
    ) async throws -> VerificationResult {
        if runsAll { return try await run(sound.plan, with: defect) }
        let cases = proof.cases(judging: asked(of: defect))
        if !cases.isEmpty {
            let run = try await run(sound.plan.selecting(cases), with: defect)
            if run.ending == .interrupted || run.count(.failed) > 0 { return run }
        }
        return try await run(sound.plan.failingFast, with: defect)
    }

    /// The contracts of the service against it with the defect.
    private func run(
        _ plan: VerificationPlan,
        with defect: Defect
    ) async throws -> VerificationResult {
        let servers = ReferenceServers(defect: defect)
        defer { servers.stop() }
        var verification = sound
        verification.plan = plan
        verification.plan.replay.bodyLimits = plan.replay.bodyLimits.shared(among: jobs)
        verification.plan.replay.alters = false
        verification.launcher = servers
        verification.contracts = sound.contracts.filter { $0.references(defect.service) }
        if !defect.model.isEmpty {
            verification.contracts = reread(verification.contracts.map(\.file), defect.model)
        }
        return try await verification.run().result
    }
}

/// The promises that pass without a defect, and the cases that show it.
private struct SoundProof: Sendable {
    let held: Set<PromiseKey>
    /// The cases with a step that checks a promise, by the promise's identifier.
    private let cases: [String: Set<String>]

    init(_ result: VerificationResult, contracts: [ContractDocument]) {
        let rows = result.promises + result.clientPromises
        held = Set(rows.filter { $0.status == .passed }.map(\.key))
        let ran = result.cases.filter { $0.verdict == .passed || $0.verdict == .flaky }
        let names = Set(ran.map(\.name))
        var cases: [String: Set<String>] = [:]
        for contract in contracts {
            let index = ContractIndex(contract)
            for contractCase in contract.cases where names.contains(contractCase.name) {
                for key in index.keys(contractCase.steps.flatMap(\.promises)) {
                    cases[key.id, default: []].insert(contractCase.name)
                }
            }
        }
        self.cases = cases
    }

    /// The names of the cases that check any of these promises, in alphabetical order.
    func cases(judging promises: [String]) -> [String] {
        promises.reduce(into: Set()) { $0.formUnion(cases[$1] ?? []) }.sorted()
    }
}

extension ContractDocument {
    /// Whether a target of the contract is this service, or a part of it.
    func references(_ service: String) -> Bool {
        targets.contains { $0.reference?.prefix { $0 != "." } == service[...] }
    }
}
