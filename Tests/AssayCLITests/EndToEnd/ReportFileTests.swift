import Glibc
import JSON
import TestSupport
import Testing

/// `--report` and `--format`.
struct ReportFileTests {
    @Test("A report that cannot be written is reported before anything is sent")
    func obstacles() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let folder = contract.folder.path
        let reasons = [
            "\(folder)/missing/report.xml": "No such file or directory",
            folder: "it is a folder",
            "\(contract.path)/report.xml": "Not a directory",
        ]
        for (path, reason) in reasons {
            let run = try await contract.verify(
                at: server.origin,
                "--report",
                "junit=\(path)"
            )
            #expect(run.ending == .exited(2))
            #expect(run.output.isEmpty)
            #expect(
                run.errors == "assay verify: cannot write \(path): \(reason)\n"
            )
        }
        #expect(server.connectionCount == 0)
    }

    @Test("A disk that fills up at the end yields status 70, whatever the verdict")
    func fullDisk() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(
            at: server.origin,
            "--report",
            "json=/dev/full"
        )
        #expect(run.ending == .exited(70))
        #expect(run.errors.contains("/dev/full: No space left on device"), "\(run.errors)")
        #expect(run.output.contains("1 case: 1 passed"))
    }

    @Test("Several reports are written at once, replacing existing files")
    func several() async throws {
        let contract = try SampleContract(cases: "  <&\">: { steps: [ { call: getThing } ] }")
        let server = try ScriptedServer(answering: Answer.json(#"{"name":"\u0001]]>&"}"#))
        let folder = contract.folder
        let text = try folder.write(Array(repeating: 0x61, count: 100_000), to: "report.txt")
        let json = folder.file("report.json")
        let junit = folder.file("report.xml")
        let run = try await contract.verify(
            at: server.origin,
            "--report",
            "text=\(text)",
            "--report",
            "json=\(json)",
            "--report",
            "junit=\(junit)"
        )
        #expect(run.ending == .exited(4))
        #expect(try Self.content(of: text) == run.output)
        let report = VerifyReport(try JSONValue(parsing: Array(Self.content(of: json).utf8)))
        #expect(report[#"<&">"#]?.verdict == "failed")
        let xml = try Self.content(of: junit)
        #expect(xml.contains("<testsuites>\n  <testsuite name="))
        #expect(xml.contains(#"tests="1" failures="1" errors="0""#))
        #expect(xml.contains(#"name="&lt;&amp;&quot;&gt;""#))
        if let xmllint = TestSupport.ChildProcess.path(of: "xmllint") {
            let check = try ChildProcess(xmllint, ["--noout", junit])
            #expect(check.ending == .exited(0), "\(check.errors)")
        }
    }

    @Test("Two reports in one file are a command-line error")
    func sameFile() async throws {
        let run = try await assay("verify", "x", "--report", "json=a", "--report", "text=a")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay verify: option "--report": expected a different file for each output, \
                got "a"
                see "assay help verify"

                """
        )
    }

    @Test("A report without a known format or a path is a command-line error")
    func wrongForm() async throws {
        for value in ["pdf=a", "har=a", "json", "json=", "=a"] {
            let run = try await assay("verify", "x", "--report", value)
            #expect(run.ending == .exited(1))
            let expected =
                "expected FORMAT=PATH, FORMAT one of text, json, junit, tap, ctrf, markdown, "
                + "html, github, got \"\(value)\""
            #expect(run.errors.contains(expected), "\(run.errors)")
        }
    }

    static func content(of path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0, "\(path): error \(errno)")
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
