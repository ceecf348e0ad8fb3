@testable import ReportText
import Testing

@testable import Reports

struct MarkdownTextTests {
    @Test(
        "Inline code cannot be closed by its content",
        arguments: [
            ("plain", "`plain`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"),
            ("a``b`", "``` a``b` ```"), (" a ", "`  a  `"), ("", "`\"\"`"), ("  ", "`\"  \"`"),
            ("a\n\nb", "`a\\n\\nb`"), ("<b>|@x", "`<b>|@x`"), ("\u{202E}", "`\\u{202e}`"),
        ]
    )
    func code(text: String, expected: String) {
        #expect(MarkdownText.code(text) == expected)
    }

    @Test("Long code is cut at a character boundary and shows its original length")
    func cut() {
        #expect(MarkdownText.code("日本語日本語", limit: 6) == "`日本語日本語`")
        #expect(MarkdownText.code("日本語日本語", limit: 4) == "`日本語日… (6 characters)`")
    }

    @Test("The fence of a block is longer than any run of backticks in it")
    func fence() {
        #expect(MarkdownText.block(["a"], language: "sh") == "```sh\na\n```")
        #expect(MarkdownText.block(["````", ""], language: "sh") == "`````sh\n````\n\n`````")
    }

    @Test("A block stays within its limit and never splits a character")
    func limit() {
        let block = MarkdownText.block(["ab", "日本語"], language: "", limit: 10)
        #expect(block == "```\nab\n日本… (the rest is left out)\n```")
        let whole = MarkdownText.block(["ab", "日本"], language: "", limit: 10)
        #expect(whole == "```\nab\n日本\n```")
    }
}
