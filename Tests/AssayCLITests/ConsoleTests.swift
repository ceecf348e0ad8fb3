import AssayCLI
import CommandLineTool
import Glibc
import Testing

struct ConsoleTests {
    @Test("Output and errors go to separate sinks")
    func ways() {
        let (output, errors) = (MemorySink(), MemorySink())
        let console = Console(output: output, errors: errors, terminal: .none)
        console.print("a")
        console.write("b")
        console.printError("c")
        #expect(output.text == "a\nb")
        #expect(errors.text == "c\n")
        #expect(console.status(after: .contractBroken) == .contractBroken)
    }

    @Test("A full disk is reported once and turns any verdict into status 70")
    func fullDisk() {
        let errors = MemorySink()
        let full = MemorySink(failure: WriteFailure(code: ENOSPC))
        let console = Console(output: full, errors: errors, terminal: .none)
        console.print("a")
        console.print("b")
        #expect(
            errors.text == "assay: cannot write to standard output: No space left on device\n"
        )
        #expect(console.status(after: .success) == .defect)
        #expect(console.status(after: .contractBroken) == .defect)
    }

    @Test("A reader that closes the pipe is not reported, and the verdict stays")
    func brokenPipe() {
        let errors = MemorySink()
        let gone = MemorySink(failure: WriteFailure(code: EPIPE))
        let console = Console(output: gone, errors: errors, terminal: .none)
        console.print("a")
        #expect(errors.text.isEmpty)
        #expect(console.outputFailure?.isBrokenPipe == true)
        #expect(console.status(after: .contractBroken) == .contractBroken)
    }

    @Test(
        "Text is laid out for COLUMNS, else for a terminal between 80 and 100",
        arguments: [
            ("120", 90, 120), ("20", 90, 40), ("0", 90, 90), ("wide", 90, 90), (nil, 90, 90),
            (nil, 60, 80), (nil, 200, 100), (nil, nil, 80),
        ] as [(String?, Int?, Int)]
    )
    func columns(asked: String?, known: Int?, expected: Int) {
        let environment = Environment(asked.map { ["COLUMNS": $0] } ?? [:])
        let terminal = Terminal(
            isTerminal: known != nil,
            terminalColumns: known,
            environment: environment
        )
        #expect(terminal.columns == expected)
    }

    @Test(
        "Colour is for capable terminals, unless the user disables it",
        arguments: [
            (true, ["TERM": "xterm"], true), (true, [:], true), (false, ["TERM": "xterm"], false),
            (true, ["TERM": "dumb"], false), (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": ""], true),
        ] as [(Bool, [String: String], Bool)]
    )
    func color(isTerminal: Bool, variables: [String: String], isColoured: Bool) {
        let terminal = Terminal(
            isTerminal: isTerminal,
            terminalColumns: nil,
            environment: Environment(variables)
        )
        #expect(terminal.wantsColor(.auto) == isColoured)
        #expect(terminal.wantsColor(.always))
        #expect(!terminal.wantsColor(.never))
    }
}
