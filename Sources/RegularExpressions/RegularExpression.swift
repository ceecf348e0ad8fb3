import Base

/// A regular expression whose matching takes linear time and never more stack, whatever it says.
///
/// It answers whether there is a match, and what its groups hold; there are no back-references.
/// Code points are compared, never normalised text.
package struct RegularExpression: Sendable {
    /// The expression as it was written.
    package let pattern: String
    private let program: MatchProgram
    private let looks: [MatchProgram]
    /// How many groups remember what they match; an I-Regexp has none.
    let groupCount: Int

    /// Reads an I-Regexp (RFC 9485).
    ///
    /// `^` and `$` stand for the start and the end of the text, which is what they become in every
    /// mapping of RFC 9485 §5.
    ///
    /// - Parameter pattern: The expression, without slashes around it.
    /// - Throws: When it is not an I-Regexp, or its repetitions unfold to more than 20,000 states.
    package init(_ pattern: String) throws(RegularExpressionError) {
        var parser = IRegexpParser(pattern)
        try self.init(pattern, tree: parser.parse())
    }

    /// Reads an expression of ECMA-262 in Unicode mode, as JSON Schema's `pattern` has it.
    ///
    /// Supported: alternatives, groups (plain, named, non-capturing), greedy and lazy quantifiers,
    /// classes, `. ^ $ \b \B \d \D \w \W \s \S \t \n \v \f \r \0 \cX \xHH \uHHHH \u{H…}`, look-ahead
    /// and look-behind, `\p{…}` with general categories and the common binary properties. As in
    /// a browser without Unicode mode, punctuation may be escaped needlessly and a lone `{`, `}` or `]`
    /// stands for itself. Refused: back-references, `\p{Script=…}`, flags within the expression.
    ///
    /// - Parameter pattern: The expression, without slashes around it.
    /// - Throws: When it is none, when it needs what is not supported, or when its repetitions
    ///   unfold to more than 20,000 states.
    package init(ecma pattern: String) throws(RegularExpressionError) {
        var parser = ECMARegexpParser(pattern)
        let tree = try parser.parse()
        try self.init(pattern, tree: tree, groupCount: parser.groupCount)
    }

    private init(
        _ pattern: String,
        tree: Pattern,
        groupCount: Int = 0
    ) throws(RegularExpressionError) {
        guard let (main, looks) = MatchCompiler.compile(tree) else {
            throw RegularExpressionError(
                pattern: pattern,
                offset: 0,
                expected: "an expression of at most \(MatchCompiler.maximumSteps) states",
                found: "more, once its repetitions are unfolded"
            )
        }
        self.pattern = pattern
        program = main
        self.looks = looks
        self.groupCount = groupCount
    }

    /// Whether the expression describes the whole text.
    package func matchesWhole(_ text: String) -> Bool {
        Matcher(text: text, looks: looks).matchesWhole(program)
    }

    /// Whether the expression describes any part of the text, the empty part included.
    package func containsMatch(in text: String) -> Bool {
        Matcher(text: text, looks: looks).containsMatch(of: program)
    }

    /// What the first match holds.
    ///
    /// - Parameter text: Where to look.
    /// - Returns: The match, then its groups in the order of their opening brackets, `nil` for one
    ///   that was passed by; `nil` when there is no match.
    package func firstMatch(in text: String) -> [String?]? {
        let matcher = Matcher(text: text, looks: looks)
        return matcher.firstMatch(of: program, groupCount: groupCount)?.map { range in
            range.map { range in
                var part = String.UnicodeScalarView()
                part.append(contentsOf: matcher.text[range])
                return String(part)
            }
        }
    }
}

/// Why a regular expression was refused.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expression as it was written.
    package let pattern: String
    /// Where the fault is; counts code points from zero.
    package let offset: Int
    package let expected: String
    package let found: String

    package var description: String {
        "regular expression \(JSONQuoting.quoted(pattern, maximumLength: 80)), "
            + "character \(offset + 1): expected \(expected), found \(found)"
    }
}
