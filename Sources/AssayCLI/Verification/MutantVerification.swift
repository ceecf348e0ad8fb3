import Contract
import ReferencePush
import Replay
import Synchronization

/// One run of `assay verify --mutants`: the contracts against the reference services with one
/// defect at a time.
struct MutantVerification {
    /// The run against the services as documented.
    let sound: Verification
    /// Those to try, in the order of the report.
    let defects: [Defect]
    /// How many are tried at the same time.
    let jobs: Int

    /// What the runs found, and what must not be shown of it.
    struct Outcome {
        var result: MutationResult
        var secrets: [String]
    }

    /// Runs the contracts without a defect, then with each.
    ///
    /// - Throws: What kept a run from starting: a `VerificationObstacle`, or why a reference server
    ///   could not be started.
    func run() async throws -> Outcome {
        let began = sound.clock.elapsed
        let first = try await sound.run()
        let failures = first.result.cases.filter {
            $0.verdict == .failed || $0.verdict == .undetermined
        }
        let isInterrupted = first.result.ending == .interrupted
        let mutants = failures.isEmpty || isInterrupted ? try await tried() : []
        let result = MutationResult(
            mutants: mutants,
            failuresWithoutDefect: isInterrupted ? [] : failures,
            level: sound.plan.replay.level,
            seed: sound.plan.replay.seed,
            isInterrupted: sound.interruption.isRequested,
            duration: sound.clock.elapsed - began
        )
        return Outcome(result: result, secrets: first.secrets)
    }

    /// Every defect with what became of it, in order.
    private func tried() async throws -> [MutationResult.Mutant] {
        try await withThrowingTaskGroup(of: (Int, MutationResult.Mutant).self) { group in
            var waiting = defects.enumerated().makeIterator()
            var mutants: [MutationResult.Mutant?] = Array(repeating: nil, count: defects.count)
            for _ in 0..<jobs {
                guard let (index, defect) = waiting.next() else { break }
                group.addTask { (index, try await mutant(with: defect)) }
            }
            while let (index, mutant) = try await group.next() {
                mutants[index] = mutant
                guard let (next, defect) = waiting.next() else { continue }
                group.addTask { (next, try await self.mutant(with: defect)) }
            }
            return mutants.compactMap(\.self)
        }
    }

    private func mutant(with defect: Defect) async throws -> MutationResult.Mutant {
        let began = sound.clock.elapsed
        let outcome = try await outcome(of: defect)
        return MutationResult.Mutant(
            name: defect.name,
            service: defect.service,
            summary: defect.summary,
            outcome: outcome,
            duration: sound.clock.elapsed - began
        )
    }

    private func outcome(of defect: Defect) async throws -> MutationResult.Outcome {
        guard !sound.interruption.isRequested else { return .notJudged }
        let servers = ReferenceServers(defect: defect)
        defer { servers.stop() }
        var verification = sound
        verification.launcher = servers
        verification.contracts = sound.contracts.filter { $0.references(defect.service) }
        // A case that fails is enough; the others are not run.
        verification.plan = sound.plan.failingFast
        let run = try await verification.run().result
        if let first = run.cases.first(where: { $0.verdict == .failed }) {
            return .caught(first, headline: first.steps.compactMap(\.headline).first)
        }
        if run.ending == .interrupted { return .notJudged }
        return .survived(undetermined: run.count(.undetermined))
    }
}

extension ContractDocument {
    /// Whether a target of the contract is this service, or a part of it.
    func references(_ service: String) -> Bool {
        targets.contains { $0.reference?.prefix { $0 != "." } == service[...] }
    }
}
