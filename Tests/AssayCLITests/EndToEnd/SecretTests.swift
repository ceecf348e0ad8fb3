import JSON
import TestSupport
import Testing

/// Values that must not be visible anywhere, in whatever form they come back.
struct SecretTests {
    private static let secret = "p/ss wörd+\"1=&"
    /// The secret in each possible spelling: raw, percent-encoded, as a form, Base64, in JSON.
    private static let spellings = [
        secret, "p%2Fss%20w%C3%B6rd%2B%221%3D%26", "p/ss%20w%C3%B6rd+%221=&",
        "p%2Fss+w%C3%B6rd%2B%221%3D%26", "cC9zcyB3w7ZyZCsiMT0m", "p/ss wörd+\\\"1=&",
        "p\\/ss w\\u00f6rd+\\\"1=&",
    ]

    @Test("A secret is in no output and in no report, however a server returns it")
    func sample() async throws {
        let contract = try SampleContract(
            cases: """
                  first:
                    steps:
                      - call: getThing
                        headers: { X-Key: "key {{key}}", X-Basic: "{{coded}}" }
                        query: { k: "{{key}}", c: "{{coded}}" }
                """,
            tables: """
                variables: { key: { env: SAMPLE_KEY, secret: true } }
                let: { coded: { base64: "{{key}}" } }
                """
        )
        let echo = Self.spellings.map { JSONValue.string($0).text }.joined(separator: ",")
        let server = try ScriptedServer(answering: Answer.json("{\"name\":[\(echo)]}"))
        let formats = ["text", "json", "junit", "tap", "ctrf", "markdown", "html", "github"]
        let files = formats.map { ($0, contract.folder.file("report.\($0)")) }
        let archive = contract.folder.file("report.har")
        for detail in ["--verbose", "--quiet", "--color=always"] {
            let words = ["verify", contract.path, "--target", server.origin, detail]
            let options = files.flatMap { ["--report", "\($0.0)=\($0.1)"] } + ["--har", archive]
            let environment = ["SAMPLE_KEY=\(Self.secret)"]
            let run = try await RunningProgram(words + options, environment: environment).end()
            #expect(run.ending == .exited(4), "\(run.errors)")
            let sent = server.received.last?.text ?? ""
            #expect(sent.contains("X-Key: key \(Self.secret)"))
            let paths = files.map(\.1) + [archive]
            let texts = try [run.output, run.errors] + paths.map(ReportFileTests.content)
            for text in texts {
                for spelling in Self.spellings { #expect(!text.contains(spelling), "\(text)") }
            }
            // The archive and the two JSON reports remain JSON without it.
            for text in [texts[3], texts[6], texts[10]] {
                #expect(text.contains("[redacted]"))
                _ = try JSONValue(parsing: Array(text.utf8))
            }
        }
    }

    @Test("The password of a proxy is in no report, however a server returns it")
    func proxyPassword() async throws {
        let contract = try SampleContract()
        let proxy = try ScriptedServer(
            answering: Answer.json(#"{"name":"pass/word","coded":"cGFzcy93b3Jk"}"#)
        )
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://api.invalid",
            "--proxy",
            proxy.origin.replacing("http://", with: "http://user:pass%2Fword@")
        )
        #expect(run.ending == .exited(4), "\(run.errors)")
        #expect(run.output.contains("[redacted]"), "\(run.output)")
        for spelling in ["pass/word", "pass%2Fword", "cGFzcy93b3Jk"] {
            #expect(!run.output.contains(spelling), "\(run.output)")
        }
    }

    @Test("A message about an unusable value does not show it if it is secret")
    func unusableValue() async throws {
        let contract = try SampleContract(
            cases: "  one: { steps: [ { request: { path: \"/{{text}}\" } } ] }",
            tables: """
                variables: { count: { secret: true } }
                let: { text: { repeat: "{{count}}", of: a } }
                """
        )
        let run = try await assay(
            "verify",
            contract.path,
            "--var",
            "count=hunter2",
            "--target",
            "http://127.0.0.1:1"
        )
        #expect(run.ending == .exited(2))
        #expect(
            run.errors == """
                assay verify: \(contract.path):12:8: "repeat" expects a number from 0 to 1000000, got \
                "[redacted]"

                """
        )
    }

    @Test("The client key of the package's contracts is in no report")
    func clientKey() async throws {
        let key = "5ec2e7" + String(repeating: "0a", count: 29)
        let server = try ScriptedServer(answering: Answer.json("{\"key\":\"\(key)\"}"))
        let folder = try TemporaryDirectory()
        let (json, junit) = (folder.file("report.json"), folder.file("report.xml"))
        let run = try await assay(
            "verify",
            PackageRoot.contracts + "/ncmb/installations.yaml",
            "--verbose",
            "--target",
            server.origin,
            "--var",
            "clientKey=\(key)",
            "--report",
            "json=\(json)",
            "--report",
            "junit=\(junit)"
        )
        #expect(run.ending == .exited(4))
        let texts = try [run.output, run.errors, json, junit].enumerated().map { position, text in
            position < 2 ? text : try ReportFileTests.content(of: text)
        }
        for text in texts { #expect(!text.contains(key)) }
        #expect(run.output.contains("[redacted]"))
    }
}
