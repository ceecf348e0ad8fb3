import Contract
import ContractFile
import Testing

struct DiagnosticRendererTests {
    private func render(_ line: String, column: Int, length: Int) -> String {
        let source = SourceText(file: "a.yaml", bytes: Array(line.utf8))
        let place = SourceLocation(file: "a.yaml", line: 1, column: column)
        let diagnostic = Diagnostic("m", at: place, length: length)
        return DiagnosticRenderer(sources: [source]).render([diagnostic])
    }

    @Test("A diagnostic shows its position, the source line, a caret and the hint")
    func whole() {
        let text = String(repeating: "#\n", count: 11) + "      responces: { \"201\": {} }\n"
        let source = SourceText(file: "contracts/push.yaml", bytes: Array(text.utf8))
        let diagnostic = Diagnostic(
            "unknown key \"responces\" in an operation",
            at: SourceLocation(file: "contracts/push.yaml", line: 12, column: 7),
            length: 9,
            hint: "did you mean \"responses\"?"
        )
        let expected = """
            contracts/push.yaml:12:7: error: unknown key "responces" in an operation
               12 |       responces: { "201": {} }
                  |       ^^^^^^^^^
               hint: did you mean "responses"?
            1 error

            """
        #expect(DiagnosticRenderer(sources: [source]).render([diagnostic]) == expected)
    }

    @Test("Colour is written only on request")
    func color() {
        let source = SourceText(file: "a", bytes: Array("x: 1".utf8))
        let diagnostics = [
            Diagnostic("m", at: SourceLocation(file: "a", line: 1, column: 1), hint: "h"),
            Diagnostic(
                "w",
                at: SourceLocation(file: "a", line: 1, column: 4),
                severity: .warning
            ),
        ]
        let plain = DiagnosticRenderer(sources: [source]).render(diagnostics)
        let colored = DiagnosticRenderer(sources: [source], usesColor: true).render(diagnostics)
        let expected = """
            [1ma:1:1:[0m [1;31merror:[0m m
                1 | x: 1
                  | [1;32m^[0m
               [36mhint:[0m h
            [1ma:1:4:[0m [1;33mwarning:[0m w
                1 | x: 1
                  |    [1;32m^[0m
            1 error, 1 warning

            """
        #expect(!plain.utf8.contains(0x1B))
        let escaped = expected.replacingBrackets()
        #expect(colored == escaped)
    }

    @Test("Diagnostics are sorted by file, line and column, and each appears once")
    func order() {
        func diagnostic(_ file: String, _ line: Int, _ column: Int, _ text: String) -> Diagnostic {
            Diagnostic(text, at: SourceLocation(file: file, line: line, column: column))
        }
        let found = [
            diagnostic("b", 1, 1, "e"), diagnostic("a", 10, 1, "d"), diagnostic("a", 2, 5, "c"),
            diagnostic("a", 2, 1, "second"), diagnostic("a", 2, 1, "first"),
            diagnostic("a", 2, 5, "c"), Diagnostic("whole", at: .whole("a")),
        ]
        let expected = """
            a: error: whole
            a:2:1: error: second
            a:2:1: error: first
            a:2:5: error: c
            a:10:1: error: d
            b:1:1: error: e
            6 errors

            """
        #expect(DiagnosticRenderer(sources: []).render(found) == expected)
    }

    @Test("The caret is aligned with wide characters, combining ones and tabs")
    func widths() {
        let wide = """
            a.yaml:1:5: error: m
                1 | 名前: 値です # 注
                  |       ^^^^^^
            1 error

            """
        #expect(render("名前: 値です # 注", column: 5, length: 3) == wide)
        let combining = """
            a.yaml:1:4: error: m
                1 | e\u{301}: x
                  |   ^
            1 error

            """
        #expect(render("e\u{301}: x", column: 4, length: 1) == combining)
        let tab = """
            a.yaml:1:3: error: m
                1 | a   b
                  |     ^
            1 error

            """
        #expect(render("a\tb", column: 3, length: 1) == tab)
    }

