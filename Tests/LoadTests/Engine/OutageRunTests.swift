import LoadModel
import Measure
import TestSupport
import Testing
import Transport

@testable import Load

/// Servers that go down and come back, and servers that cannot be reached for other reasons on their side or ours.
@Suite(.timeLimit(.minutes(5)))
struct OutageRunTests {
    @Test("A server that comes back is found again, and every arrival is accounted for")
    func back() async throws {
        let first = try ScriptedServer(answering: LoadFixture.created)
        let plan = LoadFixture.open(600_000, rate: 200)
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: first.origin))
        let (failures, told) = AsyncStream<Void>.makeStream()
        async let outcome = run.run { progress in
            if progress.failedCount > 0 { told.yield() }
        }
        await first.waitForReceived(20)
        first.stop()
        for await _ in failures { break }
        let second = try ScriptedServer(
            scripts: [[.forever([.receiveRequest, .send(LoadFixture.created)])]],
            port: first.port
        )
        await second.waitForReceived(20)
        run.interrupt()
        let result = try await outcome.get()
        let counts = LoadFixture.outcomes(result)
        #expect(result.cut == .interrupted)
        #expect(counts["no-connection", default: 0] > 0)
        #expect(counts["201", default: 0] >= 30)
        #expect(counts.values.reduce(0, +) == result.recording.dueCount)
        let outage = try #require(result.statistics.outages.first)
        let until = try #require(outage.until)
        #expect(until > outage.from)
        #expect(outage.failed >= counts["no-connection", default: 0])
    }

    @Test("Requests that time out after the last arrival do not make an outage")
    func silenceAfterTheEnd() async throws {
        let server = try ScriptedServer([
            .receiveRequest, .send(LoadFixture.created), .receiveRequest,
            .send(LoadFixture.created), .receiveRequest, .hang,
        ])
        let stage = LoadShape.Stage(rate: 100, duration: 30 * LoadFixture.millisecond)
        let shape = LoadShape(
            .open([stage], .constant),
            connections: 1,
            timeout: 1_500 * LoadFixture.millisecond,
            drain: 60_000 * LoadFixture.millisecond
        )
        let plan = LoadPlan(shape, sends: [LoadFixture.send()])
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 2, "timeout": 1])
        #expect(result.statistics.outages.isEmpty)
    }

    @Test("A response to an upload that the server does not read completely counts")
    func early() async throws {
        let response = "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
        let server = try ScriptedServer([.receiveHead, .send(response), .close])
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/")],
            fields: [("Host", [.text("localhost")])],
            body: [.text(String(repeating: "x", count: 6_000_000))]
        )
        let send = LoadPlan.Send("large", layout: layout, goodStatuses: [413])
        let plan = LoadFixture.open(12, rate: 100, connections: 2, sends: [send])
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["413": 12])
    }
}

/// TLS errors, and TLS where it is not expected.
@Suite(
    .enabled(if: OpenSSL.path != nil, "needs the openssl command (apt install openssl)"),
    .timeLimit(.minutes(5))
)
struct RefusedTLSTests {
    @Test(
        "A server that requires a client certificate ends the run before it begins, with the reason",
        arguments: ["-tls1_2", "-tls1_3"]
    )
    func certificate(version: String) async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(
            identity,
            "-www",
            "-Verify",
            "1",
            "-verify_return_error",
            version
        )
        var options = TransportOptions()
        options.cacert = identity.certificate
        let origin = "https://localhost:\(server.port)"
        let opener = try ConnectionOpener(to: origin, options: options)
        let plan = LoadFixture.open(12, connections: 2)
        let outcome = await (try LoadRun(plan, opener: opener)).run()
        guard case .failure(.noConnection(let detail, _, let local)) = outcome else {
            Issue.record("expected no connection, got \(outcome)")
            return
        }
        #expect(detail.hasPrefix("tls: "), "\(detail)")
        #expect(detail.contains("alert"), "\(detail)")
        #expect(detail.hasSuffix("the server asks for a client certificate, which --cert names"))
        #expect(local == nil)
    }

    @Test("Plain HTTP to a TLS server ends the run with a hint")
    func scheme() async throws {
        let server = try await TLSServer(TLSIdentity(), "-www")
        let result = try await LoadFixture.run(
            LoadFixture.open(6, connections: 2),
            against: "http://127.0.0.1:\(server.port)"
        )
        let text = "http://127.0.0.1:\(server.port) speaks TLS; try https://"
        #expect(result.cut == .noConnection(text))
    }

    @Test("Replacement connections resume their TLS sessions")
    func resumed() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let layout = RequestLayout(
            method: "GET",
            target: [.text("/")],
            fields: [("Host", [.text("localhost")])],
            body: nil
        )
        let send = LoadPlan.Send("get", layout: layout, goodStatuses: [200])
        var options = TransportOptions()
        options.cacert = identity.certificate
        let result = try await LoadFixture.run(
            LoadFixture.open(8, rate: 20, connections: 1, sends: [send]),
            against: "https://localhost:\(server.port)",
            options: options
        )
        #expect(LoadFixture.outcomes(result) == ["200": 8])
        let opening = result.statistics.opening
        #expect(opening.count >= 8)
        #expect(opening.resumed >= 6, "\(opening)")
        #expect(opening.tls.total > 0 && opening.connect.total > 0)
    }
}
