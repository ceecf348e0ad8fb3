import Base

/// Reads the supported part of ECMA-262's regular expressions in Unicode mode.
///
/// Source: ECMA-262 §22.2.1, and annex B.1.2 for lone braces and needless escapes.
struct ECMARegexpParser {
    var scanner: RegexpScanner
    /// Number of capturing groups that have begun.
    private(set) var groupCount = 0

    init(_ pattern: String) {
        scanner = RegexpScanner(pattern)
    }

    mutating func parse() throws(RegularExpressionError) -> Pattern {
        let tree = try branches()
        guard scanner.input.isAtEnd else {
            throw scanner.error(
                expected: "something before a quantifier, and a \"(\" for each \")\""
            )
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
            let start = scanner.input.position
            guard startsQuantifier, let (minimum, maximum) = try scanner.quantifier() else {
                pieces.append(atom)
                continue
            }
            guard atom.isQuantifiable else {
                throw scanner.error(
                    at: start,
                    expected: "no quantifier after an assertion",
                    found: scanner.input.text(from: start)
                )
            }
            let isLazy = scanner.input.take("?")
            pieces.append(
                .repeated(atom, minimum: minimum, maximum: maximum, isLazy: isLazy)
            )
        }
        return .sequence(pieces)
    }

    /// Whether a quantifier follows: a brace begins one only when it is complete.
    private var startsQuantifier: Bool {
        guard scanner.input.next == "{" else { return true }
        var ahead = scanner.input
        ahead.position += 1
        guard !ahead.take(while: \.isASCIIDigit).isEmpty else { return false }
        if ahead.take(",") { _ = ahead.take(while: \.isASCIIDigit) }
        return ahead.take("}")
    }

    /// `nil` at the end of a branch, or at a quantifier without an atom before it.
    private mutating func atom() throws(RegularExpressionError) -> Pattern? {
        guard let next = scanner.input.next else { return nil }
        switch next {
        case "(": return try group()
        case "[": return .one(try characterClass())
        case "\\": return try escape()
        case ")", "|", "*", "+", "?": return nil
        case "{" where startsQuantifier: return nil
        default:
            scanner.input.position += 1
        }
        switch next {
        case ".":
            return .one(ScalarSet("\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}").negated)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        default: return .one(ScalarSet(next))
        }
    }

    private mutating func group() throws(RegularExpressionError) -> Pattern {
        try scanner.enterGroup()
        scanner.input.position += 1
        let kind = try groupKind()
        if case .remembering = kind { groupCount += 1 }
        let number = groupCount
        let body = try branches()
        try scanner.leaveGroup()
        return switch kind {
        case .plain: .sequence([body])
        case .remembering: .group(body, number: number)
        case .look(let isAhead, let isNegated):
            .look(body, isAhead: isAhead, isNegated: isNegated)
        }
    }

    private enum GroupKind {
        case plain
        case remembering
        case look(isAhead: Bool, isNegated: Bool)
    }

    private mutating func groupKind() throws(RegularExpressionError) -> GroupKind {
        guard scanner.input.next == "?" else { return .remembering }
        if scanner.input.take(text: "?:") { return .plain }
        if scanner.input.take(text: "?=") { return .look(isAhead: true, isNegated: false) }
        if scanner.input.take(text: "?!") { return .look(isAhead: true, isNegated: true) }
        if scanner.input.take(text: "?<=") { return .look(isAhead: false, isNegated: false) }
        if scanner.input.take(text: "?<!") { return .look(isAhead: false, isNegated: true) }
        guard scanner.input.take(text: "?<") else {
            throw scanner.error(
                expected: "one of (?: (?= (?! (?<= (?<! (?<name> (flags are not supported)",
                found: "\"(?\(scanner.input.scalar(after: 1).map(String.init) ?? "")\""
            )
        }
        let start = scanner.input.position
        let name = scanner.input.take { $0.properties.isIDContinue || $0 == "$" }
        guard let first = name.unicodeScalars.first, !first.isASCIIDigit,
            scanner.input.take(">")
        else {
            throw scanner.error(
                at: start,
                expected: "the name of a group, which starts with no digit, and \">\"",
                found: name.isEmpty ? nil : "\"\(name)\""
            )
        }
        return .remembering
    }
}

extension Pattern {
    /// Whether ECMA-262 allows a quantifier after it.
    fileprivate var isQuantifiable: Bool {
        switch self {
        case .assertion, .look: false
        case .one, .sequence, .alternatives, .repeated, .group: true
        }
    }
}
