import Base
import Contract
import Cryptography
import ContractFile
import LoadModel
import Replay
import Reports

/// Splits the cases of a verification among several runs.
///
/// Cases that need each other stay together. Every shard gets as many cases as every other, as far as
/// that allows; which one a case is in depends on its name and its file, so that a case more or
/// less moves few of the others.
struct CaseShards {
    let shard: Shard

    /// The contracts with the cases of the shard alone.
    ///
    /// - Parameters:
    ///   - contracts: All of the verification.
    ///   - selection: Which cases are to run; the others are shared out too, and counted by nobody.
    /// - Returns: The same contracts.
    func part(
        of contracts: [ContractDocument],
        selecting selection: CaseSelection
    ) -> [ContractDocument] {
        let groups = contracts.enumerated().flatMap { index, contract in
            Self.groups(of: contract, index, selection)
        }
        let all = groups.reduce(0) { $0 + $1.weight }
        let count = Int(shard.count)
        let capacity = (all + count - 1) / count
        var loads = [Int](repeating: 0, count: count)
        var kept = contracts.map { _ in Set<String>() }
        for group in groups.sorted(by: { ($0.hash, $0.key) < ($1.hash, $1.key) }) {
            let order = (0..<count).map { (Self.hash("\(group.key)/\($0)"), $0) }.sorted(by: <)
            let place =
                order.first { loads[$0.1] + group.weight <= capacity }?.1
                ?? loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            loads[place] += group.weight
            if place == Int(shard.index) { kept[group.contract].formUnion(group.names) }
        }
        return zip(contracts, kept).map { contract, names in
            var part = contract
            part.cases = contract.cases.filter { names.contains($0.name) }
            return part
        }
    }

    /// Cases that are run by one shard.
    private struct Group {
        let contract: Int
        let key: String
        let hash: UInt64
        let names: [String]
        /// How many of them run.
        let weight: Int
    }

    private static func groups(
        of contract: ContractDocument,
        _ index: Int,
        _ selection: CaseSelection
    ) -> [Group] {
        let reasons = selection.reasonsToSkip(of: contract)
        let names = contract.cases.map(\.name)
        let positions = Dictionary(zip(names, names.indices)) { first, _ in first }
        var roots = Array(names.indices)
        func root(_ position: Int) -> Int {
            var position = position
            while roots[position] != position { position = roots[position] }
            return position
        }
        for (position, contractCase) in contract.cases.enumerated() {
            for other in contractCase.needs.flatMap(\.cases).compactMap({ positions[$0] }) {
                let (one, another) = (root(position), root(other))
                roots[max(one, another)] = min(one, another)
            }
        }
        let members = Dictionary(grouping: names.indices, by: root)
        return members.map { first, members in
            let key = "\(contract.file)#\(names[first])"
            return Group(
                contract: index,
                key: key,
                hash: hash(key),
                names: members.map { names[$0] },
                weight: members.count { reasons[names[$0]] == nil }
            )
        }
    }

    private static func hash(_ text: String) -> UInt64 {
        var random = RandomSource(seed: 0, name: text)
        return random.next()
    }
}

extension CaseShards {
    /// What the contracts are, for telling shards of one run from others.
    static func digest(of sources: [SourceText]) -> String {
        var bytes: [UInt8] = []
        for source in sources.sorted(by: { $0.file < $1.file }) {
            bytes += Array("\(source.file)\0\(source.bytes.count)\0".utf8) + source.bytes
        }
        return Hex.encode(Digest.hash(.sha256, bytes))
    }

    /// The seed of a run whose shards cannot agree on one: the same for the same contracts.
    static func seed(of digest: String) -> UInt64 { UInt64(digest.prefix(8), radix: 16) ?? 1 }
}
