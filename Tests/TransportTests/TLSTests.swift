import HTTP
import TestSupport
import Testing
import Transport

/// TLS against `openssl s_server`, with certificates made for each test.
@Suite(.enabled(if: OpenSSL.path != nil, "needs the openssl command (apt install openssl)"))
struct TLSTests {
    private static func exchange(
        _ server: TLSServer,
        host: String = "localhost",
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> Result<HTTPResponse, TransportFailure> {
        var options = TransportOptions.patient
        options.resolve = ["\(host):\(server.port):127.0.0.1"]
        change(&options)
        let request = HTTPRequest(
            method: "GET",
            origin: "https://\(host):\(server.port)",
            path: "/"
        )
        return try await CurlTransport(options: options).exchange(request)
    }

    private static func failure(
        _ server: TLSServer,
        host: String = "localhost",
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> TransportFailure {
        let result = try await exchange(server, host: host, change)
        return try #require(throws: TransportFailure.self) { try result.get() }
    }

    @Test("An untrusted certificate is a tls failure")
    func untrusted() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        #expect(try await Self.failure(server).kind == .tls)
    }

    @Test("insecure accepts any certificate")
    func insecure() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let result = try await Self.exchange(server, host: "other.invalid") { $0.insecure = true }
        let response = try result.get()
        #expect(response.status == 200)
        #expect(response.phases.connect < response.phases.tlsHandshake)
        #expect(response.phases.tlsHandshake < response.phases.firstByte)
    }