    @Test("Control characters of the file do not reach the terminal")
    func controls() {
        let expected = """
            a.yaml:1:6: error: m
                1 | \u{FFFD}[31mx
                  |      ^
            1 error

            """
        #expect(render("\u{1B}[31mx", column: 6, length: 1) == expected)
    }

    @Test("A caret after the end of the line is placed after its last character")
    func behindTheEnd() {
        let expected = """
            a.yaml:1:3: error: m
                1 | a:
                  |   ^
            1 error

            """
        #expect(render("a:", column: 3, length: 1) == expected)
        let far = """
            a.yaml:1:99: error: m
                1 | a:
                  |   ^
            1 error

            """
        #expect(render("a:", column: 99, length: 7) == far)
    }

    @Test("A long line is clipped around the caret")
    func clipped() {
        let line = String(repeating: "abcdefghi ", count: 30)
        func shown(_ column: Int, _ length: Int) -> [String] {
            render(line, column: column, length: length).split(separator: "\n")[1...2]
                .map { String($0.dropFirst(8)) }
        }
        let start = shown(1, 9)
        #expect(start[0] == String(line.prefix(88)) + "…")
        #expect(start[1] == "^^^^^^^^^")
        let middle = shown(151, 9)
        #expect(middle[0] == "…" + String(line.prefix(208).dropFirst(120)) + "…")
        #expect(middle[1] == String(repeating: " ", count: 31) + "^^^^^^^^^")
        let end = shown(291, 9)
        #expect(end[0] == "…" + String(line.dropLast().suffix(87)))
        #expect(end[1] == String(repeating: " ", count: 79) + "^^^^^^^^^")
        let over = shown(251, 200)
        #expect(over[1].utf8.count == over[0].unicodeScalars.count + 1)
    }

    @Test("Only the characters near the caret of a very long line are shown")
    func veryLong() {
        let line = String(repeating: "あ", count: 100_000)
        let output = render(line, column: 50_001, length: 1)
        let shown = output.split(separator: "\n").map { $0.dropFirst(8) }
        #expect(shown[1] == "…" + String(repeating: "あ", count: 44) + "…")
        #expect(shown[2] == String(repeating: " ", count: 31) + "^^")
    }

    @Test(
        "The closing line counts errors and warnings",
        arguments: [(1, 0, "1 error"), (3, 1, "3 errors, 1 warning"), (0, 2, "2 warnings")]
    )
    func summary(errors: Int, warnings: Int, expected: String) {
        let place = SourceLocation(file: "a", line: 1, column: 1)
        let found =
            (0..<errors).map { Diagnostic("e\($0)", at: place) }
            + (0..<warnings).map { Diagnostic("w\($0)", at: place, severity: .warning) }
        #expect(DiagnosticRenderer.summary(of: found) == expected)
        #expect(DiagnosticRenderer(sources: []).render(found).hasSuffix(expected + "\n"))
    }

    @Test("The first of many diagnostics are written and the rest are counted")
    func limit() {
        let found = (1...5).map {
            Diagnostic("m", at: SourceLocation(file: "a", line: $0, column: 1))
        }
        let expected = """
            a:1:1: error: m
            a:2:1: error: m
            … and 3 more
            5 errors

            """
        #expect(DiagnosticRenderer(sources: [], limit: 2).render(found) == expected)
    }

    @Test("Without diagnostics nothing is written")
    func nothing() {
        #expect(DiagnosticRenderer(sources: []).render([]) == "")
    }
}

extension String {
    /// The text with ESC before every `[`, so that this file contains no control characters.
    fileprivate func replacingBrackets() -> String {
        split(separator: "[", omittingEmptySubsequences: false).joined(separator: "\u{1B}[")
    }
}
