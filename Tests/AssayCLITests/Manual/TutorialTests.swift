import Glibc
import TestSupport
import Testing

/// The tutorial, run from its first command to its last in one shell, as its reader would.
@Suite(.timeLimit(.minutes(5)))
struct TutorialTests {
    private static let cleanup = "trap 'kill $(jobs -p) 2> /dev/null' EXIT"
    static let document = "\(Documents.folder)/Tutorial.md"

    @Test("Every command of the tutorial runs and prints the output shown")
    func tutorial() async throws {
        let folder = try TemporaryDirectory()
        let blocks = try DocumentBlock.all(in: Self.document)
        for block in blocks {
            if let file = block.file { try folder.write(Array(block.text.utf8), to: file) }
        }
        let scripts = blocks.indices.filter { blocks[$0].language == "sh" }
        #expect(scripts.count == 9)
        let mark = "=== end of a block, status"
        let script = scripts.map { "\(blocks[$0].text)\necho '\(mark)' $?\n" }.joined()
        let run = try await RunningProgram(
            ["-c", "\(Self.cleanup)\ncd '\(folder.path)'\n" + prepared(script)],
            program: "/bin/bash",
            environment: ["PATH=\(path)", "NO_PROXY=*"]
        ).end()
        let outputs = run.output.split(separator: mark)
        try #require(outputs.count == scripts.count + 1, "\(run.output)\(run.errors)")
        for (place, index) in scripts.enumerated() {
            // The text after a mark on its line is the status of the block before it.
            let status = outputs[place + 1].prefix { $0 != "\n" }
            let isMeasured = blocks[index].text.contains(/assay (load|capacity|compare)/)
            // A busy machine may miss a threshold, or measure nothing.
            let expected = isMeasured ? [" 0", " 6", " 8"] : [" 0"]
            #expect(
                expected.contains(String(status)),
                "\(blocks[index].text)\n\(run.output)\(run.errors)"
            )
            guard let shown = blocks.dropFirst(index + 1).first, shown.language == "text" else {
                continue
            }
            expect(shown.text, in: String(outputs[place]), isMeasured: isMeasured)
        }
    }

    /// The script with free ports, the built program, and short measurements.
    private func prepared(_ script: String) throws -> String {
        var script = script
        for port in ["8080", "8081", "8082"] {
            script = script.replacing(port, with: try String(LoopbackSocket.portToServe()))
        }
        return script.replacing("\nassay ", with: "\n'\(builtProgram)' ")
            .replacing("--budget 30s", with: "--budget 3s")
            .replacing("--duration 2s", with: "--duration 250ms --runs 1")
    }

    private var path: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

    /// Expects the lines that are shown, in their order.
    ///
    /// `…` matches any lines, and any number matches another one. For a measurement, only the lines without a figure
    /// are the same on every machine.
    private func expect(_ text: String, in output: String, isMeasured: Bool) {
        var rest = output.split(separator: "\n").map { masked(String($0)) }[...]
        var compared = 0
        for line in text.split(separator: "\n").map(String.init) where line != "…" {
            let wanted = masked(line)
            if isMeasured, wanted.contains("#") || line.contains(/p9|p50/) { continue }
            compared += 1
            let place = rest.firstIndex(of: wanted)
            #expect(place != nil, "\(line)\n\(output)")
            rest = rest[(place.map { $0 + 1 } ?? rest.endIndex)...]
        }
        #expect(isMeasured || compared > 0, "\(text)")
    }

    private func masked(_ line: String) -> String {
        line.replacing(/\d[\d.,:]*( ?(%|µs|ms|s)\b)?/, with: "#")
            .split(separator: " ").joined(separator: " ")
    }
}
