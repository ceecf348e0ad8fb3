import HTTP
import TestSupport
import Testing
import Transport

/// The kind of failure for each way to fail.
struct FailureTests {
    typealias Action = ScriptedServer.Action

    /// The failure of an exchange with a server that runs `script` on every connection.
    private static func failure(
        _ script: [Action],
        method: String = "GET",
        body: [UInt8]? = nil,
        timeout: Duration? = nil,
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> TransportFailure {
        let server = try ScriptedServer(script)
        return try await failure(
            at: server.origin,
            method: method,
            body: body,
            timeout: timeout,
            change
        )
    }

    private static func failure(
        at origin: String,
        method: String = "GET",
        body: [UInt8]? = nil,
        timeout: Duration? = nil,
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> TransportFailure {
        var options = TransportOptions.patient
        change(&options)
        let request = HTTPRequest(method: method, origin: origin, path: "/", body: body)
        let result = try await CurlTransport(options: options).exchange(request, timeout: timeout)
        return try #require(throws: TransportFailure.self) { try result.get() }
    }

    @Test("A closed port is refused")
    func refused() async throws {
        let failure = try await LoopbackSocket.withClosedPort { port in
            try await Self.failure(at: "http://127.0.0.1:\(port)")
        }
        #expect(failure.kind == .refused)
        #expect(failure.detail.contains("127.0.0.1"))
    }

    @Test("A missing Unix domain socket is refused")
    func noUnixSocket() async throws {
        let directory = try TemporaryDirectory()
        let failure = try await Self.failure(at: "http://localhost") { options in
            options.unixSocket = directory.file("absent")
        }
        #expect(failure.kind == .refused)
    }

    @Test("A name in .invalid is dns")
    func dns() async throws {
        #expect(try await Self.failure(at: "http://host.invalid").kind == .dns)
    }

    @Test("An address without a route is unreachable")
    func unreachable() async throws {
        // Class E (RFC 1112 §4): the kernel refuses to route to it, on any network.
        let failure = try await Self.failure(at: "http://255.255.255.255:9")
        #expect(failure.kind == .unreachable)
    }

    @Test("A missing response is a timeout")
    func timeout() async throws {
        let failure = try await Self.failure([.receiveRequest, .hang], timeout: .milliseconds(30))
        #expect(failure.kind == .timeout)
        #expect(failure.phases.total >= .milliseconds(30))
    }

    @Test("A body that does not end in time is a timeout")
    func timeoutInBody() async throws {
        let failure = try await Self.failure(
            [.receiveRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"), .hang]
        ) { $0.maxTime = .milliseconds(30) }
        #expect(failure.kind == .timeout)
    }

    @Test("The limit of a call takes precedence over that of the options")
    func timeoutOfCall() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        var options = TransportOptions.patient
        options.maxTime = .seconds(3_600)
        let transport = try CurlTransport(options: options)
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let result = await transport.exchange(request, timeout: .zero)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .timeout)
    }

    @Test(
        "A connection that is aborted is reset",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", "HTTP/1.1 200 OK\r\nA:",
        ]
    )
    func reset(sent: String) async throws {
        // The last bytes of the request stay unread, so that the data before the RST is not lost.
        let failure = try await Self.failure([.receiveRequest, .send(sent), .reset])
        #expect(failure.kind == .reset)
    }

    @Test("A connection that is closed before a response is empty")
    func empty() async throws {
        #expect(try await Self.failure([.receiveRequest, .close]).kind == .empty)
    }

