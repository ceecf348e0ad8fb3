import JSON
import TestSupport
import Testing

/// Access tokens and the credentials for them must not be visible even if no variable is marked as secret.
struct TokenSecretTests {
    private static let formats = [
        "text", "json", "junit", "tap", "ctrf", "markdown", "html", "github",
    ]

    /// Runs the contract against a server and returns all readable output.
    private func texts(
        _ contract: SampleContract,
        _ server: ScriptedServer,
        environment: [String]
    ) async throws -> [String] {
        let files = Self.formats.map { ($0, contract.folder.file("report.\($0)")) }
        let archive = contract.folder.file("report.har")
        let words = ["verify", contract.path, "--target", server.origin, "--verbose"]
        let options = files.flatMap { ["--report", "\($0.0)=\($0.1)"] } + ["--har", archive]
        let run = try await RunningProgram(words + options, environment: environment).end()
        #expect(run.ending == .exited(4), "\(run.errors)")
        return try [run.output, run.errors]
            + (files.map(\.1) + [archive]).map(ReportFileTests.content)
    }

    @Test("A granted token and the client's secret are in no output and in no report")
    func granted() async throws {
        let (token, secret) = ("t0ken/with+signs==", "cl1ent s3cret")
        let contract = try SampleContract(
            cases: "  first: { steps: [ { call: getThing, security: app } ] }",
            tables: """
                variables: { secret: { env: APP_SECRET } }
                securitySchemes:
                  app: { type: oauth2, token: { path: /token }, clientId: me, clientSecret: "{{secret}}" }
                """
        )
        // It sends the same response to every request: a token, which is not a box, together with the secret.
        let body = #"{"access_token":"\#(token)","expires_in":3600,"you":"\#(secret)"}"#
        let server = try ScriptedServer(answering: Answer.json(body))
        let environment = ["APP_SECRET=\(secret)"]
        for text in try await texts(contract, server, environment: environment) {
            for hidden in [token, secret, "t0ken\\/with+signs==", "t0ken%2Fwith%2Bsigns%3D%3D"] {
                #expect(!text.contains(hidden), "\(text)")
            }
        }
        #expect(server.received.last?.text.contains("Authorization: Bearer \(token)") ?? false)
    }

    @Test("A private key and the signature of its token are in no output and in no report")
    func signed() async throws {
        // Made for this test with `openssl genpkey`; it unlocks nothing.
        let lines = [
            "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2dE6j5nWrWQWFuqv",
            "Vcxre0WHHnMlUh4cbbCYUEN/QEehRANCAARzY53w294WRCjGdzQ5wENG+gKYRw/4",
            "wK4tBoypMqFnwZT0Ms9iYh/aefrFf9DvIXXoR9w98DuKA9DXTe+U5YLS",
        ]
        let key =
            (["-----BEGIN PRIVATE KEY-----"] + lines + ["-----END PRIVATE KEY-----"])
            .joined(separator: "\n")
        let contract = try SampleContract(
            cases: "  first: { steps: [ { call: getThing, security: apns } ] }",
            tables: """
                variables: { authKey: { env: AUTH_KEY } }
                securitySchemes:
                  apns:
                    type: jwt
                    algorithm: ES256
                    key: "{{authKey}}"
                    header: { kid: ABC123DEFG }
                    claims: { iss: TEAM123456, iat: "{{now unix}}" }
                    reuse: 30m
                    headers: { authorization: "bearer {{accessToken}}" }
                """
        )
        let echo = JSONValue.string(key).text
        let server = try ScriptedServer(answering: Answer.json("{\"name\":\(echo)}"))
        let texts = try await texts(contract, server, environment: ["AUTH_KEY=\(key)"])
        let sent = try #require(server.received.last?.text)
        let field = try #require(
            sent.split(separator: "\r\n").first { $0.hasPrefix("authorization: bearer ") }
        )
        let parts = field.split(separator: " ")[2].split(separator: ".")
        #expect(parts.count == 3)
        for text in texts {
            #expect(!text.contains(parts[2]), "\(text)")
            for line in lines { #expect(!text.contains(line), "\(text)") }
        }
        // Parts that are not secret stay visible, for debugging.
        #expect(texts[0].contains("\(parts[0]).\(parts[1]).[redacted]"))
    }
}