    @Test("cacert trusts the certificates it signs")
    func cacert() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let result = try await Self.exchange(server) { $0.cacert = identity.certificate }
        #expect(try result.get().status == 200)
    }

    @Test("The server's certificate is reported, on a reused connection too")
    func certificate() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-WWW")
        var options = TransportOptions.patient
        options.resolve = ["localhost:\(server.port):127.0.0.1"]
        options.cacert = identity.certificate
        let transport = try CurlTransport(options: options)
        let origin = "https://localhost:\(server.port)"
        for _ in 0..<2 {
            let request = HTTPRequest(method: "GET", origin: origin, path: "/none")
            let response = try await transport.exchange(request).get()
            let certificate = try #require(response.certificate)
            #expect(certificate.subject == "CN = localhost")
            #expect(certificate.issuer == "CN = localhost")
            #expect(certificate.subjectAltNames == ["DNS:localhost"])
            #expect(certificate.serialNumber.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            #expect(certificate.notBefore < certificate.notAfter)
            #expect(certificate.notAfter.count == 20 && certificate.notAfter.hasSuffix("Z"))
        }
    }

    @Test("cacert does not trust certificates signed by another")
    func otherCacert() async throws {
        let server = try await TLSServer(TLSIdentity(), "-www")
        let other = try await TLSIdentity()
        let failure = try await Self.failure(server) { $0.cacert = other.certificate }
        #expect(failure.kind == .tls)
    }

    @Test("A trusted certificate for another name is a tls failure")
    func wrongName() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let failure = try await Self.failure(server, host: "other.invalid") {
            $0.cacert = identity.certificate
        }
        #expect(failure.kind == .tls)
    }

    @Test(
        "A server that requires a certificate refuses clients without one",
        arguments: ["-tls1_2", "-tls1_3"]
    )
    func clientCertificateMissing(version: String) async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(
            identity,
            "-www",
            version,
            "-Verify",
            "1",
            "-verify_return_error",
            "-CAfile",
            identity.certificate
        )
        let failure = try await Self.failure(server) { $0.cacert = identity.certificate }
        #expect(failure.kind == .tls, "\(failure)")
    }

    @Test("The client's certificate and key are presented to a server that requires them")
    func clientCertificate() async throws {
        let identity = try await TLSIdentity()
        let client = try await TLSIdentity()
        let server = try await TLSServer(
            identity,
            "-www",
            "-Verify",
            "1",
            "-verify_return_error",
            "-CAfile",
            client.certificate
        )
        let result = try await Self.exchange(server) {
            $0.cacert = identity.certificate
            $0.cert = client.certificate
            $0.key = client.key
        }
        #expect(try result.get().status == 200)
    }

    @Test("A key that does not match its certificate is a tls failure")
    func wrongKey() async throws {
        let identity = try await TLSIdentity()
        let other = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let failure = try await Self.failure(server) {
            $0.cacert = identity.certificate
            $0.cert = identity.certificate
            $0.key = other.key
        }
        #expect(failure.kind == .tls)
    }

    @Test("An encrypted key needs its pass phrase, without a prompt")
    func passPhrase() async throws {
        let identity = try await TLSIdentity()
        let encrypted = try await identity.encryptedKey(pass: "open sesame")
        let server = try await TLSServer(identity, "-www", "-Verify", "1")
        for (pass, isGood) in [("open sesame", true), ("wrong", false), (nil, false)] {
            let result = try await Self.exchange(server) {
                $0.cacert = identity.certificate
                $0.cert = identity.certificate
                $0.key = encrypted
                $0.pass = pass
            }
            switch result {
            case .success: #expect(isGood)
            case .failure(let failure): #expect(!isGood && failure.kind == .tls, "\(failure)")
            }
        }
    }

    @Test("A server without TLS is a tls failure")
    func cleartext() async throws {
        let server = try ScriptedServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .hang])
        let request = HTTPRequest(
            method: "GET",
            origin: "https://127.0.0.1:\(server.port)",
            path: "/"
        )
        let result = try await CurlTransport(options: .patient).exchange(request)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .tls)
        let advice = "the server does not speak TLS; try http:// ("
        #expect(failure.detail.hasPrefix(advice), "\(failure.detail)")
    }

    @Test("An aborted handshake is a tls failure", arguments: [true, false])
    func brokenHandshake(isReset: Bool) async throws {
        let server = try ScriptedServer([
            .receive(through: [0x03, 0x03]), isReset ? .reset : .close,
        ])
        let request = HTTPRequest(
            method: "GET",
            origin: "https://127.0.0.1:\(server.port)",
            path: "/"
        )
        let result = try await CurlTransport(options: .patient).exchange(request)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .tls, "\(failure)")
    }

    @Test("HTTP/2 is used if TLS negotiation selects it")
    func http2() async throws {
        let server = try await TLSServer(TLSIdentity(), "-alpn", "h2")
        // SETTINGS; HEADERS on stream 1 with :status 200, END_STREAM and END_HEADERS.
        server.process.send([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 0, 0, 0, 1, 0x88])
        let result = try await Self.exchange(server) { $0.insecure = true }
        let response = try result.get()
        #expect(response.version == "2")
        #expect(response.status == 200)
    }

    @Test("A server that dies while a body is sent is reset, and no signal kills the program")
    func resetWhileSending() async throws {
        let server = try await TLSServer(TLSIdentity())
        var options = TransportOptions.patient
        options.insecure = true
        let transport = try CurlTransport(options: options)
        // More than all buffers on the way: the server prints its input, and its output is not read.
        let request = HTTPRequest(
            method: "POST",
            origin: "https://127.0.0.1:\(server.port)",
            path: "/",
            body: Array(repeating: UInt8(ascii: "a"), count: 64 * 1024 * 1024)
        )
        async let result = transport.exchange(request)
        _ = await server.process.line(after: "User-Agent")
        server.process.end()
        let outcome = await result
        let failure = try #require(throws: TransportFailure.self) { try outcome.get() }
        #expect(failure.kind == .reset, "\(failure)")
    }

    @Test("A body without a length is truncated if TLS does not close", arguments: [true, false])
    func cut(isCut: Bool) async throws {
        let server = try await TLSServer(TLSIdentity(), "-www", "-tls1_2")
        let cutter = try TLSCutter(before: server)
        var options = TransportOptions.patient
        options.insecure = true
        let port = isCut ? Int(cutter.port) : server.port
        let request = HTTPRequest(method: "GET", origin: "https://127.0.0.1:\(port)", path: "/")
        let result = try await CurlTransport(options: options).exchange(request)
        withExtendedLifetime((server, cutter)) {}
        guard isCut else {
            #expect(try result.get().status == 200)
            return
        }
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .truncated, "\(failure)")
    }

    @Test(
        "Failures of a response keep their kinds over TLS",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", TransportFailure.Kind.truncated),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n", .truncated),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", .malformed),
            ("hello\r\n", .malformed),
        ]
    )
    func answers(sent: String, expected: TransportFailure.Kind) async throws {
        // Not quiet: it prints the bytes it receives, sends its input, and closes at the end of the input.
        let server = try await TLSServer(TLSIdentity())
        async let failure = Self.failure(server) { $0.insecure = true }
        _ = await server.process.line(after: "User-Agent")
        server.process.send(Array(sent.utf8))
        server.process.finishSending()
        let kind = try await failure.kind
        #expect(kind == expected)
    }
}