    @Test(
        "A body that ends early is truncated",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nfour",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Le",
            "HTTP/1.1 200 OK\r\nA: b\r\n",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTT",
        ]
    )
    func truncated(sent: String) async throws {
        let failure = try await Self.failure([.receiveRequest, .send(sent)])
        #expect(failure.kind == .truncated, "\(failure)")
    }

    @Test(
        "A response that is not HTTP is malformed",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n",
            "hello\n",
            "{\"a\":1}",
            "\r\n\r\n",
            "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/7.3 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: nine\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x4\r\nfour\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-4\r\nfour\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfourfive\r\n0\r\n\r\n",
        ]
    )
    func malformed(sent: String) async throws {
        let failure = try await Self.failure([.receiveRequest, .send(sent), .finishSending, .hang])
        #expect(failure.kind == .malformed, "\(failure)")
    }

    @Test("A header line that is too long is malformed, with the reason")
    func longLine() async throws {
        let line = "A: " + String(repeating: "a", count: 200_000)
        let failure = try await Self.failure([
            .receiveRequest, .send("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 0\r\n\r\n"),
            .hang,
        ])
        #expect(failure.kind == .malformed)
        #expect(failure.detail == "a line of the head is longer than 102400 bytes")
    }

    @Test("An endless head is malformed", arguments: ["A: b\r\n", "a", " a\r\n"])
    func endlessHead(piece: String) async throws {
        let block = Array(String(repeating: piece, count: 4_000).utf8)
        let failure = try await Self.failure([
            .receiveRequest, .send("HTTP/1.1 200 OK\r\nA: b\r\n"), .flood(block),
        ])
        #expect(failure.kind == .malformed, "\(failure)")
    }

    @Test("Endless interim responses are malformed")
    func endlessInterim() async throws {
        let failure = try await Self.failure([
            .receiveRequest, .flood(Array("HTTP/1.1 102 Processing\r\n\r\n".utf8)),
        ])
        #expect(failure.kind == .malformed, "\(failure)")
    }

    @Test("Endless trailers are malformed like an endless head")
    func endlessTrailers() async throws {
        let failure = try await Self.failure([
            .receiveRequest,
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"),
            .flood(Array("Trailer: late\r\n".utf8)),
        ])
        #expect(failure.kind == .malformed, "\(failure)")
        #expect(failure.detail == "the header fields are larger than 262144 bytes")
    }

    @Test("A declared body over the limit is too large before its first byte arrives")
    func tooLargeDeclared() async throws {
        let failure = try await Self.failure(
            [.receiveRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .hang]
        ) { $0.maxFilesize = 4 }
        #expect(failure.kind == .tooLarge)
        #expect(
            failure.detail
                == "the body is larger than the limit of 4 bytes (--max-filesize): 5 bytes are declared"
        )
    }

    @Test(
        "An endless body is too large as soon as the limit is exceeded",
        arguments: [
            (head: "HTTP/1.0 200 OK\r\n\r\n", piece: "fill"),
            (head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", piece: "4\r\nfill\r\n"),
        ]
    )
    func tooLargeStreamed(head: String, piece: String) async throws {
        let block = Array(String(repeating: piece, count: 1_000).utf8)
        let failure = try await Self.failure([.receiveRequest, .send(head), .flood(block)]) {
            $0.maxFilesize = 100_000
        }
        #expect(failure.kind == .tooLarge)
        #expect(failure.detail.hasSuffix("(--max-filesize): more than 100000 bytes came"))
    }

    @Test(
        "A request that cannot be written as HTTP is not sent, with the reason",
        arguments: [
            ("G T", "/", "", "not sent: method: expected a token such as GET, got 'G T'"),
            (
                "GET", "/a b", "",
                "not sent: path: '/a b' holds the character space, which cannot stand in a request "
                    + "line; write it percent-encoded"
            ),
            ("GET", "a", "", "not sent: path: expected it to begin with '/', got 'a'"),
            (
                "GET", "/", "a\r\nB: c",
                "not sent: header X: the value holds the character carriage return, which would end "
                    + "the field"
            ),
        ]
    )
    func unsendable(method: String, path: String, value: String, detail: String) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        var request = HTTPRequest(method: method, origin: server.origin, path: path)
        request.headers.append("X", value)
        let result = try await CurlTransport(options: .patient).exchange(request)
        #expect(result == .failure(TransportFailure(kind: .other, detail: detail)))
        #expect(server.connectionCount == 0)
    }

    @Test(
        "An origin must consist of scheme, host and port",
        arguments: [
            "127.0.0.1:80", "ftp://127.0.0.1", "http://", "http://a/b", "http://u:p@a",
            "http://a b",
        ]
    )
    func badOrigin(origin: String) async throws {
        let failure = try await Self.failure(at: origin)
        #expect(failure.kind == .other)
        #expect(
            failure.detail
                == "not sent: origin: expected http://HOST[:PORT] or https://HOST[:PORT], got '\(origin)'"
        )
    }
}
