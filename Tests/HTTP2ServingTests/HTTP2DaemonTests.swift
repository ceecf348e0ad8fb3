import HTTP
import HTTP2Serving
import TestSupport
import Testing
import Transport

/// The server against libcurl and against bytes written by hand.
struct HTTP2DaemonTests {
    private static let limits = ServerLimits(requestLineBytes: 100, bodyBytes: 400_000)

    /// Responds with the received method, target, field and body.
    private static let echo: @Sendable (ServerRequest) -> ServerResponse = { request in
        var headers = HTTPFields([.init(name: "X-Method", value: request.method)])
        headers.append("X-Path", request.path)
        headers.append("X-Query", request.query ?? "none")
        headers.append("X-Host", request.headers["Host"] ?? "none")
        headers.append("X-Problem", request.problem.map { "\($0)" } ?? "none")
        return ServerResponse(status: 201, headers: headers, body: request.body)
    }

    /// The protocol of a client.
    enum Way: CaseIterable {
        case http1, http2, tls1, tls2

        var isTLS: Bool { self == .tls1 || self == .tls2 }
        var version: String { self == .http1 || self == .tls1 ? "1.1" : "2" }

        var transport: CurlTransport {
            get throws {
                var options = TransportOptions()
                options.maximumIdleSeconds = 3_600
                options.insecure = true
                switch self {
                case .http1: break
                case .http2: options.httpVersion = .http2PriorKnowledge
                case .tls1: options.httpVersion = .http1_1
                case .tls2: break
                }
                return try CurlTransport(options: options)
            }
        }
    }

    private static func context(_ identity: TLSIdentity) throws -> TLSServerContext {
        try TLSServerContext(
            certificate: identity.certificate,
            key: identity.key,
            protocols: ["h2", "http/1.1"]
        )
    }

    @Test(
        "One port serves HTTP/1.1 and HTTP/2, in clear text and over TLS",
        arguments: Way.allCases
    )
    func ways(way: Way) async throws {
        let identity = try await TLSIdentity()
        let server = try HTTP2Daemon(
            limits: Self.limits,
            tls: try Self.context(identity),
            handler: Self.echo
        )
        // More than the size of a frame, a window and a socket buffer.
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let request = HTTPRequest(
            method: "POST",
            origin: "\(way.isTLS ? "https" : "http")://127.0.0.1:\(server.port)",
            path: "/a/b",
            query: "c=d",
            body: body
        )
        let transport = try way.transport
        for _ in 0..<3 {
            let response = try await transport.exchange(request).get()
            #expect(response.version == way.version)
            #expect(response.status == 201)
            #expect(response.headers["x-method"] == "POST")
            #expect(response.headers["x-path"] == "/a/b")
            #expect(response.headers["x-query"] == "c=d")
            #expect(response.headers["x-host"] == "127.0.0.1:\(server.port)")
            #expect(response.body == body)
        }
    }

