import Base
import RegularExpressions
import Testing

@Suite("The supported part of ECMA-262's regular expressions")
struct ECMARegexpTests {
    @Test(
        "A match anywhere in the text is found",
        arguments: [
            ("b", "abc"), ("^a", "abc"), ("c$", "abc"), ("^abc$", "abc"), ("", ""), ("a|b", "xb"),
            ("\\d+", "a1"), ("^\\D$", "١"), ("^\\w+$", "aZ_0"), ("^\\W$", "é"),
            ("^\\s$", "\u{FEFF}"),
            ("^\\s$", "\u{A0}"), ("^\\S$", "x"), ("\\bfoo\\b", "a foo b"), ("\\Boo", "foo"),
            ("^a*?b+?c??$", "aab"), ("^a{2}?$", "aa"), ("^(?:ab)+$", "abab"),
            ("^(?<year>\\d{4})$", "2024"), ("^[^]$", "\n"), ("^[\\w-]+$", "a-b"),
            ("^[a-z\\d]+$", "a1"), ("^[^\\W_]$", "a"), ("^[\\b]$", "\u{8}"),
            ("^[$.*+?{}()|^]+$", "$^"),
            ("^\\cC$", "\u{3}"), ("^\\x41\\u0042\\u{1F600}$", "AB😀"), ("^\\uD83D\\uDE00$", "😀"),
            ("^\\t\\n\\v\\f\\r\\0$", "\t\n\u{B}\u{C}\r\0"), ("^\\/\\-\\@\\\"$", "/-@\""),
            ("^.$", "😀"),
            ("^🐲*$", "🐲🐲"), ("\\p{Letter}cole", "École"), ("^\\p{digit}+$", "৪২"),
            ("^\\p{L}\\P{L}$", "ä1"),
            ("^\\p{gc=Lu}\\p{General_Category=Ll}\\p{LC}$", "Aaa"), ("^\\p{Alphabetic}+$", "aä"),
            ("^{x}$", "{x}"), ("^a{,2}$", "a{,2}"), ("^a]$", "a]"), ("^[a-]$", "-"),
            ("^[-a]$", "-"),
            ("^(?=.*\\d)(?=.*[a-z]).{4,}$", "abc1"), ("^(?!.*\\.\\.).+$", "a.b"),
            ("(?<=\\$)\\d", "$5"),
            ("(?<!\\$)\\b\\d", "x 5"), ("^(?!a(?!b))", "ab"), ("^(a|(b(?=c)))+c$", "abc"),
            ("^(|a)$", "a"), ("foo(?=bar)", "foobar"), ("(?<=^|,)x", "a,x"),
        ]
    )
    func found(pattern: String, text: String) throws {
        #expect(try RegularExpression(ecma: pattern).containsMatch(in: text))
    }

    @Test(
        "Without a match, none is found",
        arguments: [
            ("^b", "abc"), ("b$", "abc"), ("^abc$", "abc\n"), ("^a$", "b\na\nb"), ("\\d", "١"),
            ("^\\w$", "é"), ("^\\W$", "a"), ("\\bfoo\\b", "afoo"), ("[]", "a"),
            (".", "\n\r\u{2028}\u{2029}"),
            ("^[^\\W_]$", "_"), ("^\\cC$", "\\cC"), ("^\\s$", "\u{200B}"), ("^\\p{Lu}", "a"),
            ("^(?=.*\\d)(?=.*[a-z]).{4,}$", "abcd"), ("^(?!.*\\.\\.).+$", "a..b"),
            ("(?<=\\$)\\d", "5"),
            ("(?<!\\$)\\d", "$5"), ("^(?!a(?!b))", "ac"), ("foo(?=bar)", "foobaz"),
            ("é", "e\u{301}"),
        ]
    )
    func notFound(pattern: String, text: String) throws {
        #expect(try !RegularExpression(ecma: pattern).containsMatch(in: text))
    }

    @Test("A full match must reach both ends")
    func whole() throws {
        let expression = try RegularExpression(ecma: "a|ab")
        #expect(expression.matchesWhole("ab"))
        #expect(!expression.matchesWhole("abc"))
        #expect(!expression.matchesWhole("xa"))
    }

    @Test(
        "Unsupported or invalid expressions are rejected with their position",
        arguments: [
            ("(a)\\1", 4, "no back-reference (they are not supported)", "\"\\1\""),
            ("(?<n>a)\\k<n>", 8, "no back-reference (they are not supported)", "\"\\k\""),
            ("\\a", 1, "an escape of ECMA-262", "\"\\a\""),
            ("x\\Z", 2, "an escape of ECMA-262", "\"\\Z\""),
            ("\\", 2, "a character after \"\\\"", "the end"),
            (
                "(?i)a", 2, "one of (?: (?= (?! (?<= (?<! (?<name> (flags are not supported)",
                "\"(?i\""
            ),
            ("(?<1>a)", 4, "the name of a group, which starts with no digit, and \">\"", "\"1\""),
            ("(a", 3, "\")\" at the end of a group", "the end"),
            ("a)", 2, "something before a quantifier, and a \"(\" for each \")\"", "\")\""),
            ("*a", 1, "something before a quantifier, and a \"(\" for each \")\"", "\"*\""),
            ("a**", 3, "something before a quantifier, and a \"(\" for each \")\"", "\"*\""),
            ("{2}", 1, "something before a quantifier, and a \"(\" for each \")\"", "\"{\""),
            ("a{2,1}", 2, "a quantifier whose second number is not the smaller one", "{2,1}"),
            ("^*", 2, "no quantifier after an assertion", "*"),
            ("(?=a)+", 6, "no quantifier after an assertion", "+"),
            ("[a", 3, "\"]\" for the \"[\" at character 1", "the end"),
            ("[z-a]", 2, "a range whose first character does not come after its last", "z-a"),
            ("[\\d-z]", 2, "single characters on both sides of \"-\" in a class", "\\d-z"),
            ("\\c1", 3, "a letter after \"\\c\"", "\"1\""),
            ("\\x4", 4, "2 hexadecimal digits", "the end"),
            (
                "\\u{110000}", 1, "the escape of a code point that is not half of a surrogate pair",
                "\\u{110000}"
            ),
            (
                "\\uD800", 1, "the escape of a code point that is not half of a surrogate pair",
                "\\uD800"
            ),
            ("\\01", 1, "no back-reference (they are not supported)", "\"\\0\""),
        ]
    )
    func refused(pattern: String, character: Int, expected: String, found: String) {
        let error = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(ecma: pattern)
        }
        #expect(
            error?.description
                == "regular expression \(JSONQuoting.quoted(pattern, maximumLength: 80)), "
                + "character \(character): expected \(expected), found \(found)"
        )
    }

    @Test("A script property is rejected and the supported properties are listed")
    func script() {
        let error = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(ecma: "\\p{Script=Greek}")
        }
        #expect(error?.found == "\"Script=Greek\"")
        #expect(
            error?.expected.hasPrefix("a general category such as L or Letter, or one of Any")
                == true
        )
    }
}
