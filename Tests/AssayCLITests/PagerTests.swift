import AssayCLI
import CommandLineTool
import TestSupport
import Testing

/// Long help on a terminal goes through a pager.
struct PagerTests {
    @Test(
        "Only a text that does not fit on the terminal needs a pager",
        arguments: [
            (true, 24, 24, [:], ["less", "-FRX"]), (true, 24, 23, [:], nil),
            (false, 24, 100, [:], nil), (true, nil, 100, [:], nil),
            (true, 24, 100, ["TERM": "dumb"], nil), (true, 24, 100, ["PAGER": ""], nil),
            (true, 24, 100, ["PAGER": "cat"], nil), (true, 24, 100, ["PAGER": " cat "], nil),
            (true, 24, 100, ["PAGER": "more -s"], ["/bin/sh", "-c", "more -s"]),
        ] as [(Bool, Int?, Int, [String: String], [String]?)]
    )
    func choice(
        isTerminal: Bool,
        rows: Int?,
        lines: Int,
        variables: [String: String],
        words: [String]?
    ) {
        let terminal = Terminal(
            isTerminal: isTerminal,
            terminalColumns: 80,
            terminalRows: rows,
            environment: Environment(variables)
        )
        let text = String(repeating: "line\n", count: lines)
        #expect(terminal.pager(for: text)?.words == words)
    }

    @Test("Options of less come from LESS, if the user has set it")
    func options() {
        #expect(Pager(environment: Environment([:]))?.variables == ["LESS": "FRX"])
        #expect(Pager(environment: Environment(["LESS": "i"]))?.variables == [:])
    }

    @Test(
        "PAGER gets the complete text, and the terminal gets nothing else",
        arguments: ["help", "--help"]
    )
    func paged(word: String) throws {
        let folder = try TemporaryDirectory()
        let file = folder.file("shown")
        let shown = try run(word, pager: "cat > '\(file)'")
        #expect(shown.isEmpty)
        #expect(try ReportFileTests.content(of: file) == text(word))
    }

    @Test(
        "Without a pager, and with a failing one, the text is printed",
        arguments: ["", "cat", "false", "no-such-pager-anywhere 2> /dev/null"]
    )
    func plain(pager: String) throws {
        #expect(try run("help", pager: pager) == text("help"))
    }

    @Test("A pager that stops reading early is not an error")
    func early() throws {
        #expect(try run("help", pager: "head -n 1").split(separator: "\n").count == 1)
    }

    /// The output of a command without a terminal.
    private func text(_ word: String) throws -> String {
        try ChildProcess(builtProgram, words(word)).output
    }

    private func words(_ word: String) -> [String] {
        word == "help" ? ["help", "completion"] : ["completion", "--help"]
    }

    /// The output on a terminal of ten lines.
    private func run(_ word: String, pager: String) throws -> String {
        let terminal = try PseudoTerminal()
        try terminal.resize(columns: 80, rows: 10)
        let process = try ChildProcess(
            builtProgram,
            words(word),
            output: .file(terminal.path),
            environment: ["PATH=/usr/bin:/bin", "TERM=xterm", "PAGER=\(pager)"]
        )
        #expect(process.ending == .exited(0))
        #expect(process.errors.isEmpty)
        return terminal.text.replacing("\r\n", with: "\n")
    }
}