    @Test("A request above a limit is reported to the handler", arguments: [Way.http1, .http2])
    func limits(way: Way) async throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let transport = try way.transport
        let path = "/" + String(repeating: "a", count: 100)
        let long = HTTPRequest(method: "GET", origin: server.origin, path: path)
        let problem = try await transport.exchange(long).get().headers["x-problem"]
        #expect(problem == "the request line is too long")
        let large = HTTPRequest(
            method: "POST",
            origin: server.origin,
            path: "/",
            body: [UInt8](repeating: 1, count: 400_001)
        )
        let response = try await transport.exchange(large).get()
        #expect(response.headers["x-problem"] == "the body is too large")
        #expect(response.body.isEmpty)
    }

    @Test("HEAD gets no body, and the next request gets its own response")
    func head() throws {
        let server = try HTTP2Daemon(limits: Self.limits) { _ in
            ServerResponse(status: 200, body: Array("body".utf8))
        }
        let client = try RawClient(port: server.port)
        let head = try client.exchange("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(head.headers["content-length"] == "4")
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text == "body")
    }

    @Test("HTTP/1.0 may omit Host, and its connection ends after the response")
    func http10() throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.0\r\n\r\n")
        let response = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 201 "))
    }

    @Test("Chunks are joined, and Expect: 100-continue is answered before the body")
    func chunks() throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let client = try RawClient(port: server.port)
        try client.send(
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(try client.receive(hasBody: false).status == 100)
        for part in ["3\r\nabc\r\n", "2;x=y\r\n", "de", "\r\n0\r\nX-End: 1\r\n", "\r\n"] {
            try client.send(part)
        }
        #expect(try client.receive().text == "abcde")
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 201)
    }

    @Test("Pipelined requests are answered in order")
    func pipelining() throws {
        let server = try HTTP2Daemon(limits: Self.limits) { request in
            // The first takes longer than the second.
            ServerResponse(
                status: 200,
                body: Array(request.path.utf8),
                delay: request.path == "/1" ? .milliseconds(20) : .zero
            )
        }
        let client = try RawClient(port: server.port)
        try client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive().text == "/1")
        #expect(try client.receive().text == "/2")
    }

    @Test(
        "An invalid request is rejected, and the connection ends",
        arguments: [
            "GET\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\n: empty\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n",
            // Lengths that other parsers read differently.
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 2\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\na\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-0\r\n\r\n",
            // Invalid names, values and versions.
            "GET / HTTP/1.1\r\nHost: h\r\nContent-Length : 1\r\n\r\na",
            "GET / HTTP/1.1\r\nHost: h\r\n Content-Length: 1\r\n\r\na",
            "GET / HTTP/1.1\r\nHost: h\r\nX Y: 1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n",
            "GET / HTTP/1.1x\r\nHost: h\r\n\r\n", "G(T / HTTP/1.1\r\nHost: h\r\n\r\n",
            // Unterminated lines.
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "0", count: 20_000),
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: 70_000),
        ]
    )
    func nonsense(text: String) throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let client = try RawClient(port: server.port)
        try client.send(text)
        let response = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 400 "))
        // Other connections are served.
        let other = try RawClient(port: server.port)
        #expect(try other.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 201)
    }

    @Test(
        "Equivalent lists and spellings are read alike, and close ends the connection",
        arguments: [
            ("Transfer-Encoding: Chunked", "1;x=y\r\na\r\n0\r\n\r\n", "HTTP/1.1 201 "),
            ("Content-Length: 1\r\nContent-Length: 1", "a", "HTTP/1.1 201 "),
            ("Content-Length: 1", "a", "HTTP/1.1 201 "),
            ("Transfer-Encoding: gzip, chunked", "0\r\n\r\n", "HTTP/1.1 501 "),
        ]
    )
    func spellings(field: String, body: String, status: String) throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let client = try RawClient(port: server.port)
        let head = "POST / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Close\r\n\(field)\r\n\r\n"
        try client.send(head + body + "GET /behind HTTP/1.1\r\nHost: h\r\n\r\n")
        let response = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(response.hasPrefix(status) && !response.contains("/behind"))
    }

    @Test(
        "Invalid frames end their own connection and no other",
        arguments: [
            // DATA on a stream that was never opened; HEADERS on stream 2; a frame that is too large.
            HTTP2Frame.bytes(.data, stream: 1, payload: [1]),
            HTTP2Frame.bytes(.headers, flags: 5, stream: 2, payload: [0x82]),
            HTTP2Frame.bytes(
                .headers,
                flags: 5,
                stream: 1,
                payload: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            ),
            [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1],
            HTTP2Frame.bytes(.settings, payload: [0, 3, 0]),
        ]
    )
    func frames(bytes: [UInt8]) throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let client = try RawClient(port: server.port)
        let opening = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.bytes(.settings)
        try client.send(opening + bytes)
        _ = try client.receiveToEnd()
        let other = try RawClient(port: server.port)
        #expect(try other.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 201)
    }

    @Test("A client that disconnects at any point does not affect others")
    func hangUps() throws {
        let server = try HTTP2Daemon(limits: Self.limits) { _ in
            ServerResponse(status: 200, delay: .milliseconds(5))
        }
        let opening = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.bytes(.settings)
        let request = HTTP2Frame.bytes(
            .headers,
            flags: HTTP2Frame.endHeaders | HTTP2Frame.endStream,
            stream: 1,
            payload: [0x82, 0x86, 0x84, 0x01, 1, 0x61]
        )
        for bytes in [[0x16], [0x50, 0x52], opening, opening + request] as [[UInt8]] {
            try RawClient(port: server.port).send(bytes)
        }
        let client = try RawClient(port: server.port)
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }

    @Test("The server stops once, ends connections, and frees its port")
    func stop() throws {
        let server = try HTTP2Daemon(limits: Self.limits, handler: Self.echo)
        let client = try RawClient(port: server.port)
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 201)
        #expect(server.stop())
        #expect(!server.stop())
        #expect(try client.receiveToEnd() == [])
        #expect(throws: RawClient.Ended.self) { try RawClient(port: server.port) }
        _ = try HTTP2Daemon(port: server.port, limits: Self.limits, handler: Self.echo)
    }

    @Test("Several threads share a port, and each reports its utilization")
    func threads() async throws {
        var options = HTTP2Options()
        options.threads = 3
        let server = try HTTP2Daemon(limits: Self.limits, options: options, handler: Self.echo)
        for _ in 0..<20 {
            let client = try RawClient(port: server.port)
            #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 201)
        }
        let load = server.load
        #expect(load.threads == 3)
        #expect(load.busy > 0)
        #expect(load.share > 0 && load.share < 1)
        #expect(load.busiestSecond > 0)
    }
}
