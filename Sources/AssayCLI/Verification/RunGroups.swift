import Contract
import Replay

/// Groups contracts that must run one after the other, because they use the same server or share a
/// set-up; different groups are independent.
struct RunGroups {
    private struct Group {
        /// The positions of its contracts among all.
        var positions: [Int]
        /// The servers and set-ups that its contracts use.
        var shared: Set<String>
    }

    private var groups: [Group] = []

    /// Adds the next contract.
    ///
    /// - Parameters:
    ///   - contract: The contract to run.
    ///   - targets: The servers it asks. Only of the built-in services it is known which of them
    ///     are different; all others are taken for one.
    mutating func add(_ contract: ContractDocument, _ targets: [ReplayTarget]) {
        let position = groups.reduce(0) { $0 + $1.positions.count }
        var new = Group(positions: [position], shared: Set(contract.shared.map(\.file)))
        for target in targets {
            new.shared.insert(target.isReference ? target.origin : "")
            new.shared.formUnion(target.stateChangeURL.map { [$0] } ?? [])
        }
        let joined = groups.filter { !$0.shared.isDisjoint(with: new.shared) }
        groups.removeAll { !$0.shared.isDisjoint(with: new.shared) }
        for group in joined {
            new.positions += group.positions
            new.shared.formUnion(group.shared)
        }
        groups.append(new)
    }

    /// The positions of the contracts of each group, in order.
    var positions: [[Int]] { groups.map { $0.positions.sorted() }.sorted { $0[0] < $1[0] } }
}
