import Base
import RegularExpressions
import Testing

@Suite("I-Regexp (RFC 9485)")
struct IRegexpTests {
    @Test(
        "An expression matches the complete text",
        arguments: [
            ("", ""), ("a", "a"), ("ab|cd", "cd"), ("a|", ""), ("a*", ""), ("a*", "aaa"),
            ("a+b?", "aa"), ("a{2}", "aa"), ("a{2,}", "aaaa"), ("a{0}", ""), ("a{1,3}b", "aab"),
            ("(ab)*", "abab"), ("((a|b)c)+", "acbc"), ("()", ""), (".", "é"), (".", "😀"),
            (".", "\u{2028}"), ("a.c", "abc"), ("[abc]+", "cab"), ("[a-c]+", "cab"),
            ("[^a-c]", "d"), ("[-a]+", "-a"), ("[a-]+", "-a"), ("[^-a]", "b"), ("[a-c-]", "-"),
            ("[.]", "."), ("[*+?(){}|$^]+", "*+?(){}|$^"), ("[\\]\\[\\\\]+", "][\\"),
            ("\\(\\)\\*\\+\\-\\.\\?\\[\\\\\\]\\^\\{\\|\\}", "()*+-.?[\\]^{|}"),
            ("\\n\\r\\t", "\n\r\t"), ("[\\n-\\r]", "\u{B}"), ("\\p{L}+", "Äß日"),
            ("\\p{Lu}", "Ä"), ("\\P{L}", "1"), ("[\\p{L}\\p{Nd}]+", "aä١"),
            ("[^\\p{L}]", "!"), ("\\p{So}", "😀"), ("\\p{Sc}\\p{Zs}\\p{Pc}", "€ _"),
            ("\\p{Cc}", "\u{1}"), ("\\p{M}", "\u{301}"), ("a,b-c/d!", "a,b-c/d!"), ("~<>=", "~<>="),
            ("^ab.*", "abc"), (".*bc$", "abc"), ("[\u{1F600}-\u{1F64F}]", "😀"), ("\"'", "\"'"),
            ("(a*)*", "aaaa"), ("(a|b|ab)*c", "ababc"), ("(a{0,2}){3}", "aaaaaa"),
        ]
    )
    func matches(pattern: String, text: String) throws {
        #expect(try RegularExpression(pattern).matchesWhole(text))
    }

    @Test(
        "An expression does not match other texts",
        arguments: [
            ("", "a"), ("a", "b"), ("a", "A"), ("ab|cd", "abcd"), ("a+", ""), ("a{2}", "aaa"),
            ("a{1,3}b", "aaaab"), (".", "\n"), (".", "\r"), (".", "ab"), (".", ""), ("[^a]", "a"),
            ("[^a]", ""), ("a\\.c", "abc"), ("[.]", "a"), ("\\p{Lu}", "ä"), ("\\P{L}", "ä"),
            ("\\p{Nd}", "Ⅷ"), ("é", "e\u{301}"), ("^ab.*", "xab"), (".*bc$", "abcx"),
            ("(a{0,2}){3}", "aaaaaaa"),
        ]
    )
    func doesNotMatch(pattern: String, text: String) throws {
        #expect(try !RegularExpression(pattern).matchesWhole(text))
    }

    @Test(
        "A match is found within the text",
        arguments: [
            ("b", "abc", true), ("b+c", "abbbc", true), ("", "", true), ("", "abc", true),
            ("x", "abc", false), ("[0-9]{3}", "ab12c345", true), ("[0-9]{4}", "ab12c345", false),
            ("^b", "abc", false), ("b$", "abc", false), ("c$", "abc", true),
            ("ab|bd", "xbdx", true),
            ("a.c", "xa\nc", false),
        ]
    )
    func search(pattern: String, text: String, isFound: Bool) throws {
        #expect(try RegularExpression(pattern).containsMatch(in: text) == isFound)
    }

    @Test(
        "Syntax outside the grammar is rejected with its position",
        arguments: [
            ("*a", 1, "a character, a class, a group or \"|\"", "\"*\""),
            ("a**", 3, "a character, a class, a group or \"|\"", "\"*\""),
            ("a)", 2, "a character, a class, a group or \"|\"", "\")\""),
            ("(a", 3, "\")\" at the end of a group", "the end"),
            ("(?:a)", 2, "\")\" at the end of a group", "\"?\""),
            ("a]", 2, "a character, a class, a group or \"|\"", "\"]\""),
            ("a}", 2, "a character, a class, a group or \"|\"", "\"}\""),
            ("a{", 3, "a number in a quantifier", "the end"),
            ("a{,2}", 3, "a number in a quantifier", "\",\""),
            ("a{1,2", 6, "\"}\" at the end of a quantifier", "the end"),
            ("a{2,1}", 2, "a quantifier whose second number is not the smaller one", "{2,1}"),
            ("a{99999}", 3, "at most 20000 repetitions", "99999"),
            ("a{2}{3}", 5, "a character, a class, a group or \"|\"", "\"{\""),
            ("[]", 2, "a character, a range or \"]\" in a class", "\"]\""),
            ("[^]", 3, "a character, a range or \"]\" in a class", "\"]\""),
            ("[a", 3, "a character, a range or \"]\" in a class", "the end"),
            ("[a[b]]", 3, "a character, a range or \"]\" in a class", "\"[\""),
            ("[a--b]", 4, "the last character of a range", "\"-\""),
            ("[b-a]", 2, "a range whose first character does not come after its last", "b-a"),
            ("[a-\\p{L}]", 4, "the last character of a range", "\"\\\""),
            ("\\d", 2, "one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after \"\\\"", "\"d\""),
            ("\\", 2, "one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after \"\\\"", "the end"),
            ("\\$", 2, "one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after \"\\\"", "\"$\""),
            ("[\\w]", 3, "one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after \"\\\"", "\"w\""),
            ("\\pL", 3, "\"{\" after \"\\p\"", "\"L\""),
            ("\\p{}", 4, "a Unicode category such as L, Lu or Nd", "\"}\""),
            ("\\p{Letter}", 4, "a Unicode category such as L, Lu or Nd", "\"Letter\""),
            ("\\p{Cs}", 4, "a Unicode category such as L, Lu or Nd", "\"Cs\""),
            ("\\p{L", 5, "\"}\" after the name of a category", "the end"),
            ("\\p{^L}", 4, "a Unicode category such as L, Lu or Nd", "\"^\""),
        ]
    )
    func refused(pattern: String, character: Int, expected: String, found: String) {
        let error = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(pattern)
        }
        #expect(
            error?.description
                == "regular expression \(JSONQuoting.quoted(pattern, maximumLength: 80)), "
                + "character \(character): expected \(expected), found \(found)"
        )
    }
}
