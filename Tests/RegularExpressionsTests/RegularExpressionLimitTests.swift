import RegularExpressions
import Testing

@Suite("Regular expressions designed to break a matcher")
struct RegularExpressionLimitTests {
    @Test(
        "Nested repetitions take linear time",
        .timeLimit(.minutes(5)),
        arguments: [
            "(a*)*b", "(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)b", "(a?){50}a{50}b",
        ]
    )
    func noBlowUp(pattern: String) throws {
        let text = String(repeating: "a", count: 10_000) + "c"
        #expect(try !RegularExpression(pattern).matchesWhole(text))
        #expect(try !RegularExpression(pattern).containsMatch(in: text))
        #expect(try !RegularExpression(ecma: pattern).containsMatch(in: text))
    }

    @Test("Look-arounds within a search take linear time", .timeLimit(.minutes(5)))
    func lookAroundsAreLinear() throws {
        let text = String(repeating: "a", count: 20_000)
        #expect(try !RegularExpression(ecma: "(?=a*b)(?<!b.*)a").containsMatch(in: text))
    }

    @Test(
        "Repetitions that expand without limit are rejected",
        arguments: ["((a{100}){100}){100}", "(){20000}(){20000}", "(((){1000}){1000}){1000}"]
    )
    func unfolding(pattern: String) {
        let error = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(pattern)
        }
        #expect(error?.expected == "an expression of at most 20000 states")
    }

    @Test("Groups may be nested 200 deep, and a million brackets do not crash")
    func nesting() throws {
        let nested = { (depth: Int) in
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try RegularExpression(nested(200)).matchesWhole("a"))
        for depth in [201, 1_000_000] {
            #expect(throws: RegularExpressionError.self) { try RegularExpression(nested(depth)) }
            #expect(throws: RegularExpressionError.self) {
                try RegularExpression(ecma: nested(depth))
            }
        }
    }
}
