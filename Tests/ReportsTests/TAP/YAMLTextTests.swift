@testable import ReportText
import Testing

@testable import Reports

struct YAMLTextTests {
    @Test(
        "A quoted text keeps every character, with escapes for those invalid in YAML",
        arguments: [
            ("", #""""#), (#"say "hi" \o/"#, #""say \"hi\" \\o/""#),
            ("a\nb\r\tc", #""a\nb\r\tc""#), ("\u{0}\u{7F}\u{85}", #""\x00\x7f\x85""#),
            ("\u{2028}\u{FEFF}", #""\u2028\ufeff""#), ("\u{E0001}\u{FFFE}", #""\U000e0001\ufffe""#),
            ("日本 #: - |", "\"日本 #: - |\""),
        ]
    )
    func quoted(text: String, expected: String) {
        #expect(YAMLText.quoted(text) == expected)
    }

    @Test("Plain lines become a literal block, empty ones too")
    func block() {
        #expect(YAMLText.block("k", ["a", "", "  b"]) == ["k: |", "  a", "", "    b"])
    }

    @Test(
        "Lines that cannot be in a block are quoted",
        arguments: [
            ([], #"k: """#), ([" a"], #"k: " a""#), (["", "a"], #"k: "\na""#),
            (["a", "  ..."], #"k: "a\n  ...""#), (["a", "---"], #"k: "a\n---""#),
            (["a\u{1B}"], #"k: "a\x1b""#),
        ] as [([String], String)]
    )
    func fallback(lines: [String], expected: String) {
        #expect(YAMLText.block("k", lines) == [expected])
    }
}
