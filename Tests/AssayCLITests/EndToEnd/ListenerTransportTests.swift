import Platform
import TestSupport
import Testing

/// Listeners as services reach them, with libcurl as the service.
struct ListenerTransportTests {
    private static let cases = """
          first:
            steps:
              - { request: { method: POST, url: "{{listeners.apns.url}}/3/device/00", json: { a: 1 } }, expect: { status: 410 } }
              - { received: apns, where: { path: /3/device/00 }, expect: { asserts: [ { jsonpath: $.a, equals: 1 } ] } }
        """

    @Test(
        "A listener at its own address is reachable over TLS for clients that trust its certificate",
        .enabled("NOT RUN: there is no openssl command") { OpenSSL.path != nil },
        .timeLimit(.minutes(5)),
        arguments: [(true, 0), (false, 3)] as [(Bool, Int32)]
    )
    func tls(isTrusted: Bool, status: Int32) async throws {
        let identity = try await TLSIdentity()
        let port = try LoopbackSocket.portToServe()
        let contract = try SampleContract(
            cases: Self.cases,
            tables: """
                listeners:
                  apns:
                    address: localhost:\(port)
                    tls: { cert: listener.pem, key: listener.key }
                    respond: { status: 410 }
                """
        )
        for (file, name) in [(identity.certificate, "pem"), (identity.key, "key")] {
            let bytes = try FileContent.bytes(of: file, atMost: 65_536)
            try contract.folder.write(bytes, to: "listener.\(name)")
        }
        let trust = isTrusted ? ["--cacert", identity.certificate] : []
        let words = ["verify", contract.path, "--target", "http://127.0.0.1:1", "--format", "json"]
        let run = try await RunningProgram(words + trust).end()
        #expect(run.ending == .exited(status), "\(run.output)")
        let first = try run.report["first"]
        #expect(first?.failure == (isTrusted ? nil : "tls"))
        #expect(run.output.contains("https://localhost:\(port)/3/device/00") != isTrusted)
    }

    @Test(
        "A listener speaks HTTP/2 and HTTP/1.1",
        arguments: ["--http2-prior-knowledge", "--http1.1"]
    )
    func versions(option: String) async throws {
        let contract = try SampleContract(
            cases: Self.cases,
            tables: "listeners: { apns: { respond: { status: 410 } } }"
        )
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://127.0.0.1:1",
            option
        )
        #expect(run.ending == .exited(0), "\(run.output)")
    }
}
