import Base
import CommandLineTool
import Contract
import ContractFile
import HTTP
import JSON
import Reports

/// Puts the shards of a verification together: what comes of it is what one run would have found.
struct ShardMerge {
    /// What cannot be put together, and why.
    struct Obstacle: CommandObstacle {
        let description: String
        var status: ExitStatus { .unusableFile }
    }

    private let shards: [(file: String, record: ShardRecord)]

    /// Checks that these are all shards of one run.
    ///
    /// - Parameter shards: The reports, each with its file, in any order.
    /// - Throws: What is missing, doubled or of another run.
    init(_ shards: [(file: String, record: ShardRecord)]) throws(Obstacle) {
        precondition(!shards.isEmpty, "nothing to merge")
        let first = shards[0]
        for other in shards.dropFirst() {
            guard let reason = Self.difference(first.record, other.record) else { continue }
            throw Obstacle(
                description: "\(first.file) and \(other.file) are of different runs: \(reason)"
            )
        }
        let count = first.record.shard.count
        for number in 1...max(1, count) {
            let files = shards.filter { $0.record.shard.number == number }.map(\.file)
            guard files.count != 1 else { continue }
            let name = "shard \(number)/\(count)"
            throw Obstacle(
                description: files.isEmpty
                    ? "\(name) is missing" : "\(name) is there twice: \(files[0]) and \(files[1])"
            )
        }
        self.shards = shards.sorted { $0.record.shard.number < $1.record.shard.number }
    }

    private static func difference(_ one: ShardRecord, _ other: ShardRecord) -> String? {
        if one.shard.count != other.shard.count {
            return "one has \(one.shard.count) shards, the other \(other.shard.count)"
        }
        if one.shard.contracts != other.shard.contracts {
            return "their contracts are not the same"
        }
        if one.seed != other.seed {
            return "the seeds are \(one.seed) and \(other.seed); give all shards the same --seed"
        }
        if one.level != other.level {
            return "--basis is \(one.level.rawValue) and \(other.level.rawValue)"
        }
        if one.shard.runsWaived != other.shard.runsWaived {
            return "--run-waived was given to one of them"
        }
        return nil
    }

    /// Where the contracts are, as the run was told.
    var shard: VerifyShard { shards[0].record.shard }

    /// The whole result.
    ///
    /// - Parameter loaded: The contracts, read again.
    /// - Returns: What one run would have found, but for times and addresses.
    /// - Throws: When the contracts are others now, or cases are missing or doubled.
    func result(of loaded: LoadedContracts) throws(Obstacle) -> VerificationResult {
        guard CaseShards.digest(of: loaded.sources) == shard.contracts else {
            let paths = shard.paths.joined(separator: ", ")
            throw Obstacle(
                description: "the contracts (\(paths)) have changed since the shards were run; "
                    + "merge beside those that were verified"
            )
        }
        let records = shards.map(\.record)
        let contracts = loaded.contracts.filter(\.hasCases)
        var results: [ContractResult] = []
        var findings: [PromiseTables.Finding] = []
        let found = Dictionary(grouping: records.flatMap(\.cases)) { "\($0.file)\0\($0.name)" }
        for contract in contracts {
            let cases = try cases(of: contract, found)
            findings.append(PromiseTables.Finding(contract: contract, cases: cases))
            let targets = records.lazy.flatMap(\.targets)
                .first { $0.file == contract.file && !$0.targets.isEmpty }
            results.append(
                ContractResult(
                    file: contract.file,
                    title: contract.title,
                    version: contract.version,
                    targets: targets?.targets ?? [],
                    cases: cases
                )
            )
        }
        let startedAt = records.map(\.startedAt).min() ?? 0
        let tables = PromiseTables(
            contracts: loaded.contracts,
            level: records[0].level,
            today: Timestamp(seconds: startedAt).day,
            judgesWaivers: shard.runsWaived
        )
        tables.add(findings, to: &results)
        let endings = records.map(\.ending)
        let worst: [VerificationResult.Ending] = [.interrupted, .failFast]
        return VerificationResult(
            contracts: results,
            level: records[0].level,
            seed: records[0].seed,
            ending: worst.first(where: endings.contains) ?? .complete,
            startedAt: startedAt,
            duration: records.map(\.duration).max() ?? .zero
        )
    }

    /// The cases of a contract in its order, for one repetition after the other.
    private func cases(
        of contract: ContractDocument,
        _ found: [String: [CaseResult]]
    ) throws(Obstacle) -> [CaseResult] {
        var repetitions: [[CaseResult]] = []
        for contractCase in contract.cases {
            let results = found["\(contract.file)\0\(contractCase.name)"] ?? []
            guard !results.isEmpty else {
                throw Obstacle(
                    description:
                        "case \(contractCase.name) of \(contract.file) is in no shard; were "
                        + "they run with the same options?"
                )
            }
            for (index, result) in results.enumerated() {
                if index == repetitions.count { repetitions.append([]) }
                repetitions[index].append(Self.withFaults(result, of: contractCase))
            }
        }
        guard repetitions.allSatisfy({ $0.count == contract.cases.count }) else {
            throw Obstacle(
                description:
                    "some cases of \(contract.file) are in two shards; were they run with the "
                    + "same options?"
            )
        }
        return Array(repetitions.joined())
    }

    /// What went wrong on purpose stands in the contract.
    private static func withFaults(_ result: CaseResult, of contractCase: Case) -> CaseResult {
        let planned = contractCase.setup + contractCase.steps + contractCase.teardown
        let faulty = planned.filter { $0.fault != nil }
        guard !faulty.isEmpty else { return result }
        var result = result
        for index in result.steps.indices {
            let place = result.steps[index].location
            result.steps[index].fault = faulty.first { $0.location == place }?.fault
        }
        return result
    }
}
