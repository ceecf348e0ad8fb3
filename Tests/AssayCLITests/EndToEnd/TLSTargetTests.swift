import TestSupport
import Testing

private let openssl = TestSupport.ChildProcess.path(of: "openssl")

/// Against `openssl s_server`, with a certificate that signs itself.
@Suite(.enabled(if: openssl != nil, "needs the openssl command (apt install openssl)"))
struct TLSTargetTests {
    @Test(
        "A certificate is trusted when the command line says so",
        arguments: [
            ([], "undetermined", 3), (["--insecure"], "passed", 0), (["-k"], "passed", 0),
            (["--cacert"], "passed", 0),
        ] as [([String], String, Int32)]
    )
    func trust(options: [String], verdict: String, status: Int32) async throws {
        let contract = try SampleContract(
            cases: "  first: { steps: [ { call: getThing, expect: { status: 200 } } ] }"
        )
        let folder = contract.folder
        let (certificate, key) = (folder.file("certificate.pem"), folder.file("key.pem"))
        let path = try #require(openssl)
        let maker = try ChildProcess(
            path,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", key, "-out", certificate, "-days", "1",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            ]
        )
        try #require(maker.ending == .exited(0), "\(maker.errors)")
        let server = try TestSupport.ChildProcess(
            path,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"]
        )
        let port = try #require(await server.line(after: "ACCEPT 127.0.0.1:"))
        let files = options == ["--cacert"] ? [certificate] : []
        let words = [
            "verify", contract.path, "--target", "https://localhost:\(port)",
            "--resolve", "localhost:\(port):127.0.0.1", "--format", "json",
        ]
        let run = try await RunningProgram(words + options + files).end()
        #expect(run.ending == .exited(status))
        let first = try run.report["first"]
        #expect(first?.verdict == verdict)
        #expect(first?.failure == (verdict == "passed" ? nil : "tls"))
    }
}
