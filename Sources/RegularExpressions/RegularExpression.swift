import Base

/// A regular expression with linear matching time and constant stack use, for any pattern.
///
/// It reports whether there is a match, and the texts of its groups; it has no back-references. Code points are
/// compared without normalization.
package struct RegularExpression: Sendable {
    /// The original text.
    package let pattern: String
    private let program: MatchProgram
    private let looks: [MatchProgram]
    /// Number of capturing groups; zero for an I-Regexp.
    let groupCount: Int

    /// Parses an I-Regexp (RFC 9485).
    ///
    /// `^` and `$` match the start and the end of the text, as in every mapping of RFC 9485 §5.
    ///
    /// - Parameter pattern: The expression, without slashes around it.
    /// - Throws: When it is not an I-Regexp, or its repetitions expand to more than 20,000 states.
    package init(_ pattern: String) throws(RegularExpressionError) {
        var parser = IRegexpParser(pattern)
        try self.init(pattern, tree: parser.parse())
    }

    /// Parses an expression of ECMA-262 in Unicode mode, as used by `pattern` of JSON Schema.
    ///
    /// Supported: alternatives, groups (plain, named, non-capturing), greedy and lazy quantifiers, classes, `. ^ $
    /// \b \B \d \D \w \W \s \S \t \n \v \f \r \0 \cX \xHH \uHHHH \u{H…}`, look-ahead and look-behind, `\p{…}` with
    /// general categories and the common binary properties. As in a browser without Unicode mode, punctuation may
    /// be escaped needlessly and a lone `{`, `}` or `]` is literal. Rejected: back-references, `\p{Script=…}`,
    /// flags within the expression.
    ///
    /// - Parameter pattern: The expression, without slashes around it.
    /// - Throws: When it is invalid or uses an unsupported feature, or its repetitions expand to more than 20,000
    ///   states.
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

    /// Whether the expression matches the whole text.
    package func matchesWhole(_ text: String) -> Bool {
        Matcher(text: text, looks: looks).matchesWhole(program)
    }

    /// Whether the expression describes any part of the text, the empty part included.
    package func containsMatch(in text: String) -> Bool {
        Matcher(text: text, looks: looks).containsMatch(of: program)
    }

    /// The texts of the first match.
    ///
    /// - Parameter text: The text to search.
    /// - Returns: The match, then its groups in the order of their opening brackets, `nil` for one that did not
    ///   take part; `nil` without a match.
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

/// Why a regular expression was rejected.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The original text.
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
