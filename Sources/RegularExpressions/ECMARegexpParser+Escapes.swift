import Base

extension ECMARegexpParser {
    /// Reads an escape outside a class, the position being at its backslash.
    mutating func escape() throws(RegularExpressionError) -> Pattern {
        switch scanner.input.scalar(after: 1) {
        case "b":
            scanner.input.position += 2
            return .assertion(.wordBoundary)
        case "B":
            scanner.input.position += 2
            return .assertion(.noWordBoundary)
        default:
            return .one(try escapedAtom().set)
        }
    }

    /// Parses an escape that is also valid in a class.
    mutating func escapedAtom() throws(RegularExpressionError) -> EscapedAtom {
        scanner.input.position += 1
        guard let next = scanner.input.next else {
            throw scanner.error(expected: "a character after \"\\\"")
        }
        if let set = Self.classEscapes[next] {
            scanner.input.position += 1
            return .set(set)
        }
        switch next {
        case "p", "P": return .set(try propertyEscape())
        default: return .scalar(try characterEscape(next))
        }
    }

    private static let classEscapes: [Unicode.Scalar: ScalarSet] = [
        "d": .digit, "D": ScalarSet.digit.negated,
        "w": .word, "W": ScalarSet.word.negated,
        "s": .space, "S": ScalarSet.space.negated,
    ]

    private static let controlEscapes: [Unicode.Scalar: Unicode.Scalar] = [
        "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
    ]

    private mutating func characterEscape(
        _ next: Unicode.Scalar
    ) throws(RegularExpressionError) -> Unicode.Scalar {
        let start = scanner.input.position - 1
        if let control = Self.controlEscapes[next] {
            scanner.input.position += 1
            return control
        }
        switch next {
        case "0" where scanner.input.scalar(after: 1)?.isASCIIDigit != true:
            scanner.input.position += 1
            return "\0"
        case "c": return try controlLetter()
        case "x":
            scanner.input.position += 1
            return Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(digits: 2)))
        case "u": return try unicodeEscape()
        case "0"..."9", "k":
            throw scanner.error(
                at: start,
                expected: "no back-reference (they are not supported)",
                found: "\"\\\(next)\""
            )
        default:
            guard !next.isASCIILetter, next != "_", next.isASCII else {
                throw scanner.error(
                    at: start,
                    expected: "an escape of ECMA-262",
                    found: "\"\\\(next)\""
                )
            }
            scanner.input.position += 1
            return next
        }
    }

    private mutating func controlLetter() throws(RegularExpressionError) -> Unicode.Scalar {
        guard let letter = scanner.input.scalar(after: 1), letter.isASCIILetter else {
            scanner.input.position += 1
            throw scanner.error(expected: "a letter after \"\\c\"")
        }
        scanner.input.position += 2
        return Unicode.Scalar(UInt8(letter.value % 32))
    }

    private mutating func hexadecimal(digits: Int) throws(RegularExpressionError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = scanner.input.next?.hexadecimalValue else {
                throw scanner.error(expected: "\(digits) hexadecimal digits")
            }
            value = value << 4 | digit
            scanner.input.position += 1
        }
        return value
    }

    /// Parses `uHHHH`, a surrogate pair of two such escapes, or `u{H…}`.
    private mutating func unicodeEscape() throws(RegularExpressionError) -> Unicode.Scalar {
        let start = scanner.input.position - 1
        scanner.input.position += 1
        var value: UInt32 = 0
        if scanner.input.take("{") {
            let digits = scanner.input.take { $0.hexadecimalValue != nil }
            guard scanner.input.take("}") else {
                throw scanner.error(expected: "hexadecimal digits and \"}\" after \"\\u{\"")
            }
            value = UInt32(digits, radix: 16) ?? .max
        } else {
            value = try hexadecimal(digits: 4)
            if (0xD800...0xDBFF).contains(value), scanner.input.take(text: "\\u") {
                let low = try hexadecimal(digits: 4)
                let isLow = (0xDC00...0xDFFF).contains(low)
                value = isLow ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : .max
            }
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw scanner.error(
                at: start,
                expected: "the escape of a code point that is not half of a surrogate pair",
                found: scanner.input.text(from: start)
            )
        }
        return scalar
    }

    /// Reads `p{…}` or `P{…}`.
    private mutating func propertyEscape() throws(RegularExpressionError) -> ScalarSet {
        let isComplement = scanner.input.next == "P"
        scanner.input.position += 1
        guard scanner.input.take("{") else {
            throw scanner.error(expected: "\"{\" after \"\\p\"")
        }
        let start = scanner.input.position
        let name = scanner.input.take { $0 != "}" }
        guard let property = Self.property(named: name), scanner.input.take("}") else {
            throw scanner.error(
                at: start,
                expected: "a general category such as L or Letter, or one of "
                    + BinaryProperty.allCases.map(\.rawValue).joined(separator: " "),
                found: "\"\(name)\""
            )
        }
        let set = ScalarSet(property)
        return isComplement ? set.negated : set
    }

    private static func property(named name: String) -> ScalarProperty? {
        if let binary = BinaryProperty(rawValue: name) { return .binary(binary) }
        var category = name[...]
        for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
            category = name.dropFirst(prefix.count)
        }
        return GeneralCategoryNames.categories(named: String(category)).map(ScalarProperty.category)
    }
}
