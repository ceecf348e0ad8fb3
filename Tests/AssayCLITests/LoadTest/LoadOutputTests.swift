import CommandLineTool
import Contract
import ContractFile
import Glibc
import HTTP
import JSON
import RunReports
import TestSupport
import Testing
import Transport

@testable import AssayCLI

/// Destinations of the figures of a run, in addition to its report.
@Suite(.timeLimit(.minutes(5)))
struct LoadOutputTests {
    private static let short = "stages: [{ rate: 10/s, for: 1s }], connections: 2"

    @Test("Several files can be written at once, each in its own format")
    func files() async throws {
        let profile = try SampleProfile(load: Self.short)
        let server = try ScriptedServer(answering: Answer.box)
        let names = ["csv", "hdr", "prometheus", "markdown", "junit", "text"]
        let paths = names.map { profile.file("run.\($0)") }
        var words = ["load", profile.path, "--target", server.origin, "--format", "json"]
        for (name, path) in zip(names.prefix(3), paths) { words += ["--\(name)", path] }
        for (name, path) in zip(names, paths).dropFirst(3) {
            words += ["--report", "\(name)=\(path)"]
        }
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(try JSONValue(parsing: Array(run.output.utf8))["assayResult"] == 1)
        let starts = [
            "start_s,length_s,phase,due,", "#[Sample: the 10 of 10 arrivals that ended well]\n",
            "# HELP assay_load_arrivals_total ", "## ✅ assay load: Sample\n", "<?xml version=",
            "Sample\nPASSED: the threshold\n",
        ]
        for (path, start) in zip(paths, starts) {
            let bytes = try DiskFiles().read(path, atMost: 1_000_000)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix(start), "\(path)")
        }
    }

    @Test("Two reports in one file, and unknown formats, are command-line errors")
    func mistakes() async throws {
        let profile = try SampleProfile()
        let same = try await assay("load", profile.path, "--csv", "x", "--report", "junit=x")
        #expect(same.ending == .exited(1))
        #expect(
            same.errors.hasPrefix(
                "assay load: option \"--report\": expected a different file for each output, "
                    + "got \"x\"\n"
            )
        )
        let form = try await assay("load", profile.path, "--report", "tap=x")
        #expect(form.ending == .exited(1))
        #expect(form.errors.contains("FORMAT one of text, json, markdown, junit"))

        let folder = try await assay("load", profile.path, "--csv", "/")
        #expect(folder.ending == .exited(2))
        #expect(folder.errors == "assay load: cannot write /: it is a folder\n")
    }

    @Test("Lost output yields status 70")
    func fullOutput() async throws {
        let profile = try SampleProfile(load: Self.short)
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(on: server, output: .file("/dev/full"))
        #expect(run.ending == .exited(70))
        #expect(run.errors == "assay: cannot write to standard output: No space left on device\n")
    }
}

/// The figures of a run in progress.
@Suite(.timeLimit(.minutes(5)))
struct MetricsServerTests {
    private static func get(
        _ url: String,
        _ method: String = "GET",
        accept: String? = nil
    ) async throws -> HTTPResponse {
        let parts = try #require(URLParts(url))
        let request = HTTPRequest(
            method: method,
            origin: parts.origin,
            path: parts.path,
            headers: HTTPFields(accept.map { [.init(name: "Accept", value: $0)] } ?? []),
            body: []
        )
        return try await CurlTransport().exchange(request).get()
    }

    @Test("The metrics server shows the latest metrics, at one path")
    func shows() async throws {
        let server = try MetricsServer(at: .init(host: "127.0.0.1", port: 0))
        defer { server.stop() }
        let first = try await Self.get(server.url)
        #expect(first.status == 200)
        #expect(first.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(first.body.first == UInt8(ascii: "#"))
        server.show { _ in "a 1\n" }
        server.show { _ in "a 2\n" }
        #expect(try await Self.get(server.url).body == Array("a 2\n".utf8))
        #expect(try await Self.get(server.url, "POST").status == 405)
        let elsewhere = try await Self.get(server.url + "/more")
        #expect(elsewhere.status == 404)
        let hint = "/metrics/more does not exist; the metrics are at /metrics.\n"
        #expect(String(decoding: elsewhere.body, as: UTF8.self) == hint)
    }

    @Test(
        "Clients that request OpenMetrics get it",
        arguments: [
            (
                "application/openmetrics-text;version=1.0.0;q=0.5, text/plain;version=0.0.4;q=0.3",
                "b 1\n# EOF\n", "application/openmetrics-text; version=1.0.0; charset=utf-8"
            ),
            ("application/openmetrics-text; q=0, */*", "b 1\n", nil),
            ("text/plain", "b 1\n", nil), ("*/*", "b 1\n", nil),
        ] as [(String, String, String?)]
    )
    func openMetrics(accept: String, body: String, type: String?) async throws {
        let server = try MetricsServer(at: .init(host: "127.0.0.1", port: 0))
        defer { server.stop() }
        server.show { "b 1\n" + ($0 == .openMetrics ? "# EOF\n" : "") }
        let response = try await Self.get(server.url, accept: accept)
        #expect(String(decoding: response.body, as: UTF8.self) == body)
        let usual = "text/plain; version=0.0.4; charset=utf-8"
        #expect(response.headers["Content-Type"] == type ?? usual)
    }

    @Test("A rebound host name cannot read the metrics")
    func rebound() throws {
        let server = try MetricsServer(at: .init(host: "127.0.0.1", port: 0))
        defer { server.stop() }
        let port = try #require(
            Int(server.url.split(separator: ":").last?.prefix { $0 != "/" } ?? "")
        )
        for (host, status) in [("evil.example", 403), ("localhost:\(port)", 200), ("[::1]", 200)] {
            let request = "GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            #expect(try RawClient(port: port).exchange(request).status == status)
            let other = "GET /other HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            let expected = status == 200 ? 404 : status
            #expect(try RawClient(port: port).exchange(other).status == expected)
        }
    }

    @Test("A run prints the address of its metrics and serves them there")
    func run() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
        let server = try ScriptedServer(answering: Answer.box)
        let program = try profile.start("--listen", "127.0.0.1:0", on: server)
        let line = await program.firstErrorLine()
        let start = "assay load: metrics at "
        #expect(line.hasPrefix(start))
        await server.waitForReceived(5)
        #expect(try await Self.get(String(line.dropFirst(start.count))).status == 200)
        program.send(SIGINT)
        #expect(await program.end().ending == .exited(130))
    }

    @Test("An address in use keeps the run from starting")
    func taken() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run("--listen", "127.0.0.1:\(server.port)", on: server)
        #expect(run.ending == .exited(3))
        #expect(run.errors.hasPrefix("assay load: cannot listen on 127.0.0.1:\(server.port): "))
        #expect(server.received.isEmpty)
    }
}
