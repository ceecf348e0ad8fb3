/// The finding of a generated case, in its smallest form.
package struct GeneratedFinding: Hashable, Sendable {
    /// The operation with the wrong response.
    package var operation: String
    package var kind: GeneratedKind
    /// The places where the request differs from a valid one, as JSON Pointers; empty for a valid
    /// one.
    package var places: [String]
    /// The differences in words, one for each place.
    package var alterations: [String]
    /// The number of further cases with the same finding.
    package var others: Int
    /// The case as an entry of a contract's `cases`; `nil` where a contract cannot express it.
    package var text: String?

    package init(
        operation: String,
        kind: GeneratedKind,
        places: [String],
        alterations: [String],
        others: Int = 0,
        text: String? = nil
    ) {
        self.operation = operation
        self.kind = kind
        self.places = places
        self.alterations = alterations
        self.others = others
        self.text = text
    }
}

/// The number of cases generated from a contract, and the operations without any.
package struct GenerationResult: Hashable, Sendable {
    /// An operation without cases, or without conclusive ones.
    package struct Omission: Hashable, Sendable {
        package var operation: String
        package var reason: String

        package init(operation: String, reason: String) {
            self.operation = operation
            self.reason = reason
        }
    }

    /// The number of cases that ran, without those for shrinking.
    package var cases = 0
    /// The number of requested cases.
    package var wanted = 0
    /// The number of their operations.
    package var operations = 0
    /// The number of cases run to shrink findings.
    package var shrinking = 0
    /// The number of inconclusive cases, because a precondition failed.
    package var inconclusive = 0
    /// The reason of the first of them; `nil` for none.
    package var obstacle: String?
    /// Left out by the contract.
    package var excluded: [Omission] = []
    /// Operations without a known successful request.
    package var withoutBase: [Omission] = []
    /// Whether the time was over before all were run.
    package var isOutOfTime = false
    /// Cases with one change, pairs and sequences for which there was no time; combinations are unlimited.
    package var untried = 0

    package init() {}
}
