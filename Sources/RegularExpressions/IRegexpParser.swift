import Base

/// Reads the grammar of I-Regexp.
///
/// Source: RFC 9485 §4, figure 1.
struct IRegexpParser {
    private var scanner: RegexpScanner

    init(_ pattern: String) {
        scanner = RegexpScanner(pattern)
    }

    mutating func parse() throws(RegularExpressionError) -> Pattern {
        let tree = try branches()
        guard scanner.input.isAtEnd else {
            throw scanner.error(expected: "a character, a class, a group or \"|\"")
        }
        return tree
    }

    private mutating func branches() throws(RegularExpressionError) -> Pattern {
        var branches: [Pattern] = []
        repeat {
            branches.append(try branch())
        } while scanner.input.take("|")
        return .alternatives(of: branches)
    }

    private mutating func branch() throws(RegularExpressionError) -> Pattern {
        var pieces: [Pattern] = []
        while let atom = try atom() {
            if let (minimum, maximum) = try scanner.quantifier() {
                pieces.append(.repeated(atom, minimum: minimum, maximum: maximum))
            } else {
                pieces.append(atom)
            }
        }
        return .sequence(pieces)
    }

    /// `nil` at the end of a branch, or at a character that is invalid in one.
    private mutating func atom() throws(RegularExpressionError) -> Pattern? {
        guard let next = scanner.input.next else { return nil }
        switch next {
        case "(":
            try scanner.enterGroup()
            scanner.input.position += 1
            let group = try branches()
            try scanner.leaveGroup()
            return group
        case ".":
            scanner.input.position += 1
            return .one(ScalarSet("\n"..."\n", "\r"..."\r").negated)
        case "[": return .one(try characterClass())
        case "\\": return .one(try escape())
        case "^", "$":
            scanner.input.position += 1
            return .assertion(next == "^" ? .start : .end)
        case ")", "*", "+", "?", "]", "{", "|", "}": return nil
        default:
            scanner.input.position += 1
            return .one(ScalarSet(next))
        }
    }

    /// Reads an escape: one character, or a category.
    private mutating func escape() throws(RegularExpressionError) -> ScalarSet {
        if let scalar = singleCharacterEscape() { return ScalarSet(scalar) }
        let isComplement = scanner.input.scalar(after: 1) == "P"
        guard isComplement || scanner.input.scalar(after: 1) == "p" else {
            scanner.input.position += 1
            throw scanner.error(
                expected: "one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after \"\\\""
            )
        }
        scanner.input.position += 2
        guard scanner.input.take("{") else {
            throw scanner.error(expected: "\"{\" after \"\\p\"")
        }
        let start = scanner.input.position
        let name = scanner.input.take(while: \.isASCIILetter)
        guard name != "Cs", let categories = GeneralCategoryNames.categories(short: name) else {
            throw scanner.error(
                at: start,
                expected: "a Unicode category such as L, Lu or Nd",
                found: name.isEmpty ? nil : "\"\(name)\""
            )
        }
        guard scanner.input.take("}") else {
            throw scanner.error(expected: "\"}\" after the name of a category")
        }
        let set = ScalarSet(.category(categories))
        return isComplement ? set.negated : set
    }

    private mutating func singleCharacterEscape() -> Unicode.Scalar? {
        guard scanner.input.next == "\\", let escaped = scanner.input.scalar(after: 1) else {
            return nil
        }
        let scalar: Unicode.Scalar
        switch escaped {
        case "n": scalar = "\n"
        case "r": scalar = "\r"
        case "t": scalar = "\t"
        case "("..."+", "-", ".", "?", "["..."^", "{"..."}": scalar = escaped
        default: return nil
        }
        scanner.input.position += 2
        return scalar
    }

    private mutating func characterClass() throws(RegularExpressionError) -> ScalarSet {
        scanner.input.position += 1
        var set = ScalarSet()
        set.isNegated = scanner.input.take("^")
        if scanner.input.take("-") {
            set.insert("-"..."-")
        } else {
            try insertClassItem(into: &set)
        }
        while scanner.input.next != "]" {
            if scanner.input.next == "-", scanner.input.scalar(after: 1) == "]" {
                scanner.input.position += 1
                set.insert("-"..."-")
            } else {
                try insertClassItem(into: &set)
            }
        }
        scanner.input.position += 1
        return set
    }

    private mutating func insertClassItem(
        into set: inout ScalarSet
    ) throws(RegularExpressionError) {
        let start = scanner.input.position
        guard let first = classCharacter() else {
            guard scanner.input.next == "\\" else {
                throw scanner.error(expected: "a character, a range or \"]\" in a class")
            }
            set.formUnion(try escape())
            return
        }
        guard scanner.input.next == "-", scanner.input.scalar(after: 1) != "]" else {
            set.insert(first...first)
            return
        }
        scanner.input.position += 1
        guard let last = classCharacter() else {
            throw scanner.error(expected: "the last character of a range")
        }
        set.insert(try scanner.range(from: first, to: last, at: start))
    }

    private mutating func classCharacter() -> Unicode.Scalar? {
        guard let next = scanner.input.next else { return nil }
        switch next {
        case "\\": return singleCharacterEscape()
        case "-", "[", "]": return nil
        default:
            scanner.input.position += 1
            return next
        }
    }
}
