import HTTP
import HTTP2Serving
import TestSupport
import Testing
import Transport

/// Certificates that are made here, and the proxy that leads to them, against libcurl.
struct CertificateAuthorityTests {
    /// A server for one host of a provider, and a client that trusts its authority.
    private struct Fixture {
        let server: HTTP2Daemon
        let folder: TemporaryDirectory
        var options = TransportOptions()

        static let host = "api.push.example.com"

        init(trusts: Bool = true, leadsTo hosts: Set<String>? = ["api.push.example.com:443"]) throws
        {
            let authority = try CertificateAuthority(name: "A test")
            let context = try authority.context(
                for: [Self.host, "*.notify.example.com", "127.0.0.1", "::1"],
                protocols: ["h2", "http/1.1"]
            )
            var serverOptions = HTTP2Options()
            serverOptions.tunnels = hosts
            let limits = ServerLimits(requestLineBytes: 1_000, bodyBytes: 1_000)
            server = try HTTP2Daemon(limits: limits, options: serverOptions, tls: context) {
                ServerResponse(status: 200, body: Array(($0.headers["Host"] ?? "").utf8))
            }
            folder = try TemporaryDirectory()
            let other = try CertificateAuthority(name: "Another")
            try folder.write(Array((trusts ? authority : other).pem.utf8), to: "ca.pem")
            options.cacert = folder.file("ca.pem")
            options.maximumIdleSeconds = 3_600
        }

        func get(_ origin: String) async throws -> Result<HTTPResponse, TransportFailure> {
            let request = HTTPRequest(method: "GET", origin: origin, path: "/")
            return try await CurlTransport(options: options).exchange(request)
        }
    }

    @Test("A client that trusts the authority trusts the server, by name and by address")
    func trust() async throws {
        var fixture = try Fixture()
        let origin = "https://127.0.0.1:\(fixture.server.port)"
        #expect(try await fixture.get(origin).get().version == "2")
        fixture.options.connectTo = ["::127.0.0.1:\(fixture.server.port)"]
        let response = try await fixture.get("https://\(Fixture.host)").get()
        #expect(String(decoding: response.body, as: UTF8.self) == Fixture.host)
    }

    /// The reason why there is no response; `nil` when there is one.
    private static func failure(
        _ result: Result<HTTPResponse, TransportFailure>
    ) -> TransportFailure.Kind? {
        if case .failure(let failure) = result { failure.kind } else { nil }
    }

    @Test(
        "A client that trusts another authority rejects it, and every client rejects another name"
    )
    func distrust() async throws {
        let stranger = try Fixture(trusts: false)
        let origin = "https://127.0.0.1:\(stranger.server.port)"
        #expect(Self.failure(try await stranger.get(origin)) == .tls)
        var fixture = try Fixture()
        fixture.options.connectTo = ["::127.0.0.1:\(fixture.server.port)"]
        #expect(Self.failure(try await fixture.get("https://other.example.com")) == .tls)
    }

    @Test("A proxy connects to the hosts that it stands in for, over HTTP/2")
    func tunnel() async throws {
        var fixture = try Fixture()
        fixture.options.proxy = fixture.server.origin
        let response = try await fixture.get("https://\(Fixture.host)").get()
        #expect(response.version == "2")
        #expect(String(decoding: response.body, as: UTF8.self) == Fixture.host)
    }

    @Test("A wildcard stands for one label, in any case")
    func star() async throws {
        var fixture = try Fixture(leadsTo: ["*.notify.example.com:443"])
        fixture.options.proxy = fixture.server.origin
        for host in ["a.notify.example.com", "B-7.Notify.Example.com"] {
            let response = try await fixture.get("https://\(host)").get()
            #expect(response.version == "2")
        }
        for host in ["notify.example.com", "a.b.notify.example.com", "anotify.example.com"] {
            #expect(Self.failure(try await fixture.get("https://\(host)")) == .proxy)
        }
    }

    @Test(
        "A proxy connects to no other host",
        arguments: [
            "api.push.example.com:444", "*.push.example.com:443", "127.0.0.1:443",
            "api.push.example.com", "example.com:443", "api.push.example.com:443.example.com:443",
            "*",
        ]
    )
    func refused(target: String) throws {
        let fixture = try Fixture()
        let client = try RawClient(port: fixture.server.port)
        try client.send("CONNECT \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        let response = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 403 "))
        #expect(response.contains("api.push.example.com:443"))
    }

    @Test("Tunnels cannot be nested, and are off without the option")
    func nested() throws {
        let fixture = try Fixture()
        let client = try RawClient(port: fixture.server.port)
        let connect = "CONNECT api.push.example.com:443 HTTP/1.1\r\nHost: h\r\n\r\n"
        try client.send(connect)
        #expect(try client.receive(hasBody: false).status == 200)
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n").text == "x")
        #expect(try client.exchange(connect).status == 403)
        // The handler receives it like any other request.
        let plain = try Fixture(leadsTo: nil)
        let other = try RawClient(port: plain.server.port)
        #expect(try other.exchange(connect).text == "h")
    }
}
