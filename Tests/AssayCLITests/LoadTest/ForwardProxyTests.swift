import TestSupport
import Testing

/// Requests through a forwarding proxy.
@Suite(.timeLimit(.minutes(5)))
struct ForwardProxyTests {
    /// Responds to requests in absolute form and rejects all others, as a proxy does.
    private static func proxy() throws -> ScriptedServer {
        try ScriptedServer([
            .forever([
                .reply { request in
                    request.headLines.first?.contains(" http://push.invalid/") == true
                        ? Answer.box : Answer.json("{}", status: "400 Bad Request")
                }
            ])
        ])
    }

    @Test(
        "An http target is requested in absolute form, with proxy credentials",
        arguments: ["load", "capacity"]
    )
    func absolute(command: String) async throws {
        let proxy = try Self.proxy()
        let profile = try SampleProfile(load: "stages: [{ rate: 20/s, for: 1s }], connections: 2")
        let more = command == "capacity" ? ["--budget", "6s"] : []
        let address = "http://me:p%40ss@127.0.0.1:\(proxy.port)"
        let run = try await RunningProgram(
            [
                command, profile.path, "--target", "http://push.invalid", "--proxy", address,
            ] + more
        ).end()
        if command == "load" { #expect(run.ending == .exited(0), "\(run.output)\(run.errors)") }
        let request = try #require(proxy.received.first)
        #expect(request.headLines.first == "GET http://push.invalid/thing HTTP/1.1")
        #expect(request.headLines.contains("Host: push.invalid"))
        // me:p@ss
        #expect(request.headLines.contains("Proxy-Authorization: Basic bWU6cEBzcw=="))
        #expect(!(run.output + run.errors).contains("p%40ss"))
    }

    @Test("Without credentials none are sent, and requests for recipients use the proxy too")
    func prepared() async throws {
        let proxy = try Self.proxy()
        let profile = try SampleProfile(
            load: "stages: [{ rate: 20/s, for: 1s }], connections: 2",
            sends: "[{ call: getThing, query: { to: \"{{recipient}}\" } }]",
            more: """
                audience: { count: 3, recipient: "{{digits 6}}" }
                prepare: [{ call: getThing, for: audience, query: { to: "{{recipient}}" } }]
                """
        )
        let run = try await RunningProgram([
            "load", profile.path, "--target", "http://push.invalid", "--proxy",
            "127.0.0.1:\(proxy.port)",
        ]).end()
        #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
        #expect(proxy.received.count == 23)
        #expect(proxy.received.allSatisfy { $0.text.hasPrefix("GET http://push.invalid/thing?") })
        #expect(proxy.received.allSatisfy { !$0.text.contains("Proxy-Authorization") })
    }
}
