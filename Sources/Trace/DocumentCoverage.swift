package import Contract

/// The coverage of a document: its inventory, joined with the results of a run.
package struct DocumentCoverage: Hashable, Sendable {
    /// The result of a statement.
    package enum Standing: String, Hashable, Sendable, CaseIterable {
        /// All of its promises passed, each in a step that compared a response of the server, or a request of the
        /// service or of a client other than the contract's own.
        case checked
        /// All passed, at least one of them by the contract's own client model alone, including requests that it
        /// made.
        case modelled
        /// One of its names or numbers is in the contract, and nothing compares it.
        case declared
        /// All passed; for at least one it is known that wrong behaviour would not have been
        /// detected.
        case notProven = "not proven"
        case failed
        case inconclusive
        /// A promise fails that is less certain than the level of the run.
        case differs
        /// No case covered at least one of them.
        case notTried = "not tried"
        case local
        case console
        case open
        case contradicted

        /// Whether a server, a request or a client library can show it.
        var isCountable: Bool {
            switch self {
            case .local, .console, .contradicted: false
            case .checked, .modelled, .declared, .notProven, .failed, .inconclusive, .differs,
                .notTried,
                .open:
                true
            }
        }
    }

    /// A statement with its result.
    package struct Entry: Hashable, Sendable {
        package let statement: Statement
        package let standing: Standing
        /// The reason, with the deciding promise; `nil` for none.
        package let reason: String?
    }

    package let inventory: Inventory
    /// In file order.
    package let entries: [Entry]

    /// Joins an inventory with the rows of a run.
    ///
    /// - Parameters:
    ///   - inventory: Its promises were found in the contracts.
    ///   - outcome: The result of a row; `nil` for one that the run does not have.
    package init(_ inventory: Inventory, _ outcome: (PromiseKey) -> PromiseOutcome?) {
        self.inventory = inventory
        entries = inventory.statements.map { statement in
            let found = Self.found(statement.fate, outcome)
            return Entry(statement: statement, standing: found.standing, reason: found.reason)
        }
    }

    /// The number of statements with this result.
    package func count(_ standing: Standing) -> Int {
        entries.reduce(0) { $0 + ($1.standing == standing ? 1 : 0) }
    }

    /// Those that a server, a request or a client library can show: neither local nor console nor
    /// contradicted.
    package var countable: Int { entries.count { $0.standing.isCountable } }
}

/// The result of a promise, as far as it matters for a document.
package struct PromiseOutcome: Hashable, Sendable {
    package let status: PromiseStatus
    /// Why it passed by the model of the client alone; `nil` when a server is involved.
    package let modelled: ModelledReason?
    /// Whether it is a name or a number of the client that nothing compares.
    package let isDeclared: Bool
    /// Whether a wrong behaviour would have been detected; `nil` if that was not tested.
    package let isProven: Bool?
    package let reason: String?

    package init(
        status: PromiseStatus,
        modelled: ModelledReason? = nil,
        isDeclared: Bool = false,
        isProven: Bool? = nil,
        reason: String? = nil
    ) {
        self.status = status
        self.modelled = modelled
        self.isDeclared = isDeclared
        self.isProven = isProven
        self.reason = reason
    }

    package init(_ row: PromiseResult) {
        self.init(
            status: row.status,
            modelled: row.modelled,
            isDeclared: row.modelled != nil && row.kind == .catalogue,
            isProven: row.isProven,
            reason: row.reason
        )
    }
}

extension Sequence<DocumentCoverage> {
    /// The number of statements with this result, in all documents together.
    package func count(_ standing: DocumentCoverage.Standing) -> Int {
        reduce(0) { $0 + $1.count(standing) }
    }

    /// The number of statements that count.
    package var countable: Int { reduce(0) { $0 + $1.countable } }

    /// A count ÷ `countable`, from 0 to 1; 1 when none counts.
    package func share(of count: Int) -> Double {
        let all = countable
        return all == 0 ? 1 : Double(count) / Double(all)
    }
}

extension DocumentCoverage {
    /// From the result that takes precedence over all others.
    private static let gravity: [Standing] = [
        .failed, .inconclusive, .differs, .notTried, .notProven, .declared, .modelled, .checked,
        .local,
    ]

    private static func found(
        _ fate: Statement.Fate,
        _ outcome: (PromiseKey) -> PromiseOutcome?
    ) -> (standing: Standing, reason: String?) {
        switch fate {
        case .local(let reason): return (.local, reason)
        case .console(let reason): return (.console, reason)
        case .open(let reason): return (.open, reason)
        case .contradicted(let contradiction, _):
            return (.contradicted, "\(contradiction.by): \(contradiction.because)")
        case .promised(let promises):
            let found = promises.map { ($0, Self.found($0.key.flatMap(outcome))) }
            let decisive = gravity.first { standing in found.contains { $0.1.standing == standing }
            }
            guard let decisive, let row = found.first(where: { $0.1.standing == decisive }) else {
                return (.notTried, nil)
            }
            return (decisive, row.1.reason.map { "\(row.0.text): \($0)" })
        }
    }

    private static func found(
        _ outcome: PromiseOutcome?
    ) -> (standing: Standing, reason: String?) {
        guard let outcome else { return (.notTried, "it was not run") }
        switch outcome.status {
        case .passed where outcome.isProven == false:
            return (.notProven, "a wrong behaviour would not be detected")
        case .passed where outcome.isDeclared: return (.declared, nil)
        case .passed:
            return outcome.modelled.map { (.modelled, $0.sentence) } ?? (.checked, nil)
        case .failed: return (.failed, outcome.reason ?? "it failed")
        case .inconclusive: return (.inconclusive, outcome.reason ?? "it could not be judged")
        case .differs: return (.differs, outcome.reason ?? "it does not hold")
        // A call that stays in the app does not count next to promises that can be tested.
        case .local: return (.local, outcome.reason)
        case .notCovered: return (.notTried, outcome.reason ?? "no case tried it")
        case .waived: return (.notTried, "waived: \(outcome.reason ?? "")")
        case .untestable: return (.notTried, "untestable: \(outcome.reason ?? "")")
        }
    }
}
