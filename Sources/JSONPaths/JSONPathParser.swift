import Base
import RegularExpressions

/// Reads the grammar of JSONPath and checks that queries are well-typed.
///
/// Source: RFC 9535, appendix A.
struct JSONPathParser {
    /// How deep filters, parentheses and functions may be nested.
    static let maximumDepth = 100
    /// Indices of I-JSON: beyond them a double is not exact.
    static let indices = -9_007_199_254_740_991...9_007_199_254_740_991

    let text: String
    var input: ScalarScanner
    var unusablePatterns: [RegularExpressionError] = []
    private var depth = 0

    init(_ text: String) {
        self.text = text
        input = ScalarScanner(text)
    }

    mutating func parse() throws(JSONPathError) -> PathQuery {
        guard input.take("$") else { throw error(expected: "\"$\" at the start of a query") }
        let segments = try segments()
        guard input.isAtEnd else {
            throw error(expected: "\".\", \"..\", \"[\" or the end")
        }
        return PathQuery(isRelative: false, segments: segments)
    }

    /// Reads segments as long as any follow; blanks after the last one stay.
    mutating func segments() throws(JSONPathError) -> [PathSegment] {
        var segments: [PathSegment] = []
        while true {
            let start = input.position
            skipBlanks()
            guard let segment = try segment() else {
                input.position = start
                return segments
            }
            segments.append(segment)
        }
    }

    private mutating func segment() throws(JSONPathError) -> PathSegment? {
        if input.next == "[" {
            return PathSegment(isDescendant: false, selectors: try bracketedSelection())
        }
        guard input.take(".") else { return nil }
        let isDescendant = input.take(".")
        if isDescendant, input.next == "[" {
            return PathSegment(isDescendant: true, selectors: try bracketedSelection())
        }
        let selector: PathSelector =
            input.take("*") ? .wildcard : .name(try shorthandName(isDescendant: isDescendant))
        return PathSegment(isDescendant: isDescendant, selectors: [selector])
    }

    /// Reads a member name without quotes (`member-name-shorthand`).
    private mutating func shorthandName(isDescendant: Bool) throws(JSONPathError) -> String {
        guard let first = input.next, Self.isNameStart(first) else {
            let digitHint = input.next?.isASCIIDigit == true
            throw error(
                expected: isDescendant
                    ? "a member name, \"*\" or \"[\" after \"..\""
                    : "a member name or \"*\" after \".\""
                        + (digitHint ? " (a name that starts with a digit needs ['…'])" : "")
            )
        }
        return input.take { Self.isNameStart($0) || $0.isASCIIDigit }
    }

    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIILetter || scalar == "_" || scalar.value >= 0x80
    }
}

extension JSONPathParser {
    /// An error at `offset`, or at the next code point.
    func error(at offset: Int? = nil, expected: String, found: String? = nil) -> JSONPathError {
        JSONPathError(
            query: text,
            offset: offset ?? input.position,
            expected: expected,
            found: found ?? input.found
        )
    }

    /// Takes the only blanks of RFC 9535: space, tab, line feed, carriage return.
    mutating func skipBlanks() {
        _ = input.take { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }

    mutating func enter() throws(JSONPathError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw error(
                expected: "at most \(Self.maximumDepth) filters, parentheses and functions "
                    + "within each other",
                found: "one more"
            )
        }
    }

    mutating func leave() {
        depth -= 1
    }
}
