import Base

extension ECMARegexpParser {
    /// Reads a class, the position being at its opening bracket.
    mutating func characterClass() throws(RegularExpressionError) -> ScalarSet {
        let start = scanner.input.position
        scanner.input.position += 1
        var set = ScalarSet()
        set.isNegated = scanner.input.take("^")
        while !scanner.input.take("]") {
            guard !scanner.input.isAtEnd else {
                throw scanner.error(expected: "\"]\" for the \"[\" at character \(start + 1)")
            }
            try insertClassItem(into: &set)
        }
        return set
    }

    private mutating func insertClassItem(
        into set: inout ScalarSet
    ) throws(RegularExpressionError) {
        let start = scanner.input.position
        let first = try classAtom()
        guard scanner.input.next == "-", let after = scanner.input.scalar(after: 1), after != "]"
        else {
            set.formUnion(first.set)
            return
        }
        scanner.input.position += 1
        let last = try classAtom()
        guard case .scalar(let low) = first, case .scalar(let high) = last else {
            throw scanner.error(
                at: start,
                expected: "single characters on both sides of \"-\" in a class",
                found: scanner.input.text(from: start)
            )
        }
        set.insert(try scanner.range(from: low, to: high, at: start))
    }

    private mutating func classAtom() throws(RegularExpressionError) -> EscapedAtom {
        guard let next = scanner.input.next else {
            throw scanner.error(expected: "\"]\" at the end of a class")
        }
        guard next == "\\" else {
            scanner.input.position += 1
            return .scalar(next)
        }
        if scanner.input.scalar(after: 1) == "b" {
            scanner.input.position += 2
            return .scalar("\u{8}")
        }
        return try escapedAtom()
    }
}

/// Meaning of an escape: one character or a set of them.
enum EscapedAtom {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)

    var set: ScalarSet {
        switch self {
        case .scalar(let scalar): ScalarSet(scalar)
        case .set(let set): set
        }
    }
}
