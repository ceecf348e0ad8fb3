import Base
package import Contract

/// The cases that are generated for one contract: the same ones for the same seed.
///
/// First every single thing is made other, the operations taking turns and the kinds of things within them, then
/// optional members come in pairs; sequences come in between. The rest are combinations, without end.
package struct CasePlan: Sendable {
    /// What is tried with one operation.
    private struct Turn: Sendable {
        let model: RequestModel
        /// The next is the last.
        var waiting: [GeneratedCase]
        /// For combinations.
        let edits: [GeneratedEdit]
    }

    private var turns: [Turn]
    private var sequences: [GeneratedCase]
    private let resources: [ResourceModel]
    private var random: RandomSource
    private var position = 0
    /// Combinations and sequences that were made.
    private var tried: Set<String> = []
    /// How often chance may find what was tried before it is enough.
    private static let patience = 20
    /// How many cases come between two sequences.
    private static let pause = 4

    /// Plans.
    ///
    /// - Parameters:
    ///   - models: Requests that are answered with success, in the order of their operations.
    ///   - contract: With its cases.
    ///   - seed: Decides the order, and what is combined.
    package init(_ models: [RequestModel], of contract: ContractDocument, seed: UInt64) {
        var random = RandomSource(seed: seed, name: "generated")
        turns = models.map { model in
            let edits = EditMaker(model: model, contract: contract).edits
            var order = Self.inTurns(edits, &random).map { edit in
                GeneratedCase(form: .request(model, [edit]))
            }
            if model.isSound {
                if model.isSafe { order.insert(GeneratedCase(form: .repeated(model)), at: 0) }
                let additions = EditMaker.together(edits, of: model)
                if additions.count > 1 {
                    order.insert(GeneratedCase(form: .request(model, additions)), at: 0)
                }
            }
            if !model.isSound || !model.isAsDeclared { order.insert(model.unchanged, at: 0) }
            order += EditMaker.pairs(edits, of: model).map { pair in
                GeneratedCase(form: .request(model, pair))
            }
            return Turn(model: model, waiting: order.reversed(), edits: edits)
        }
        resources = ResourceModel.all(in: contract, models)
        sequences = resources.flatMap(\.sequences).reversed()
        self.random = random
    }

    /// How many cases with one change, pairs and sequences are still to come before combinations.
    package var untried: Int {
        sequences.count + turns.reduce(0) { $0 + $1.waiting.count }
    }

    /// Whether there is nothing to make cases of.
    package var isEmpty: Bool { turns.isEmpty }

    /// The next case, none twice; `nil` when all has been tried.
    package mutating func next() -> GeneratedCase? {
        position += 1
        if position % Self.pause == 0, let sequence = nextSequence() { return sequence }
        // An operation whose single things are all tried waits for the others.
        let isDone = turns.allSatisfy(\.waiting.isEmpty)
        for offset in turns.indices {
            let index = (position + offset) % turns.count
            if let next = turns[index].waiting.popLast() { return next }
            if isDone, let combined = combination(of: turns[index]) { return combined }
        }
        return nextSequence()
    }

    private mutating func nextSequence() -> GeneratedCase? {
        if let next = sequences.popLast() { return next }
        guard turns.allSatisfy(\.waiting.isEmpty), !resources.isEmpty else { return nil }
        let resource = resources[random.index(below: resources.count)]
        for _ in 0..<Self.patience {
            let length = 1 + random.index(below: 4)
            let uses = (0..<length).map { _ in random.index(below: resource.uses.count) }
            guard tried.insert("\(resource.label) \(uses)").inserted else { continue }
            return GeneratedCase(form: .sequence(resource, uses))
        }
        return nil
    }

    /// Two or three things made other that do not stand in each other's way; `nil` when chance finds none that
    /// was not tried.
    private mutating func combination(of turn: Turn) -> GeneratedCase? {
        guard turn.edits.count > 1 else { return nil }
        for _ in 0..<Self.patience {
            var chosen: [Int] = []
            let wanted = 2 + random.index(below: 2)
            for _ in 0..<8 where chosen.count < wanted {
                let index = random.index(below: turn.edits.count)
                let isApart = chosen.allSatisfy { turn.edits[$0].isApart(from: turn.edits[index]) }
                if isApart { chosen.append(index) }
            }
            let name = "\(turn.model.operation.id)\(turn.model.label) \(chosen.sorted())"
            guard chosen.count > 1, tried.insert(name).inserted else { continue }
            let edits = chosen.map { turn.edits[$0] }
            do {
                _ = try turn.model.edited(edits)
                return GeneratedCase(form: .request(turn.model, edits))
            } catch {
                continue
            }
        }
        return nil
    }

    /// In an order of chance, one of each category after the other.
    private static func inTurns(
        _ edits: [GeneratedEdit],
        _ random: inout RandomSource
    ) -> [GeneratedEdit] {
        var groups = GeneratedEdit.Category.allCases.map { category in
            edits.filter { $0.category == category }.shuffled(using: &random)
        }
        var order: [GeneratedEdit] = []
        while groups.contains(where: { !$0.isEmpty }) {
            for index in groups.indices where !groups[index].isEmpty {
                order.append(groups[index].removeLast())
            }
        }
        return order
    }
}

extension RandomSource {
    /// A number from zero up to, and without, a count that is not zero.
    fileprivate mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }
}

extension GeneratedEdit {
    /// Whether both can be made in one request.
    func isApart(from other: GeneratedEdit) -> Bool {
        // What is not signed at all has nothing that could be wrong in it.
        if category == .credentials, other.category == .credentials { return false }
        let shared = zip(tokens, other.tokens).prefix { $0 == $1 }.count
        return shared < tokens.count && shared < other.tokens.count
    }
}

extension ResourceModel {
    /// The sequences that are always tried: what is created is there, keeps what is written, and is gone when
    /// it is deleted.
    fileprivate var sequences: [GeneratedCase] {
        func positions(_ role: Role) -> [Int] {
            uses.indices.filter { uses[$0].role == role }
        }
        let (reads, updates, deletes) = (positions(.read), positions(.update), positions(.delete))
        var found: [[Int]] = deletes.flatMap { delete in positions(.list).map { [delete, $0] } }
        found += reads.map { [$0] }
        for read in reads {
            found += updates.map { [$0, read] }
            found += deletes.map { [read, $0, read] }
        }
        for delete in deletes {
            found += updates.map { [delete, $0] } + [[delete, delete]]
            found += updates.flatMap { update in reads.map { [update, $0, delete, $0] } }
        }
        found += positions(.other).map { [$0] }
        return found.map { GeneratedCase(form: .sequence(self, $0)) }
    }
}
