import Contract
import Replay

/// Which contracts have to run one after the other, because they ask the same server or share a
/// set-up; those of different groups have nothing to do with each other.
struct RunGroups {
    private struct Group {
        /// Where its contracts stand among all.
        var positions: [Int]
        /// What they share with each other.
        var shared: Set<String>
    }

    private var groups: [Group] = []

    /// Adds the next contract.
    ///
    /// - Parameters:
    ///   - contract: What runs.
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
