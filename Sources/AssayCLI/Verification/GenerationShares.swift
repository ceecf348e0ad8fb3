import Contract
import Generation
import Replay

/// Divides the number of generated cases among contracts of the same server.
struct GenerationShares {
    /// The cases to generate from one contract.
    struct Share: Sendable {
        /// The operations from which no earlier contract generates cases.
        let operations: [Operation]
        var cases: Int
        /// Whether the user gave the number of cases; else it is more than the time allows.
        let isCounted: Bool
        /// Their time limit; `nil` for none.
        var time: Duration?
    }

    private let shares: [Share?]

    /// Divides the cases.
    ///
    /// - Parameters:
    ///   - generation: The requested cases, for each server.
    ///   - entries: The contracts in order, with the servers that they ask.
    init(
        _ generation: VerificationPlan.Generation,
        _ entries: [(contract: ContractDocument, targets: [ReplayTarget])]
    ) {
        let owners = Self.owners(entries.map(\.contract))
        let operations = entries.enumerated().map { index, entry in
            entry.contract.operations.filter { owners[$0.location] == index }
        }
        let servers = entries.map { entry in
            let name = entry.contract.firstTargetName
            return entry.targets.first { $0.name == name }?.origin ?? ""
        }
        // Contracts without operations take nothing away from the others.
        let weights = operations.indices.map { index in
            let excluded = entries[index].contract.generation.excluded.map(\.operation)
            return operations[index].count { !excluded.contains($0.id) }
        }
        shares = entries.indices.map { index in
            guard !operations[index].isEmpty else { return nil }
            let peers = entries.indices.filter { servers[$0] == servers[index] }
            let all = max(1, peers.reduce(0) { $0 + weights[$1] })
            let said =
                generation.cases
                ?? peers.lazy.compactMap { entries[$0].contract.generation.cases }.first
            let wanted = said ?? VerificationPlan.Generation.most
            let whole = generation.time ?? (said == nil ? VerificationPlan.Generation.time : nil)
            let before = peers.filter { $0 < index }.reduce(0) { $0 + weights[$1] }
            let own = weights[index]
            return Share(
                operations: operations[index],
                cases: wanted * (before + own) / all - wanted * before / all,
                isCounted: said != nil,
                time: whole.map { $0 * own / all }
            )
        }
    }

    /// The contract that generates the cases of an operation: the one whose own cases show best how
    /// it succeeds, else the first.
    private static func owners(_ contracts: [ContractDocument]) -> [SourceLocation: Int] {
        var best: [SourceLocation: (index: Int, cases: Int)] = [:]
        for (index, contract) in contracts.enumerated() {
            for operation in contract.operations {
                let models = GenerationBases.models(of: operation, in: contract)
                let cases = models.count { $0.source != nil }
                guard cases > best[operation.location]?.cases ?? -1 else { continue }
                best[operation.location] = (index, cases)
            }
        }
        return best.mapValues(\.index)
    }

    subscript(index: Int) -> Share? { shares[index] }

    /// The files without cases from which cases are generated: those with operations that no other contract with
    /// cases has.
    static func sources(
        of generation: VerificationPlan.Generation?,
        _ contracts: [ContractDocument]
    ) -> Set<String> {
        guard generation != nil else { return [] }
        var taken = Set(contracts.filter(\.hasCases).flatMap(\.operations).map(\.location))
        var sources: Set<String> = []
        for contract in contracts where !contract.hasCases {
            let own = contract.operations.map(\.location).filter { taken.insert($0).inserted }
            if !own.isEmpty { sources.insert(contract.file) }
        }
        return sources
    }
}
