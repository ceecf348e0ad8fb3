package import Contract

/// What changed for a client between two sets of contracts.
package struct ContractComparison: Sendable {
    /// One side: a path and the contracts below it.
    package struct Side: Sendable {
        package let path: String
        package let contracts: [ContractDocument]

        package init(path: String, contracts: [ContractDocument]) {
            self.path = path
            self.contracts = contracts
        }
    }

    package let oldPath: String
    package let newPath: String
    /// The least sure promises and errors that count; the loss of one that is less sure is a note.
    package let level: Basis
    /// By service and subject; within a subject the gravest first.
    package private(set) var changes: [ContractChange]

    /// Compares.
    ///
    /// Services are paired by their place below the paths, then by title; a single one on each side
    /// is a pair anyway.
    package init(from old: Side, to new: Side, level: Basis = .documented) {
        oldPath = old.path
        newPath = new.path
        self.level = level
        var pairing = ServicePairing(
            old: ContractSurface.services(old.contracts, below: Self.folder(old)),
            new: ContractSurface.services(new.contracts, below: Self.folder(new))
        )
        pairing.pair()
        let count = pairing.pairs.count + pairing.old.count + pairing.new.count
        var changes: [ContractChange] = []
        for pair in pairing.pairs {
            let found = ServiceComparison(from: pair.old, to: pair.new, level: level).changes
            changes += Self.named(found, count > 1 ? pair.old.name : nil)
        }
        for service in pairing.old {
            changes += Self.named(service.operations.map(OperationComparison.removed), service.name)
        }
        for service in pairing.new {
            changes += Self.named(service.operations.map(OperationComparison.added), service.name)
        }
        self.changes = changes
    }

    /// The same with other places, for contracts that were made of other documents.
    ///
    /// - Parameters:
    ///   - old: The place in the old document, by what a change is about; `nil` leaves it as it is.
    ///   - new: The same for the new one.
    /// - Returns: The comparison.
    package func placed(
        old: ((ContractChange.Subject) -> SourceLocation?)?,
        new: ((ContractChange.Subject) -> SourceLocation?)?
    ) -> ContractComparison {
        var copy = self
        copy.changes = changes.map { change in
            var change = change
            if let old, change.old != nil { change.old = old(change.subject) }
            if let new, change.new != nil { change.new = new(change.subject) }
            return change
        }
        return copy
    }

    /// Adds notes about calls that both sides have.
    package mutating func add(_ notes: [ContractChange]) {
        let calls = Set(
            changes.filter { [.operationAdded, .operationRemoved].contains($0.kind) }.map(\.subject)
        )
        changes += notes.filter { !calls.contains($0.subject) }
    }

    /// How many changes there are of a severity.
    package func count(_ severity: ContractChange.Severity) -> Int {
        changes.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) }
    }

    /// The folder that names are taken from: the path itself, or that of a single file.
    private static func folder(_ side: Side) -> String {
        let path = side.path.hasSuffix("/") ? String(side.path.dropLast()) : side.path
        guard side.contracts.contains(where: { $0.file == path }) else { return path }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func named(_ changes: [ContractChange], _ service: String?) -> [ContractChange] {
        changes.map { change in
            var change = change
            change.service = service
            return change
        }
    }
}

/// Finds which service of one side is which of the other.
private struct ServicePairing {
    /// Those without a partner so far.
    private(set) var old: [ContractSurface]
    private(set) var new: [ContractSurface]
    private(set) var pairs: [(old: ContractSurface, new: ContractSurface)] = []

    init(old: [ContractSurface], new: [ContractSurface]) {
        self.old = old
        self.new = new
    }

    mutating func pair() {
        pair(by: \.name)
        pair(by: \.title)
        if old.count == 1, new.count == 1 {
            pairs.append((old[0], new[0]))
            (old, new) = ([], [])
        }
    }

    private mutating func pair(by key: KeyPath<ContractSurface, String>) {
        for service in old {
            let same = new.filter { $0[keyPath: key] == service[keyPath: key] }
            let rivals = old.filter { $0[keyPath: key] == service[keyPath: key] }
            guard same.count == 1, rivals.count == 1 else { continue }
            pairs.append((service, same[0]))
            new.removeAll { $0.name == same[0].name }
        }
        let paired = Set(pairs.map(\.old.name))
        old.removeAll { paired.contains($0.name) }
    }
}
