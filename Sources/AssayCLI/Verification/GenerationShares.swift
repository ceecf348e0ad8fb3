import Contract
import Generation
import Replay

/// How many cases are generated from which contract, where several are of one server.
struct GenerationShares {
    /// What is generated from one contract.
    struct Share: Sendable {
        /// Those that no earlier contract has cases made of.
        let operations: [Operation]
        var cases: Int
        /// Whether somebody gave their number; else it is more than there is time for.
        let isCounted: Bool
        /// How long they may take; `nil` for as long as they need.
        var time: Duration?
    }

    private let shares: [Share?]

    /// Shares out.
    ///
    /// - Parameters:
    ///   - generation: What is asked for, for each server.
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
        // Those of which none are made take nothing away from the others.
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

    /// Which contract cases of an operation are made from: the one whose own cases know best how it
    /// succeeds, else the first.
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

    /// The files without cases that something is generated from: those whose operations no other contract
    /// with cases has.
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
