import Testing

@testable import Contract

struct MessagePatternTests {
    @Test(
        "Unknown placeholders match any text of at least one character",
        arguments: [
            ("No data available.", "No data available.", true),
            ("No data available.", "No data available", false),
            ("No data available.", "No data available. ", false),
            ("{0} is empty.", "message is empty.", true), ("{0} is empty.", " is empty.", false),
            ("{0} is empty.", "message is empty", false),
            ("OAuth {0} error", "OAuth x error", true), ("OAuth {0} error", "OAuth  error", false),
            ("Either {0} or {1}.", "Either a or b.", true),
            ("Either {0} or {1}.", "Either a or b or c.", true),
            ("Either {0} or {1}.", "Either  or b.", false),
            ("Either {0} or {1}.", "Either a or .", false),
            ("{0}{1}", "ab", true), ("{0}{1}", "a", false), ("{0}", "", false), ("{0}", "x", true),
            ("a{0}a", "aa", false), ("a{0}a", "aaa", true), ("{0}-{1}-{2}", "a-b-c", true),
            ("{0}-{1}-{2}", "a--c", false), ("", "", true), ("", "x", false),
            ("{a} {} { 0} {-1} {", "{a} {} { 0} {-1} {", true), ("{12}", "x", true),
            ("\u{e9}", "e\u{301}", false), ("{0}\u{e9}", "xe\u{301}", false),
            ("e{0}", "e\u{301}", true), ("{0}\r\n", "x\r\n", true), ("{0}\n", "x\r\n", true),
        ]
    )
    func accepts(pattern: String, message: String, isAccepted: Bool) {
        #expect(MessagePattern(pattern).accepts(message) == isAccepted)
    }

    @Test(
        "Known placeholders are filled in once, in one pass",
        arguments: [
            (["a", "b"], "Either a or b.", "Either a or b.", true),
            (["a"], "Either a or {1}.", "Either a or x.", true),
            (["{1}", "b"], "Either {1} or b.", "Either {1} or b.", true),
            (["{1}", "b"], "Either {1} or b.", "Either b or b.", false),
            (["{7}", "b"], "Either {7} or b.", "Either x or b.", false),
            (["a", "b", "c"], "Either a or b.", "Either a or b.", true),
        ] as [([String], String, String, Bool)]
    )
    func words(words: [String], description: String, message: String, isAccepted: Bool) {
        let pattern = MessagePattern("Either {0} or {1}.", filledWith: words)
        #expect(pattern.description == description)
        #expect(pattern.accepts(message) == isAccepted)
    }

    @Test("A long message costs at most its length times the pattern's")
    func cost() {
        let pattern = MessagePattern("{0}ab{1}ab{2}ab{3}ab{4}c")
        #expect(!pattern.accepts(String(repeating: "ab", count: 100_000)))
    }
}
