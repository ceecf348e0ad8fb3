/// What a generated case found, in its smallest form.
package struct GeneratedFinding: Hashable, Sendable {
    /// The operation whose answer is wrong.
    package var operation: String
    package var kind: GeneratedKind
    /// Where the request is other than a valid one, as JSON Pointers; empty for a valid one.
    package var places: [String]
    /// What is other there, in words, one for each place.
    package var alterations: [String]
    /// How many more cases found the same.
    package var others: Int
    /// The case as an entry of a contract's `cases`; `nil` where it cannot be written down.
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

/// How many cases were generated from a contract, and of what none were.
package struct GenerationResult: Hashable, Sendable {
    /// An operation of which no cases were made, or none that say anything.
    package struct Omission: Hashable, Sendable {
        package var operation: String
        package var reason: String

        package init(operation: String, reason: String) {
            self.operation = operation
            self.reason = reason
        }
    }

    /// Those that were run, those of shrinking not counted.
    package var cases = 0
    /// How many were to be run.
    package var wanted = 0
    /// Of how many operations.
    package var operations = 0
    /// What was run to make findings small.
    package var shrinking = 0
    /// Those that could not be judged, because what they build on did not work.
    package var inconclusive = 0
    /// Why the first of them could not be; `nil` for none.
    package var obstacle: String?
    /// Left out by the contract.
    package var excluded: [Omission] = []
    /// Those of which no valid request is known that is answered with success.
    package var withoutBase: [Omission] = []
    /// Whether the time was over before all were run.
    package var isOutOfTime = false
    /// Cases with one change, pairs and sequences that there was no time for; combinations have no end.
    package var untried = 0

    package init() {}
}
