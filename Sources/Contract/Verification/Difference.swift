/// One place where an answer departs from the contract.
package struct Difference: Equatable, Sendable {
    /// What it means for the verdict.
    package enum Standing: Hashable, Sendable {
        /// The answer contradicts the contract.
        case contradiction
        /// It is unknown whether it does.
        case unknown
        /// The contract sets it aside, for this reason.
        case waived(String)
    }

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
    package let standing: Standing

    package init(
        path: String,
        expected: String,
        actual: String,
        location: SourceLocation? = nil,
        basis: Basis = .documented,
        standing: Standing = .contradiction
    ) {
        self.path = path
        self.expected = expected
        self.actual = actual
        self.location = location
        self.basis = basis
        self.standing = standing
    }
}

extension Difference {
    /// `$.code: expected "E400008", got "E403002"`.
    package var plainStatement: String {
        let doubt = standing == .unknown ? "cannot be checked: " : ""
        return "\(path): \(doubt)expected \(expected), got \(actual)"
    }

    /// Whether the answer contradicts the contract.
    package var isContradiction: Bool { standing == .contradiction }

    /// Whether the contract sets it aside.
    package var isWaived: Bool { if case .waived = standing { true } else { false } }

    /// The more there is to say against the answer, the earlier: what counts most comes first.
    var rank: (standing: Int, basis: Basis) {
        switch standing {
        case .contradiction: (0, basis)
        case .unknown: (1, basis)
        case .waived: (2, basis)
        }
    }

    /// The same difference, set aside for a reason.
    func waived(for reason: String) -> Difference { with(basis, .waived(reason)) }

    /// The same difference, no surer than `basis`.
    package func weakened(to basis: Basis) -> Difference {
        basis > self.basis ? with(basis, standing) : self
    }

    private func with(_ basis: Basis, _ standing: Standing) -> Difference {
        Difference(
            path: path,
            expected: expected,
            actual: actual,
            location: location,
            basis: basis,
            standing: standing
        )
    }
}
