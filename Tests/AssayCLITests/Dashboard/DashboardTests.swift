import CommandLineTool
import Contract
import Glibc
import HTTP
import LoadModel
import Measure
import TestSupport
import Testing

@testable import AssayCLI
@testable import Load

/// A run watched by browsers, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct DashboardTests {
    private static let lineStart = "assay load: dashboard at http://127.0.0.1:"

    /// Starts a run with a dashboard on any port.
    private static func start(
        _ profile: SampleProfile,
        _ server: ScriptedServer
    ) async throws -> (program: RunningProgram, port: Int) {
        let program = try profile.start("--dashboard", "0", on: server)
        let line = await program.firstErrorLine()
        #expect(line.hasPrefix(lineStart) && line.hasSuffix("/"), "\(line)")
        let port = try #require(Int(line.dropFirst(lineStart.count).dropLast()))
        return (program, port)
    }

    private static func follow(_ port: Int) throws -> RawClient {
        let client = try RawClient(port: port)
        try client.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        return client
    }

    private static func page(_ port: Int, host: String = "localhost") throws -> RawClient.Answer {
        try RawClient(port: port).exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    }

    @Test("The page and its events show the state of the run; the last event shows the outcome")
    func interrupted() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
        let server = try ScriptedServer(answering: Answer.box)
        let (program, port) = try await Self.start(profile, server)
        let clients = try (0..<2).map { _ in try Self.follow(port) }
        for client in clients {
            _ = try client.receive(upTo: " of 3600 s · in flight ")
            _ = try client.receive(upTo: "event: figures\ndata: <header>")
            let figures = try client.receive(upTo: "</main>")
            #expect(figures.contains("Running: thresholds passed so far"))
            #expect(figures.contains("<figure id=\"run1-throughput\""))
        }
        let page = try Self.page(port)
        #expect(page.status == 200)
        #expect(page.text.contains("<title>✓ Running: thresholds passed so far · Sample</title>"))
        #expect(page.text.contains("Running: thresholds passed so far"))
        #expect(page.headers["Cache-Control"] == "no-store")
        program.send(SIGINT)
        for client in clients {
            let last = try client.receive(upTo: "event: end\n")
            #expect(last.contains("</span>INTERRUPTED "))
            #expect(last.contains("data: The run has finished"))
            _ = try client.receive(upTo: "0\r\n\r\n")
        }
        #expect(await program.end().ending == .exited(130))
    }

    @Test("A run continues when browsers leave, and does not wait for slow readers")
    func closed() async throws {
        let profile = try SampleProfile()
        // The run lasts until the gate opens, however slowly the browsers connect.
        let gate = try Gate()
        let server = try ScriptedServer(
            [.forever([.receiveRequest, .wait(at: gate), .send(Answer.box)])]
        )
        let (program, port) = try await Self.start(profile, server)
        var leaving: RawClient? = try Self.follow(port)
        let idle = try Self.follow(port)
        let staying = try Self.follow(port)
        _ = try staying.receive(upTo: "event: now\n")
        _ = try leaving?.receive(upTo: "event: now\n")
        leaving = nil
        gate.open()
        let last = try staying.receive(upTo: "event: end\n")
        #expect(last.contains("</span>PASSED: the threshold</strong>"))
        // A browser that watched until the end may reload the page.
        let page = try Self.page(port)
        #expect(page.text.contains("</span>PASSED: the threshold</strong>"))
        #expect(page.text.contains("<title>✓ PASSED: the threshold · Sample</title>"))
        program.send(SIGINT)
        let run = await program.end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("PASSED: the threshold"))
        #expect(server.received.count == 200)
        _ = idle
    }

    @Test("A run that cannot start is reported on the page")
    func obstacle() async throws {
        let profile = try SampleProfile(more: "setup: [{ call: getThing }]")
        let server = try ScriptedServer([.forever([.receiveRequest])])
        let (program, port) = try await Self.start(profile, server)
        let client = try Self.follow(port)
        _ = try client.receive(upTo: "event: run\n")
        #expect(try Self.page(port).text.contains("The run is being prepared."))
        // Before its first request, the program may not handle signals yet.
        await server.waitForReceived()
        program.send(SIGINT)
        _ = try client.receive(upTo: "data: The run was interrupted before it began.\n")
        #expect(await program.end().ending == .exited(130))
    }

    @Test("An address in use keeps the run from starting")
    func taken() async throws {
        let profile = try SampleProfile()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run("--dashboard", "\(server.port)", on: server)
        #expect(run.ending == .exited(3))
        #expect(
            run.errors == "assay load: cannot listen on 127.0.0.1:\(server.port): Address already "
                + "in use; choose another port, or 0 for any\n"
        )
        #expect(server.received.isEmpty)
    }
}

