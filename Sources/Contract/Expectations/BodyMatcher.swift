package import JSON

/// Compares a JSON value with an example, member by member.
///
/// Every difference is found, each at its own place; none hides another.
package struct BodyMatcher: Equatable, Sendable {
    /// How close the value must come to the example.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The same kinds: the members of the example are required, others are allowed; every element of an array
        /// must be like the example's first, and at least one is required if the example has one. Integers and other
        /// numbers are one kind. (Pact calls this type matching.)
        case like
        /// The same values; an object can have more members, at every depth.
        case contains
        /// The same values and nothing else.
        case equals
    }

    /// Whether the order of array elements matters to `contains` and `equals`.
    package enum ArrayOrder: String, Hashable, Sendable, CaseIterable {
        /// Element by element.
        case ordered
        /// In any order: equal elements are paired first, the rest so that the fewest differences
        /// remain.
        ///
        /// Pairing the rest costs the product of both sizes, and the steps for one body are limited. Beyond the limit
        /// elements are paired in order: then more differences than the fewest may be reported, and if another order
        /// may match, one whose standing is `unknown`.
        case unordered
    }

    package let mode: Mode
    package let example: JSONValue
    package let arrays: ArrayOrder

    package init(_ mode: Mode, _ example: JSONValue, arrays: ArrayOrder = .ordered) {
        self.mode = mode
        self.example = example
        self.arrays = arrays
    }
}

extension BodyMatcher {
    /// Every place where `actual` differs from the example, in the order of the example.
    ///
    /// - Parameters:
    ///   - actual: The actual value.
    ///   - root: The text of the place of `actual`, `$` for a whole body.
    ///   - basis: How certain the contract is.
    ///   - location: The line of the contract with the example.
    ///   - limit: How many differences are kept; all are counted.
    /// - Returns: The differences, empty when the example matches.
    package func differences(
        in actual: JSONValue,
        at root: String = "$",
        basis: Basis = .documented,
        location: SourceLocation? = nil,
        limit: Int = Differences.defaultLimit
    ) -> Differences {
        var comparison = BodyComparison(
            mode: mode,
            arrays: arrays,
            root: root,
            found: Differences(limit: limit),
            basis: basis,
            location: location
        )
        comparison.compare(example, actual)
        return comparison.found
    }

    /// Whether `actual` matches the example.
    package func holds(for actual: JSONValue) -> Bool {
        if mode == .equals, arrays == .ordered { return actual == example }
        return differences(in: actual, limit: 0).isEmpty
    }
}
