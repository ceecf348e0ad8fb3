import Glibc
import ReferencePush
import TestSupport
import Testing

/// The section on APNs channels in the article on sinks, run exactly as printed.
@Suite(.timeLimit(.minutes(5)))
struct ChannelArticleTests {
    private static let document = "\(Documents.folder)/FaultsAndStubs.md"

    @Test("The channel lifecycle runs with curl, and the output matches the article")
    func life() async throws {
        let folder = try TemporaryDirectory()
        let blocks = try DocumentBlock.all(in: Self.document)
        let start = try #require(blocks.firstIndex { $0.text.contains("--subscribers 3") })
        let words = try #require(blocks[start].commandLines.first)
            .replacing(":8443", with: ":0").replacing("ca.pem", with: folder.file("ca.pem"))
        let sink = try RunningProgram(words.split(separator: " ").dropFirst().map(String.init))
        let line = await sink.firstLine()
        let port = try #require(line.split(separator: ":").last.map(String.init), "\(line)")
        let token = KnownSender.authorization(at: Instant.now()).dropFirst("bearer ".count)

        /// Runs a script of the article with the sink's port and both variables.
        func run(_ block: DocumentBlock, _ channel: String) async throws -> ProgramRun {
            let script = block.text.replacing("127.0.0.1:8443", with: "127.0.0.1:\(port)")
            return try await RunningProgram(
                ["-eu", "-c", "cd '\(folder.path)'\n\(script)"],
                program: "/bin/bash",
                environment: [
                    "PATH=/usr/local/bin:/usr/bin:/bin", "NO_PROXY=*", "TOKEN=\(token)",
                    "CHANNEL=\(channel)",
                ]
            ).end()
        }
        let made = try await run(blocks[start + 1], "")
        #expect(made.output.hasPrefix("HTTP/2 201"), "\(made.output)\(made.errors)")
        let field = try #require(made.output.firstMatch(of: /apns-channel-id: (\S+)/))
        let channel = String(field.1)
        let walked = try await run(blocks[start + 2], channel)
        let shown = blocks[start + 3].text.replacing("CHANNEL\"", with: "\(channel)\"")
        #expect(walked.output == shown + "\n", "\(walked.errors)")
        sink.send(SIGTERM)
        _ = await sink.end()
    }
}
