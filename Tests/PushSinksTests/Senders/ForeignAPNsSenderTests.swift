import HTTP
import JSON
import TestSupport
import Testing

@testable import PushSinks

/// Senders to APNs.
struct ForeignAPNsSenderTests {
    /// A sink with one device that has removed the app.
    private static func sink() async throws -> SecureSink {
        let sink = try SecureSink(APNsSink())
        try await sink.server.setDevice("00fa", "Unregistered")
        return sink
    }

    /// The path of a curl with HTTP/2 support; `nil` reports that the test did not run.
    private static func curlPath() async -> String? {
        guard let path = ChildProcess.path(of: "curl"),
            let probe = try? ChildProcess(path, ["--version"])
        else { return nil }
        let text = String(decoding: await probe.outputUntilEnd(), as: UTF8.self)
        return text.contains(" HTTP2") ? path : nil
    }

    @Test(
        "curl delivers over TLS and in clear text, and its errors get the documented responses",
        .enabled("NOT RUN: there is no curl with HTTP/2") { await curlPath() != nil },
        .timeLimit(.minutes(5)),
        arguments: [true, false]
    )
    func curl(overTLS: Bool) async throws {
        let curl = try #require(await Self.curlPath())
        let sink = try await Self.sink()
        let way = overTLS ? ["--http2", "--cacert", sink.authority] : ["--http2-prior-knowledge"]
        let base = (overTLS ? sink.origin : sink.server.origin) + "/3/device/"
        let cases: [(device: String, token: SignedJWT, response: String)] = [
            ("00", SignedJWT(), "2 200 "),
            ("xyz", SignedJWT(), #"2 400 {"reason":"BadDeviceToken"}"#),
            ("00fa", SignedJWT(), #"2 410 {"reason":"Unregistered","timestamp":"#),
            ("00", SignedJWT(age: 4_000), #"2 403 {"reason":"ExpiredProviderToken"}"#),
            ("00", SignedJWT(isDamaged: true), #"2 403 {"reason":"InvalidProviderToken"}"#),
        ]
        for (device, token, response) in cases {
            let words = [
                "--silent", "--noproxy", "*", "--data", #"{"aps":{"alert":"hello"}}"#,
                "--header", "authorization: \(try token.authorization)",
                "--header", "apns-topic: com.example.app",
                "--write-out", "\n%{http_version} %{http_code} ", base + device,
            ]
            let process = try ChildProcess(curl, way + words)
            let lines = String(decoding: await process.outputUntilEnd(), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.reversed().joined().hasPrefix(response), "\(lines)")
        }
    }

    @Test(
        "httpx sends over one HTTP/2 connection, and its errors get the documented responses",
        .enabled("NOT RUN: python3 cannot import httpx and h2; make oracles") {
            await ForeignSender.python(with: "httpx, h2") != nil
        },
        .timeLimit(.minutes(5))
    )
    func httpx() async throws {
        let sink = try await Self.sink()
        let sender = ForeignSender(
            script: "send_with_httpx",
            environment: sink.trust + ["NO_PROXY=*"]
        )
        let responses = try await sender.run([
            "origin": .string(sink.origin),
            "token": .string(try SignedJWT().text),
            "oldToken": .string(try SignedJWT(age: 4_000).text),
            "dead": "00fa",
        ])
        #expect(
            responses == [
                ["HTTP/2", 200, nil], ["HTTP/2", 400, "BadDeviceToken"],
                ["HTTP/2", 410, "Unregistered"], ["HTTP/2", 403, "ExpiredProviderToken"],
                ["HTTP/2", 405, "MethodNotAllowed"],
            ]
        )
        let account = try await sink.server.control("GET", "account").objectValue
        #expect(account?["noted"] == ["connections": 1])
    }

    @Test(
        "aioapns delivers many at once, matches its responses and receives its errors",
        .enabled("NOT RUN: python3 cannot import aioapns; make oracles") {
            await ForeignSender.python(with: "aioapns") != nil
        },
        .timeLimit(.minutes(5))
    )
    func aioapns() async throws {
        let sink = try await Self.sink()
        let sender = ForeignSender(script: "send_with_aioapns", environment: sink.trust)
        let responses = try await sender.run([
            "port": .number(.integer(Int64(sink.server.port))),
            "key": .string(APNsKey.knownPEM),
            "dead": "00fa",
        ])
        #expect(
            responses == [
                200, ["400", "BadDeviceToken", false], ["410", "Unregistered", true],
                ["400", "BadCollapseId", false], ["400", "BadPriority", false],
                ["403", "InvalidProviderToken", false], ["403", "InvalidProviderToken", false],
            ]
        )
        #expect(sink.server.sink.state.requestCount == 206)
    }

    @Test(
        "kalyke, which is limited to Apple's hosts, delivers through the proxy and receives its errors",
        .enabled("NOT RUN: python3 cannot import kalyke; make oracles") {
            await ForeignSender.python(with: "kalyke") != nil
        },
        .timeLimit(.minutes(5))
    )
    func kalyke() async throws {
        let sink = try await Self.sink()
        let sender = ForeignSender(script: "send_with_kalyke", environment: sink.detour)
        let responses = try await sender.run(["keyFile": .string(sink.keyFile), "dead": "00fa"])
        #expect(
            responses == [
                "delivered", "delivered", "BadDeviceToken", "Unregistered", "PayloadTooLarge",
                "InvalidProviderToken",
            ]
        )
    }
}
