import RegularExpressions
import Testing

struct RegularExpressionGroupTests {
    @Test(
        "The first match and its groups conform to ECMA-262",
        arguments: [
            ("a(b)c", "xabcabc", ["abc", "b"]),
            ("(a+)(a*)", "aaa", ["aaa", "aaa", ""]),
            ("(a+?)(a*)", "aaa", ["aaa", "a", "aa"]),
            ("(a|ab)(c|bcd)", "abcd", ["abcd", "a", "bcd"]),
            ("(ab|a)(bcd|c)?", "abcd", ["abc", "ab", "c"]),
            ("(?:x(y))?z", "z", ["z", nil]),
            ("(?<year>\\d{4})-(?<month>\\d\\d)", "on 2026-11-21", ["2026-11", "2026", "11"]),
            ("(a(b(c)))", "abc", ["abc", "abc", "bc", "c"]),
            ("(\\w)(?=!)", "ab!", ["b", "b"]),
            ("(?<=\\$)(\\d+)", "cost $42", ["42", "42"]),
            ("^(.*)$", "é\u{1F600}", ["é\u{1F600}", "é\u{1F600}"]),
            ("(.)(?:.{2}){2,3}?(.)", "abcdefgh", ["abcdef", "a", "f"]),
            ("b*", "aab", [""]),
        ] as [(String, String, [String?])]
    )
    func groups(pattern: String, text: String, wanted: [String?]) throws {
        let expression = try RegularExpression(ecma: pattern)
        #expect(expression.firstMatch(in: text) == wanted)
        #expect(expression.containsMatch(in: text))
    }

    @Test("Without a match the result is nil")
    func none() throws {
        #expect(try RegularExpression(ecma: "(a)b").firstMatch(in: "ac") == nil)
    }

    @Test(
        "An expression that takes exponential time in backtracking matchers takes linear time",
        .timeLimit(.minutes(5))
    )
    func linear() throws {
        let expression = try RegularExpression(ecma: "^(a|a)*(b)$")
        #expect(expression.firstMatch(in: String(repeating: "a", count: 100_000)) == nil)
    }
}
