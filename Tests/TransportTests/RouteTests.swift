import HTTP
import TestSupport
import Testing
import Transport

/// The routes to a server that options provide.
struct RouteTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private static func exchange(
        _ origin: String,
        query: String? = nil,
        _ change: (inout TransportOptions) -> Void
    ) async throws -> Result<HTTPResponse, TransportFailure> {
        var options = TransportOptions.patient
        change(&options)
        let request = HTTPRequest(method: "GET", origin: origin, path: "/p", query: query)
        return try await CurlTransport(options: options).exchange(request)
    }

    private static func failureKind(
        _ origin: String,
        _ change: (inout TransportOptions) -> Void
    ) async throws -> TransportFailure.Kind {
        let result = try await exchange(origin, change)
        return try #require(throws: TransportFailure.self) { try result.get() }.kind
    }

    @Test("A Unix domain socket is used instead of host and port")
    func unixSocket() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let server = try ScriptedServer(unixSocket: path, [.receiveRequest, .send(Self.ok)])
        let result = try await Self.exchange("http://api.example:81") { $0.unixSocket = path }
        #expect(try result.get().status == 200)
        #expect(server.received.first?.headLines.first == "GET /p HTTP/1.1")
        #expect(server.received.first?.headLines[1] == "Host: api.example:81")
    }

    @Test("A resolved name needs no DNS")
    func resolve() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        let result = try await Self.exchange("http://api.invalid:\(server.port)") {
            $0.resolve = ["api.invalid:\(server.port):127.0.0.1"]
        }
        #expect(try result.get().status == 200)
        #expect(server.received.first?.headLines[1] == "Host: api.invalid:\(server.port)")
    }

    @Test("Requests for one host and port go to another")
    func connectTo() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        let result = try await Self.exchange("http://api.invalid") {
            $0.connectTo = ["api.invalid:80:127.0.0.1:\(server.port)"]
        }
        #expect(try result.get().status == 200)
        #expect(server.received.first?.headLines[1] == "Host: api.invalid")
    }

    @Test("The interface to send from can be specified")
    func interface() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        let result = try await Self.exchange(server.origin) { $0.interface = "127.0.0.1" }
        #expect(try result.get().status == 200)
        let kind = try await Self.failureKind(server.origin) { $0.interface = "nowhere0" }
        #expect(kind == .unreachable)
    }

    @Test("A cleartext request goes to the proxy with the complete URL, without additional fields")
    func forwarded() async throws {
        let proxy = try ScriptedServer(answering: Self.ok)
        let result = try await Self.exchange("http://api.invalid:81", query: "a={|}") {
            $0.proxy = "http://user:secret@127.0.0.1:\(proxy.port)"
        }
        #expect(try result.get().status == 200)
        #expect(
            proxy.received.first?.headLines == [
                "GET http://api.invalid:81/p?a={|} HTTP/1.1", "Host: api.invalid:81",
                "Proxy-Authorization: Basic dXNlcjpzZWNyZXQ=", "User-Agent: assay/0.1.0",
            ]
        )
    }

    @Test(
        "With other addresses for a host, cleartext goes through a tunnel unchanged"
    )
    func tunnelled() async throws {
        let proxy = try ScriptedServer([
            .receiveHead, .send("HTTP/1.1 200 Established\r\nX: proxy\r\n\r\n"),
            .receiveRequest, .send(Self.ok),
        ])
        let result = try await Self.exchange("http://api.invalid") {
            $0.proxy = "127.0.0.1:\(proxy.port)"
            $0.connectTo = ["api.invalid:80:other.invalid:90"]
        }
        #expect(try result.get().headers.fields.map(\.name) == ["Content-Length"])
        #expect(
            proxy.received.map { $0.headLines[0] } == [
                "CONNECT other.invalid:90 HTTP/1.1", "GET /p HTTP/1.1",
            ]
        )
    }

    @Test("A proxy that cannot be parsed is reported without its password")
    func proxyPassword() async throws {
        let result = try await Self.exchange("http://api.invalid") {
            $0.proxy = "http://user:abc@proxy.invalid:99999"
        }
        let failure = #expect(throws: TransportFailure.self) { try result.get() }
        #expect(failure?.kind == .proxy)
        #expect(failure?.detail.contains("abc") == false, "\(failure?.detail ?? "")")
    }

    @Test("A response of the proxy to a forwarded request is a response")
    func proxyResponses() async throws {
        let proxy = try ScriptedServer(
            answering: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
        )
        let result = try await Self.exchange("http://api.invalid") {
            $0.proxy = "127.0.0.1:\(proxy.port)"
        }
        #expect(try result.get().status == 502)
    }

    @Test(
        "A proxy that does not open the tunnel is a proxy failure",
        arguments: [
            [.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"), .hang],
            [
                .send("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
                .hang,
            ],
            [.send("HTTP/1.1 502 Bad Gateway\r\n\r\n")], [.close], [.reset],
            [.send("garbage\r\n\r\n")],
        ] as [[ScriptedServer.Action]]
    )
    func refusedTunnel(script: [ScriptedServer.Action]) async throws {
        let proxy = try ScriptedServer([.receiveHead] + script)
        let kind = try await Self.failureKind("https://api.invalid") {
            $0.proxy = "127.0.0.1:\(proxy.port)"
        }
        #expect(kind == .proxy)
        #expect(proxy.received.first?.headLines[0] == "CONNECT api.invalid:443 HTTP/1.1")
    }

    @Test("An unreachable or unknown proxy is a proxy failure")
    func noProxy() async throws {
        let kind = try await LoopbackSocket.withClosedPort { port in
            try await Self.failureKind("http://api.invalid") { $0.proxy = "127.0.0.1:\(port)" }
        }
        #expect(kind == .proxy)
        #expect(
            try await Self.failureKind("http://127.0.0.1") { $0.proxy = "proxy.invalid:1" }
                == .proxy
        )
    }

    @Test("A SOCKS proxy that refuses is a proxy failure")
    func refusedBySOCKS() async throws {
        // RFC 1928: no authentication; then reply 2, not allowed by ruleset.
        let proxy = try ScriptedServer([
            .receive(through: [5]), .send([5, 0]), .receive(through: [0, 80]),
            .send([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]), .hang,
        ])
        let kind = try await Self.failureKind("http://api.invalid") {
            $0.proxy = "socks5h://127.0.0.1:\(proxy.port)"
        }
        #expect(kind == .proxy)
    }

    @Test("A request through a SOCKS proxy has the ordinary target")
    func throughSOCKS() async throws {
        let proxy = try ScriptedServer([
            .receive(through: [5]), .send([5, 0]), .receive(through: [0, 80]),
            .send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), .receiveRequest, .send(Self.ok),
        ])
        let result = try await Self.exchange("http://api.invalid") {
            $0.proxy = "socks5h://127.0.0.1:\(proxy.port)"
        }
        #expect(try result.get().status == 200)
        #expect(proxy.received.last?.headLines[0] == "GET /p HTTP/1.1")
    }
}
