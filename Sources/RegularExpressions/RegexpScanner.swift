import Base

/// Shared by the parsers of both dialects: the position in the expression, errors, quantifiers.
struct RegexpScanner {
    /// Largest nesting depth of groups.
    static let maximumDepth = 200

    let pattern: String
    var input: ScalarScanner
    private var depth = 0

    init(_ pattern: String) {
        self.pattern = pattern
        input = ScalarScanner(pattern)
    }

    /// An error at `offset`, or at the next code point.
    func error(
        at offset: Int? = nil,
        expected: String,
        found: String? = nil
    ) -> RegularExpressionError {
        RegularExpressionError(
            pattern: pattern,
            offset: offset ?? input.position,
            expected: expected,
            found: found ?? input.found
        )
    }

    mutating func enterGroup() throws(RegularExpressionError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw error(
                expected: "at most \(Self.maximumDepth) groups within each other",
                found: "one more"
            )
        }
    }

    mutating func leaveGroup() throws(RegularExpressionError) {
        guard input.take(")") else { throw error(expected: "\")\" at the end of a group") }
        depth -= 1
    }

    /// Parses `*`, `+`, `?` or a braced range; `nil` without a quantifier.
    mutating func quantifier() throws(RegularExpressionError) -> (minimum: Int, maximum: Int?)? {
        if input.take("*") { return (0, nil) }
        if input.take("+") { return (1, nil) }
        if input.take("?") { return (0, 1) }
        guard input.next == "{" else { return nil }
        let start = input.position
        input.position += 1
        let minimum = try count()
        var maximum: Int? = minimum
        if input.take(",") { maximum = input.next == "}" ? nil : try count() }
        guard input.take("}") else {
            throw error(expected: "\"}\" at the end of a quantifier")
        }
        if let maximum, maximum < minimum {
            throw error(
                at: start,
                expected: "a quantifier whose second number is not the smaller one",
                found: input.text(from: start)
            )
        }
        return (minimum, maximum)
    }

    private mutating func count() throws(RegularExpressionError) -> Int {
        let start = input.position
        let digits = input.take(while: \.isASCIIDigit)
        guard !digits.isEmpty else { throw error(expected: "a number in a quantifier") }
        guard let count = Int(digits), count <= MatchCompiler.maximumSteps else {
            throw error(
                at: start,
                expected: "at most \(MatchCompiler.maximumSteps) repetitions",
                found: digits
            )
        }
        return count
    }

    /// The range between two ends of a class, which must not be reversed.
    func range(
        from first: Unicode.Scalar,
        to last: Unicode.Scalar,
        at offset: Int
    ) throws(RegularExpressionError) -> ClosedRange<Unicode.Scalar> {
        guard first <= last else {
            throw error(
                at: offset,
                expected: "a range whose first character does not come after its last",
                found: input.text(from: offset)
            )
        }
        return first...last
    }
}
