import ContractFile
import Glibc
import HTTP
import JSON
import Measure
import Synchronization
import TestSupport
import Testing

/// Runs of the built program whose access tokens expire during the run.
@Suite(.timeLimit(.minutes(5)))
struct TokenRenewalTests {
    private static let secret = "cl1ent s3cret"
    private static let scheme = """
        variables: { secret: { env: APP_SECRET } }
        securitySchemes:
          app: { type: oauth2, token: { path: /token }, clientId: me, clientSecret: "{{secret}}" }
        """
    private static let box = #"{"name":"box"}"#

    /// Sends that use a token of `app`.
    private static func profile(
        load: String = "stages: [{ rate: 100/s, for: 3s }], connections: 4",
        waits: String = "timeout: 60s, drain: 60s",
        thresholds: String = "[{ errors: ratio, lte: 0% }]",
        sends: String = "[{ call: getThing, security: app }]",
        more: String = ""
    ) throws -> SampleProfile {
        try SampleProfile(
            load: load,
            waits: waits,
            thresholds: thresholds,
            sends: sends,
            more: more,
            tables: scheme
        )
    }

    private static func run(
        _ profile: SampleProfile,
        _ command: String = "load",
        on server: TokenServer,
        _ options: String...
    ) async throws -> ProgramRun {
        try await RunningProgram(
            [command, profile.path, "--target", server.origin] + options,
            environment: ["PATH=/usr/bin:/bin", "APP_SECRET=\(secret)"]
        ).end()
    }

    private static func result(_ path: String) throws -> RunResult {
        try RunResult(parsing: try DiskFiles().read(path, atMost: 10_000_000), file: path)
    }

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("Tokens are renewed during a run, no request is lost, and reports show how often")
    func renewed() async throws {
        let profile = try Self.profile(
            more: """
                audience: { count: 20, recipient: "{{hex 16}}" }
                prepare:
                  - { call: getThing, name: join, for: audience, security: app, path: "/join/{id}", params: { id: "{{recipient}}" } }
                cleanup:
                  - { call: getThing, name: leave, for: audience, security: app, path: "/leave/{id}", params: { id: "{{recipient}}" } }
                """
        )
        let server = try TokenServer(answering: Self.box) { _ in .token(expiresIn: "1") }
        let formats = ["markdown", "junit"]
        let files = formats.map { profile.file("report.\($0)") }
        let output = profile.file("result.json")
        let run = try await RunningProgram(
            ["load", profile.path, "--target", server.origin, "--output", output]
                + zip(formats, files).flatMap { ["--report", "\($0)=\($1)"] },
            environment: ["PATH=/usr/bin:/bin", "APP_SECRET=\(Self.secret)"]
        ).end()
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        #expect(server.refused.isEmpty)
        #expect(server.acceptedCount == 340)
        #expect(server.accepted.count > 2)
        let result = try Self.result(output)
        let token = try #require(result.tokens.first)
        #expect(token.scheme == "app")
        #expect(token.kind == .granted)
        #expect(token.failures.isEmpty)
        #expect(token.renewals.count >= 2)
        #expect(server.granted.count > token.renewals.count)
        #expect(Self.words(run.output).contains(token.text))
        let page = try await assay("report", output)
        let reports = try files.map(ReportFileTests.content) + [page.output]
        #expect(reports[0].contains("The granted token of "))
        #expect(reports[1].contains("<property name=\"token.app\" value=\"The granted token of "))
        #expect(reports[2].contains("The granted token of "))
        let written = try ReportFileTests.content(of: output)
        for text in [run.output, run.errors, written] + reports {
            #expect(!text.contains("t0ken-"))
            #expect(!text.contains(Self.secret))
        }
    }

