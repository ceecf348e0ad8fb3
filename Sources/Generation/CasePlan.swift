import Base
package import Contract

/// The cases generated for one contract: the same ones for the same seed.
///
/// First every single value is changed, alternating between operations and between categories within them, then
/// optional members come in pairs, with sequences in between. The rest are combinations, without end.
package struct CasePlan: Sendable {
    /// The cases of one operation.
    private struct Turn: Sendable {
        let model: RequestModel
        /// In reverse order.
        var waiting: [GeneratedCase]
        /// For combinations.
        let edits: [GeneratedEdit]
    }

    private var turns: [Turn]
    private var sequences: [GeneratedCase]
    private let resources: [ResourceModel]
    private var random: RandomSource
    private var position = 0
    /// Combinations and sequences already used.
    private var tried: Set<String> = []
    /// The number of random repetitions after which the search for a new combination stops.
    private static let patience = 20
    /// The number of cases between two sequences.
    private static let pause = 4

    /// Plans the cases.
    ///
    /// - Parameters:
    ///   - models: Successful requests, in the order of their operations.
    ///   - contract: With its cases.
    ///   - seed: Determines the order, and the combinations.
    package init(_ models: [RequestModel], of contract: ContractDocument, seed: UInt64) {
        var random = RandomSource(seed: seed, name: "generated")
        turns = models.map { model in
            let edits = EditMaker(model: model, contract: contract).edits
            var order = Self.inTurns(edits, &random).map { edit in
                GeneratedCase(form: .request(model, [edit]))
            }
            if model.isSound {
                if model.isSafe {
                    order.insert(GeneratedCase(form: .repeated(model, member: nil)), at: 0)
                }
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

    /// The number of cases with one change, pairs and sequences that remain before combinations.
    package var untried: Int {
        sequences.count + turns.reduce(0) { $0 + $1.waiting.count }
    }

    /// Whether no cases can be generated.
    package var isEmpty: Bool { turns.isEmpty }

    /// The next case, without repetitions; `nil` when all were used.
    package mutating func next() -> GeneratedCase? {
        position += 1
        if position % Self.pause == 0, let sequence = nextSequence() { return sequence }
        // An operation without further single changes waits for the others.
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

    /// Two or three compatible changes; `nil` when the random search finds none that is new.
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

    /// In random order, alternating between categories.
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
    /// A number below a count that is not zero.
    fileprivate mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }
}

extension GeneratedEdit {
    /// Whether both can be made in one request.
    func isApart(from other: GeneratedEdit) -> Bool {
        // Credentials that are not sent cannot be wrong as well.
        if category == .credentials, other.category == .credentials { return false }
        let shared = zip(tokens, other.tokens).prefix { $0 == $1 }.count
        return shared < tokens.count && shared < other.tokens.count
    }
}

extension ResourceModel {
    /// The sequences that are always tried: a created object exists, keeps written values, and is gone after
    /// deletion, alone.
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
        let pairs = deletes.flatMap { delete in
            reads.map { GeneratedCase(form: .pair(self, delete: delete, read: $0)) }
        }
        let listings = positions(.list).filter { uses[$0].page != nil }.map {
            GeneratedCase(form: .listing(self, list: $0))
        }
        return listings + found.map { GeneratedCase(form: .sequence(self, $0)) } + pairs
    }
}