/// Responses of the dashboard, without a run.
struct DashboardResponsesTests {
    @Test(
        "Only the page and its events are served, for GET and HEAD, under a local host name",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1:1", 200), ("HEAD / HTTP/1.1\r\nHost: [::1]:1", 200),
            ("HEAD /events HTTP/1.1\r\nHost: localhost", 200),
            ("GET /favicon.ico HTTP/1.1\r\nHost: localhost", 404),
            ("GET /events/ HTTP/1.1\r\nHost: localhost", 404),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0", 405),
            ("GET / HTTP/1.1\r\nHost: evil.example", 403),
            ("GET /events HTTP/1.1\r\nHost: evil.example", 403),
            ("GET /favicon.ico HTTP/1.1\r\nHost: evil.example", 403),
            ("GET /events HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site", 403),
            ("GET / HTTP/1.1", 400),
        ]
    )
    func statuses(head: String, status: Int) throws {
        let dashboard = try Dashboard(at: .init(host: "127.0.0.1", port: 0), title: "T")
        defer { dashboard.stop() }
        let client = try RawClient(port: dashboard.port)
        let response = try client.exchange(head + "\r\n\r\n")
        #expect(response.status == status)
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test("A browser that follows at the end, or connects after it, gets the final event")
    func end() throws {
        let dashboard = try Dashboard(at: .init(host: "127.0.0.1", port: 0), title: "T")
        defer { dashboard.stop() }
        dashboard.end(saying: "It is over.")
        let client = try RawClient(port: dashboard.port)
        let page = try client.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(page.text.contains("It is over."))
        #expect(!page.text.contains("http-equiv=\"refresh\""))
        try client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let events = try client.receive(upTo: "0\r\n\r\n")
        #expect(events.contains("event: now\ndata: It is over.\n\n"))
        #expect(events.contains("event: end\n"))
    }

    @Test("Nothing is shown after the end, even if progress still arrives")
    func final() throws {
        let dashboard = try Dashboard(at: .init(host: "127.0.0.1", port: 0), title: "T")
        defer { dashboard.stop() }
        dashboard.end(saying: "It is over.")
        let layout = RequestLayout(method: "GET", target: [.text("/")], fields: [], body: nil)
        let plan = LoadPlan(
            LoadShape(.closed(duration: 1_000_000_000, think: 0), connections: 1),
            sends: [.init("get", layout: layout, goodStatuses: [200])]
        )
        let slices = Recording(plan.recordingPlan).slices
        let report = WorkerReport(
            elapsed: 0,
            statistics: WorkerStatistics(),
            failedCount: 0,
            inFlight: 0,
            pausedCount: 0,
            openConnections: 1,
            slice: slices.slice(0),
            recording: nil,
            outstanding: [],
            waiting: nil,
            cut: nil
        )
        let late = try #require(LoadProgress([report]))
        dashboard.show(late, of: plan) { _ in preconditionFailure("There is no snapshot.") }
        dashboard.end(saying: "It is over once more.")
        let client = try RawClient(port: dashboard.port)
        let page = try client.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(page.text.contains("It is over."))
    }
}
