/// One place where an answer departs from the contract.
package struct Difference: Equatable, Sendable {
    /// Where in the answer: `status`, `header Content-Type`, `$.results[0].objectId`.
    package let path: String
    /// What the contract wants, with its type: `"ios"`, `200`, `string matching ^E`.
    package let expected: String
    /// What came, with its type; `nothing` when it is missing.
    package let actual: String
    /// The line of the contract that asks for it.
    package let location: SourceLocation?
    /// How sure the contract is of what it asks for.
    package let basis: Basis

    package init(
        path: String,
        expected: String,
        actual: String,
        location: SourceLocation? = nil,
        basis: Basis = .documented
    ) {
        self.path = path
        self.expected = expected
        self.actual = actual
        self.location = location
        self.basis = basis
    }
}

extension Difference {
    /// `$.code: expected "E400008", got "E403002"`.
    package var plainStatement: String { "\(path): expected \(expected), got \(actual)" }

    /// The same difference, no surer than `basis`.
    package func weakened(to basis: Basis) -> Difference {
        guard basis > self.basis else { return self }
        return Difference(
            path: path,
            expected: expected,
            actual: actual,
            location: location,
            basis: basis
        )
    }
}
