/// One place where a response differs from the contract.
package struct Difference: Equatable, Sendable {
    /// Its effect on the verdict.
    package enum Standing: Hashable, Sendable {
        /// The response contradicts the contract.
        case contradiction
        /// It is unknown whether it does.
        case unknown
        /// The contract waives it, for this reason.
        case waived(String)
    }

    /// The place in the response: `status`, `header Content-Type`, `$.results[0].objectId`.
    package let path: String
    /// The expectation of the contract, with its type: `"ios"`, `200`, `string matching ^E`.
    package let expected: String
    /// The actual value, with its type; `nothing` when it is missing.
    package let actual: String
    /// The line of the contract with the expectation.
    package let location: SourceLocation?
    /// How certain the contract is of the expectation.
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

    /// Whether the response contradicts the contract.
    package var isContradiction: Bool { standing == .contradiction }

    /// Whether the contract waives it.
    package var isWaived: Bool { if case .waived = standing { true } else { false } }

    /// The order of differences: those that count most come first.
    var rank: (standing: Int, basis: Basis) {
        switch standing {
        case .contradiction: (0, basis)
        case .unknown: (1, basis)
        case .waived: (2, basis)
        }
    }

    /// The difference, waived for a reason.
    func waived(for reason: String) -> Difference { with(basis, .waived(reason)) }

    /// The difference, no more certain than `basis`.
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
