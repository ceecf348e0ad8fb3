import CommandLineTool
import Testing

@testable import AssayCLI

struct RetiredWordsTests {
    private static func errors(
        _ words: [String]
    ) async -> (status: CommandLineTool.ExitStatus, text: String) {
        let errors = MemorySink()
        let console = Console(output: MemorySink(), errors: errors, terminal: .none)
        return (await AssayCommand.run(words, console: console), errors.text)
    }

    @Test("A retired word is rejected with its replacement", arguments: RetiredWords.all)
    func retired(line: String) async throws {
        let words = line.split(separator: " ").dropFirst().map(String.init)
        // A command of two files; others report their retired word first.
        let refused = await Self.errors(words + ["a", "b"])
        let word = try #require(words.last)
        #expect(refused.status == .commandLine)
        #expect(refused.text.contains(": \"\(word)\" no longer exists; "), "\(refused.text)")
    }

    @Test("The help of a retired command names the replacement too")
    func help() async {
        let (status, text) = await Self.errors(["help", "format"])
        #expect(status == .commandLine)
        #expect(
            text
                == "assay: \"format\" no longer exists; use a formatter for YAML, such as prettier or "
                + "yamlfmt\nsee \"assay help\"\n"
        )
    }

    @Test("A word that never existed has no replacement")
    func unknown() async {
        let (status, text) = await Self.errors(["formats"])
        #expect(status == .commandLine)
        #expect(text.hasPrefix("assay: unknown command \"formats\"; "), "\(text)")
    }
}
