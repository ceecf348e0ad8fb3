import JSON
import TestSupport
import Testing

/// The replacement text shown in place of a secret.
struct ShownSecretTests {
    private static let tables = """
        variables: { key: { env: SAMPLE_KEY, secret: true } }
        securitySchemes: { bearer: { type: http, scheme: bearer, token: "{{key}}" } }
        """
    private static let cases = """
          first: { steps: [ { call: getThing, security: bearer } ] }
        """

    @Test("The command that repeats a request names the variable that contains the secret")
    func pasted() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.bag)
        let environment = ["SAMPLE_KEY=it's-$ecret", "PATH=/usr/bin:/bin"]
        let run = try await RunningProgram(
            ["verify", contract.path, "--target", server.origin],
            environment: environment
        ).end()
        #expect(
            run.output.contains(#"-H 'Authorization: Bearer '"$SAMPLE_KEY"''"#),
            "\(run.output)"
        )
        #expect(!run.output.contains("ecret"), "\(run.output)")
    }

    @Test(
        "A secret across the point of truncation is removed completely",
        arguments: [150] + stride(from: 174, to: 206, by: 2)
    )
    func cut(position: Int) async throws {
        let secret = "sk-0123456789abcdefghij"
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let name = String(repeating: "x", count: position) + secret
        let server = try ScriptedServer(
            answering: Answer.json("{\"name\":\"\(name)\(String(repeating: "y", count: 300))\"}")
        )
        let run = try await RunningProgram(
            ["verify", contract.path, "--target", server.origin, "--format", "junit"],
            environment: ["SAMPLE_KEY=\(secret)"]
        ).end()
        #expect(run.ending == .exited(4), "\(run.errors)")
        #expect(!run.output.contains("sk-0"), "\(run.output)")
    }

    @Test("A value captured under the name of a secret variable is secret")
    func captured() async throws {
        let contract = try SampleContract(
            cases: """
                  first:
                    steps:
                      - { call: getThing, captures: { key: { cookie: session } } }
                      - { call: getThing, headers: { Cookie: "session={{key}}" }, expect: { status: 201 } }
                """,
            tables: Self.tables
        )
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nSet-Cookie: session=very-secret-0123\r\n"
                + "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"box\"}"
        )
        let archive = contract.folder.file("report.har")
        let run = try await RunningProgram(
            ["verify", contract.path, "--target", server.origin, "--verbose", "--har", archive],
            environment: ["SAMPLE_KEY=something-else"]
        ).end()
        #expect(run.ending == .exited(4), "\(run.errors)")
        #expect(server.received.last?.text.contains("session=very-secret-0123") == true)
        #expect(!run.output.contains("very-secret"), "\(run.output)")
        #expect(try !ReportFileTests.content(of: archive).contains("very-secret"))
    }

    @Test("An empty secret is rejected")
    func empty() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let run = try await RunningProgram(
            ["verify", contract.path, "--target", "http://127.0.0.1:1"],
            environment: ["SAMPLE_KEY="]
        ).end()
        #expect(run.ending == .exited(2))
        #expect(
            run.errors.contains("variable \"key\" is secret: expected at least 4 characters, got 0")
        )
    }

    @Test("serve prints the name of the variable in place of its secret value")
    func served() async throws {
        let contract = try SampleContract(
            cases: Self.cases,
            tables: Self.tables
        )
        let secured = try ReportFileTests.content(of: contract.path)
            .replacing("path: /thing }", with: "path: /thing, security: bearer }")
        let path = try contract.folder.write(Array(secured.utf8), to: "secured.yaml")
        let server = try RunningProgram(
            ["serve", path],
            environment: ["SAMPLE_KEY=sk-live-real-secret"]
        )
        let lines = await server.lines(6)
        server.send(15)
        let text = await server.end().output
        #expect(text.contains(#"Bearer '"$SAMPLE_KEY"''"#), "\(lines)")
        #expect(!text.contains("sk-live"), "\(text)")
    }

    @Test(
        "A header field of the command line is sent with every request, and hidden if it is secret"
    )
    func header() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.bag)
        let run = try await contract.verify(
            at: server.origin,
            "-H",
            "X-Tenant: seven",
            "--header",
            "Authorization: Bearer opaque-token"
        )
        let sent = server.received.last?.text ?? ""
        #expect(sent.contains("X-Tenant: seven\r\n"))
        #expect(sent.contains("Authorization: Bearer opaque-token\r\n"))
        #expect(run.output.contains("X-Tenant: seven"), "\(run.output)")
        #expect(!run.output.contains("opaque"), "\(run.output)")
        let bad = try await assay("verify", contract.path, "--header", "X Tenant")
        #expect(bad.ending == .exited(1))
    }

    @Test("A header field of the command line is the credential of a scheme that has none")
    func credential() async throws {
        let contract = try SampleContract(
            cases: """
                  first: { steps: [ { call: getThing } ] }
                  second: { steps: [ { call: getThing, security: none } ] }
                """,
            tables: Self.tables
        )
        let secured = try ReportFileTests.content(of: contract.path)
            .replacing("path: /thing }", with: "path: /thing, security: bearer }")
        let path = try contract.folder.write(Array(secured.utf8), to: "secured.yaml")
        let server = try ScriptedServer(answering: Answer.box)
        let words = ["verify", path, "--target", server.origin]
        let field = ["-H", "authorization: Bearer opaque-token"]
        func sent(_ environment: [String]) async throws -> [String] {
            let before = server.received.count
            let run = try await RunningProgram(
                words + field,
                environment: ["PATH=/usr/bin:/bin"] + environment
            ).end()
            #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
            return server.received.dropFirst(before).map { request in
                request.text.split(separator: "\r\n").first { $0.hasPrefix("Authorization") }
                    .map(String.init) ?? "none"
            }
        }
        // Requests that are to have no credential do not get it back.
        #expect(
            try await sent([]) == ["Authorization: Bearer opaque-token", "none"]
        )
        #expect(
            try await sent(["SAMPLE_KEY=of-variable"])
                == ["Authorization: Bearer of-variable", "none"]
        )
    }
}
