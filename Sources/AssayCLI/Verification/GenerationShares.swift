import Contract
import Replay

/// How many cases are generated from which contract, where several are of one server.
struct GenerationShares {
    /// What is generated from one contract.
    struct Share: Sendable {
        /// Those that no earlier contract has cases made of.
        let operations: [Operation]
        let cases: Int
        /// How long they may take; `nil` for as long as they need.
        let time: Duration?
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
        var taken: Set<SourceLocation> = []
        let operations = entries.map { entry in
            entry.contract.operations.filter { taken.insert($0.location).inserted }
        }
        let servers = entries.map { entry in
            let name = entry.contract.firstTargetName
            return entry.targets.first { $0.name == name }?.origin ?? ""
        }
        shares = entries.indices.map { index in
            guard !operations[index].isEmpty else { return nil }
            let peers = entries.indices.filter { servers[$0] == servers[index] }
            let all = peers.reduce(0) { $0 + operations[$1].count }
            let wanted =
                generation.cases
                ?? peers.lazy.compactMap { entries[$0].contract.generation.cases }.first
                ?? VerificationPlan.Generation.standard
            // What is left over goes to the first.
            let before = peers.filter { $0 < index }.reduce(0) { $0 + operations[$1].count }
            let own = operations[index].count
            let cases = wanted * (before + own) / all - wanted * before / all
            return Share(
                operations: operations[index],
                cases: max(cases, 1),
                time: generation.time.map { $0 * own / all }
            )
        }
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