    @Test(
        "An endpoint that stops granting tokens ends the run with 3 and its response without secrets",
        arguments: [
            (
                TokenServer.json(
                    #"{"error":"busy","error_description":"not for cl1ent s3cret"}"#,
                    status: "503 Service Unavailable"
                ), "/token answered 503: busy (not for [redacted])"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<ht>", "/token answered 200 with "),
            (TokenServer.json("{}"), "/token has no \"access_token\": {}"),
            (
                TokenServer.json(#"{"access_token":"abcdef","expires_in":0}"#),
                "the access token that came is over already: it is good for 0 s"
            ),
            (
                TokenServer.json(#"{"access_token":"abcdef","expires_in":-7}"#),
                "the access token that came is over already: it is good for -7 s"
            ),
            (
                TokenServer.json(#"{"access_token":"ab\ncdef","expires_in":9}"#),
                "the access token that came has a control character in it"
            ),
        ]
    )
    func lost(response: String, words: String) async throws {
        let profile = try Self.profile(
            load: "stages: [{ rate: 50/s, for: 1h }], connections: 4",
            waits: "timeout: 500ms, drain: 500ms"
        )
        let server = try TokenServer(answering: Self.box) { number in
            number == 0 ? .token(expiresIn: "1") : .answer(response)
        }
        let (output, report) = (profile.file("result.json"), profile.file("report.junit"))
        let run = try await Self.run(
            profile,
            on: server,
            "--output",
            output,
            "--report",
            "junit=\(report)"
        )
        #expect(run.ending == .exited(3), "\(run.errors)")
        let text = Self.words(run.output)
        #expect(text.contains("ABORTED after "))
        #expect(text.contains(": no valid access token for 500 ms (security scheme \"app\": "))
        #expect(text.contains(words), "\(text)")
        #expect(!text.contains(Self.secret))
        #expect(try ReportFileTests.content(of: report).contains("type=\"noToken\""))
        let result = try Self.result(output)
        guard case .noToken? = result.cut else {
            Issue.record("\(String(describing: result.cut))")
            return
        }
        let token = try #require(result.tokens.first)
        #expect(token.failedCount > 0)
        #expect(token.timeWithout >= 500_000_000)
        #expect(result.fileText == (try ReportFileTests.content(of: output)))
    }

    @Test("An endpoint that recovers in time causes waiting but loses no request")
    func recovered() async throws {
        let profile = try Self.profile(load: "stages: [{ rate: 100/s, for: 4s }], connections: 4")
        let server = try TokenServer(answering: Self.box) { number in
            (1...3).contains(number)
                ? .answer(TokenServer.json("{}", status: "500 Internal Server Error"))
                : .token(expiresIn: number == 0 ? "1" : "600")
        }
        let output = profile.file("result.json")
        let run = try await Self.run(profile, on: server, "--output", output)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.refused.isEmpty)
        let result = try Self.result(output)
        #expect(result.recording.dueCount == 400)
        #expect(result.recording.goodCount == 400)
        let token = try #require(result.tokens.first)
        #expect(token.failedCount == 3)
        #expect(token.gaps.count == 1)
        #expect(token.waited > 0)
        #expect(Self.words(run.output).contains(token.text))
    }

    @Test(
        "An already expired first token keeps the run from starting",
        arguments: ["0", "-1"]
    )
    func over(seconds: String) async throws {
        let server = try TokenServer(answering: Self.box) { _ in .token(expiresIn: seconds) }
        let run = try await Self.run(try Self.profile(), on: server)
        #expect(run.ending == .exited(3))
        #expect(
            run.errors
                == "assay load: security scheme \"app\": the access token that came is over already: it is "
                + "good for \(seconds) s\n"
        )
        #expect(server.accepted.isEmpty && server.refused.isEmpty)
    }

    @Test("A run without a granted token does not start")
    func refused() async throws {
        let server = try TokenServer(answering: Self.box) { _ in
            .answer(
                TokenServer.json(
                    #"{"error":"invalid_client","error_description":"cl1ent s3cret"}"#,
                    status: "401 Unauthorized"
                )
            )
        }
        let run = try await Self.run(try Self.profile(), on: server)
        #expect(run.ending == .exited(3))
        #expect(run.errors.hasSuffix("/token answered 401: invalid_client ([redacted])\n"))
        #expect(server.askedCount == 1)
    }

    @Test(
        "A token that outlives every run is requested once and not mentioned",
        arguments: [nil, "99999999999"]
    )
    func endless(seconds: String?) async throws {
        let profile = try Self.profile(load: "stages: [{ rate: 50/s, for: 1s }], connections: 2")
        let server = try TokenServer(answering: Self.box) { _ in .token(expiresIn: seconds) }
        let output = profile.file("result.json")
        let run = try await Self.run(profile, on: server, "--output", output)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.askedCount == 1)
        #expect(server.acceptedCount == 50)
        #expect(try !ReportFileTests.content(of: output).contains("\"tokens\""))
    }

    @Test("A locally signed token is renewed according to its reuse, with a new time")
    func signed() async throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 50/s, for: 3s }], connections: 2",
            sends: "[{ call: getThing, security: own }]",
            tables: """
                securitySchemes:
                  own: { type: jwt, algorithm: HS256, key: shared-key, claims: { iat: "{{now unix}}", jti: "{{hex 8}}" }, reuse: 500ms }
                """
        )
        let server = try ScriptedServer(answering: Answer.box)
        let output = profile.file("result.json")
        let run = try await profile.run("--output", output, on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        let tokens = server.received.compactMap { request in
            request.headLines.first { $0.hasPrefix("Authorization: Bearer eyJ") }
        }
        #expect(tokens.count == 150)
        #expect(Set(tokens).count > 3)
        #expect(try Self.result(output).tokens.map(\.kind) == [.signed])
        // Old tokens do not reappear.
        let runs = tokens.indices.filter { $0 == 0 || tokens[$0] != tokens[$0 - 1] }
        #expect(runs.count < 2 * Set(tokens).count)
    }

    @Test("Over HTTP/2, requests carry each new token, which another server grants over HTTP/1.1")
    func multiplexed() async throws {
        let auth = try TokenServer(answering: Self.box) { _ in .token(expiresIn: "1") }
        let seen = Mutex<[String: Int]>([:])
        let refusals = Mutex(0)
        let api = try HTTP2Server(
            HTTP2Server.Behaviour { request in
                let token = String((request.fields["authorization"] ?? "").dropFirst(7))
                seen.withLock { $0[token, default: 0] += 1 }
                let isGood = auth.granted.suffix(2).contains(token)
                if !isGood { refusals.withLock { $0 += 1 } }
                return .response(.init(isGood ? 200 : 401, body: Self.box))
            }
        )
        let folder = try TemporaryDirectory()
        let contract = """
            contract: "1"
            targets: { api: { documented: "https://api.invalid" }, auth: { documented: "https://auth.invalid" } }
            securitySchemes:
              app: { type: oauth2, token: { target: auth, path: /token }, clientId: me, clientSecret: it }
            operations:
              getThing: { request: { path: /thing, security: app }, responses: { "200": {} } }
            """
        let profile = """
            profile: "1"
            contract: two.yaml
            sends: [ { call: getThing } ]
            load: { http: 2, connections: 2, streams: 10, stages: [ { rate: 100/s, for: 3s } ], timeout: 60s, drain: 60s }
            """
        _ = try folder.write(Array(contract.utf8), to: "two.yaml")
        let path = try folder.write(Array(profile.utf8), to: "profile.yaml")
        let run = try await assay(
            "load",
            path,
            "--target",
            "api=\(api.origin)",
            "--target",
            "auth=\(auth.origin)"
        )
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        let counts = seen.withLock(\.self)
        #expect(counts.values.reduce(0, +) == 300)
        #expect(counts.count > 2)
        #expect(Set(counts.keys).isSubset(of: auth.granted))
        #expect(refusals.withLock(\.self) == 0, "\(run.output)")
    }

    @Test("A search renews tokens from step to step")
    func capacity() async throws {
        let profile = try Self.profile(thresholds: "[{ latency: p50, lt: 10s }]")
        let server = try TokenServer(answering: Self.box) { _ in .token(expiresIn: "1") }
        let output = profile.file("capacity.json")
        let run = try await Self.run(
            profile,
            "capacity",
            on: server,
            "--budget",
            "5s",
            "--rate",
            "20/s",
            "--output",
            output
        )
        #expect(server.refused.isEmpty, "\(run.errors)")
        let text = try ReportFileTests.content(of: output)
        let record = try CapacityRecord(parsing: Array(text.utf8), file: output)
        let token = try #require(record.tokens.first)
        #expect(token.scheme == "app")
        #expect(token.renewals.count > 1)
        #expect(record.fileText == text)
        #expect(!text.contains("t0ken-"))
    }

    @Test("A search ends with 3 when tokens are no longer granted")
    func lostCapacity() async throws {
        let profile = try Self.profile(
            waits: "timeout: 300ms, drain: 300ms",
            thresholds: "[{ latency: p50, lt: 10s }]"
        )
        let server = try TokenServer(answering: Self.box) { number in
            number == 0 ? .token(expiresIn: "1") : .answer(TokenServer.json("{}"))
        }
        let run = try await Self.run(profile, "capacity", on: server, "--budget", "1m")
        #expect(run.ending == .exited(3), "\(run.errors)")
        #expect(
            run.errors.hasPrefix(
                "assay capacity: there is no access token any more: security scheme \"app\": "
            ),
            "\(run.errors)"
        )
    }

    @Test("In an interleaved comparison each run renews its own tokens")
    func interleaved() async throws {
        let profile = try Self.profile(load: "stages: [{ rate: 100/s, for: 2s }], connections: 4")
        let server = try TokenServer(answering: Self.box) { _ in .token(expiresIn: "1") }
        let run = try await RunningProgram(
            ["compare", "--interleave", server.origin, server.origin + "/", profile.path]
                + ["--runs", "1"],
            environment: ["PATH=/usr/bin:/bin", "APP_SECRET=\(Self.secret)"]
        ).end()
        // Runs spoiled by a busy machine are repeated.
        let told = run.errors.split(separator: "\n").count { $0.hasPrefix("run ") }
        #expect(told >= 2, "\(run.errors)")
        #expect(server.refused.isEmpty)
        #expect(server.acceptedCount == 200 * told)
        #expect(server.granted.count > 4)
    }
}
