import TestSupport
import Testing

/// Against `openssl s_server`, with a self-signed certificate.
@Suite(.enabled(if: OpenSSL.path != nil, "needs the openssl command (apt install openssl)"))
struct TLSTargetTests {
    @Test(
        "A certificate is trusted if the command line says so",
        arguments: [
            ([], "inconclusive", 3), (["--insecure"], "passed", 0), (["-k"], "passed", 0),
            (["--cacert"], "passed", 0),
        ] as [([String], String, Int32)]
    )
    func trust(options: [String], verdict: String, status: Int32) async throws {
        let contract = try SampleContract(
            cases: "  first: { steps: [ { request: { path: / }, expect: { status: 200, asserts: [ "
                + "{ certificate: notAfter, after: \"{{now}}\" }, "
                + "{ certificate: subjectAltName, contains: [DNS:localhost] } ] } } ] }"
        )
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let files = options == ["--cacert"] ? [identity.certificate] : []
        let words = [
            "verify", contract.path, "--target", "https://localhost:\(server.port)",
            "--resolve", "localhost:\(server.port):127.0.0.1", "--format", "json",
        ]
        let run = try await RunningProgram(words + options + files).end()
        withExtendedLifetime(server) {}
        #expect(run.ending == .exited(status))
        let first = try run.report["first"]
        #expect(first?.verdict == verdict)
        #expect(first?.failure == (verdict == "passed" ? nil : "tls"))
    }

    @Test(
        "An http address of a TLS server is reported as that, and no promise fails"
    )
    func scheme() async throws {
        let server = try await TLSServer(TLSIdentity(), "-www")
        let contract = try SampleContract()
        let run = try await RunningProgram([
            "verify", contract.path, "--target", "http://127.0.0.1:\(server.port)", "--format",
            "json",
        ]).end()
        withExtendedLifetime(server) {}
        #expect(run.ending == .exited(3), "\(run.output)\(run.errors)")
        let first = try run.report["first"]
        #expect(first?.verdict == "inconclusive")
        #expect(first?.failure == "tls")
        #expect(run.output.contains("speaks TLS; try https://"))
    }

    @Test(
        "An encrypted key is opened with the pass phrase, which no report shows",
        arguments: [("open sesame", 0), ("close sesame", 3)] as [(String, Int32)]
    )
    func passPhrase(pass: String, status: Int32) async throws {
        let contract = try SampleContract(
            cases:
                "  first: { steps: [ { request: { path: /, headers: { X-Phrase: \"{{phrase}}\" } }, "
                + "expect: { status: 200 } } ] }",
            tables: "variables: { phrase: {} }"
        )
        let identity = try await TLSIdentity()
        let server = try await TLSServer(
            identity,
            "-www",
            "-Verify",
            "1",
            "-verify_return_error",
            "-CAfile",
            identity.certificate
        )
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "https://localhost:\(server.port)",
            "--cacert",
            identity.certificate,
            "--cert",
            identity.certificate,
            "--key",
            try await identity.encryptedKey(pass: "open sesame"),
            "--pass",
            pass,
            "--var",
            "phrase=\(pass)",
            "--verbose"
        )
        withExtendedLifetime(server) {}
        #expect(run.ending == .exited(status), "\(run.output)")
        #expect(run.output.contains("[redacted]") && !run.output.contains(pass), "\(run.output)")
    }
}
