@testable import RunReports
import Testing

@testable import Reports

struct MarkupTests {
    @Test("Text and attributes are escaped, and invisible characters are shown")
    func escaping() {
        let markup = Markup(
            "p",
            ["title": "a\"<b>\n", "class": ""],
            ["<script>&\u{202E}x\u{0}", Markup(text: "é ✓")]
        )
        #expect(
            markup.source
                == "<p title=\"a&quot;&lt;b&gt;\\n\">&lt;script&gt;&amp;\\u{202e}x\\x00é ✓</p>"
        )
    }

    @Test("An interpolated text is escaped completely")
    func interpolation() {
        let name = "</title><script>"
        let markup: Markup = "run \(name)"
        #expect(markup.source == "run &lt;/title&gt;&lt;script&gt;")
    }

    @Test("Elements without content are self-closing, others have an end tag")
    func elements() {
        #expect(Markup("path", ["d": "M0 0"]).source == "<path d=\"M0 0\"/>")
        #expect(Markup("td", []).source == "<td></td>")
        #expect(Markup(lines: ["a<b", "c"]).source == "a&lt;b\nc")
    }

    @Test(
        "Coordinates have at most one decimal",
        arguments: [
            (0, "0"), (12, "12"), (12.04, "12"), (12.05, "12.1"), (-0.26, "-0.3"), (-0.04, "0"),
            (899.96, "900"),
        ] as [(Double, String)]
    )
    func coordinates(value: Double, text: String) {
        #expect(SVG.number(value) == text)
    }

    @Test("A line is interrupted at a missing value, and an isolated value is a dot")
    func lines() {
        let points: [SVG.Point?] = [
            SVG.Point(0, 1), SVG.Point(2, 3), nil, SVG.Point(4, 5), nil, SVG.Point(6, 7),
            SVG.Point(8, 9),
        ]
        #expect(SVG.commands(through: points) == "M0 1L2 3M4 5h.1M6 7L8 9")
        #expect(SVG.commands(through: []) == "")
    }
}
