/// Texts made from a regular expression, piece by piece, with the first alternative and the fewest
/// repetitions.
///
/// Supports only the most common constructs: characters, classes, groups, alternatives and
/// quantifiers. The caller checks the text against the expression.
struct PatternExample {
    private var rest: ArraySlice<Unicode.Scalar>
    private static let longest = 4_096

    /// A text for the pattern; `nil` if the pattern contains unsupported constructs.
    static func text(for pattern: String) -> String? {
        var maker = PatternExample(rest: Array(pattern.unicodeScalars)[...])
        guard let scalars = maker.alternatives(), maker.rest.isEmpty else { return nil }
        return String(String.UnicodeScalarView(scalars))
    }

    private init(rest: ArraySlice<Unicode.Scalar>) { self.rest = rest }

    /// The first of the alternatives up to the end or a closing parenthesis.
    private mutating func alternatives() -> [Unicode.Scalar]? {
        guard let first = sequence() else { return nil }
        while rest.first == "|" {
            rest.removeFirst()
            guard sequence() != nil else { return nil }
        }
        return first
    }

    private mutating func sequence() -> [Unicode.Scalar]? {
        var text: [Unicode.Scalar] = []
        while let next = rest.first, next != "|", next != ")" {
            guard let piece = piece(), let count = repetitions(),
                text.count + piece.count * count <= Self.longest
            else { return nil }
            for _ in 0..<count { text += piece }
        }
        return text
    }

    private mutating func piece() -> [Unicode.Scalar]? {
        let next = rest.removeFirst()
        switch next {
        case "^", "$": return []
        case ".": return ["a"]
        case "[": return set().map { [$0] }
        case "\\": return escape().map { [$0] }
        case "(":
            if rest.starts(with: ["?", ":"]) { rest = rest.dropFirst(2) }
            // Anything else behind a question mark looks ahead or behind.
            guard rest.first != "?", let inner = alternatives(), rest.popFirst() == ")" else {
                return nil
            }
            return inner
        case "*", "+", "?", "{", "}", "]": return nil
        default: return [next]
        }
    }

    private mutating func escape() -> Unicode.Scalar? {
        switch rest.popFirst() {
        case "d": "0"
        case "w": "a"
        case "s": " "
        case let other?
        where other.isASCII && !other.properties.isAlphabetic && !("0"..."9").contains(other):
            other
        default: nil
        }
    }

    /// The first member of a class that is not negated.
    private mutating func set() -> Unicode.Scalar? {
        guard let first = rest.first, first != "^", first != "]" else { return nil }
        rest.removeFirst()
        let member = first == "\\" ? escape() : first
        while let next = rest.popFirst() {
            if next == "]" { return member }
            if next == "\\" { _ = rest.popFirst() }
        }
        return nil
    }

    /// The least number of repetitions; one without a quantifier.
    private mutating func repetitions() -> Int? {
        var count = 1
        switch rest.first {
        case "*", "?": count = 0
        case "+": break
        case "{":
            let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
            let end = rest.firstIndex(of: "}")
            guard let end, let least = Int(String(String.UnicodeScalarView(digits))),
                least <= Self.longest
            else { return nil }
            count = least
            rest = rest[end...]
        default: return 1
        }
        rest.removeFirst()
        if rest.first == "?" { rest.removeFirst() }
        return count
    }
}
