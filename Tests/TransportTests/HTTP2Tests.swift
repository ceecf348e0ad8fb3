import HTTP
import TestSupport
import Testing
import Transport

/// HTTP/2 over cleartext, with hand-written frames (RFC 9113 §4.1).
struct HTTP2Tests {
    private static let settings = HTTP2Frame.bytes(.settings)
    /// The client's acknowledgement of `settings`; arrives after its request.
    private static let acknowledgement = HTTP2Frame.bytes(
        .settings,
        flags: HTTP2Frame.acknowledgement
    )
    /// `:status: 200`, entry 8 of the static table (RFC 7541 appendix A), and `a: b`.
    private static let head = HTTP2Frame.bytes(
        .headers,
        flags: HTTP2Frame.endHeaders,
        stream: 1,
        payload: [0x88, 0x00, 1, 0x61, 1, 0x62]
    )

    private static func exchange(
        _ response: [UInt8],
        then end: ScriptedServer.Action = .hang
    ) async throws -> (Result<HTTPResponse, TransportFailure>, [UInt8]) {
        let server = try ScriptedServer([
            .send(settings), .receive(through: acknowledgement), .send(response), end,
        ])
        var options = TransportOptions.patient
        options.httpVersion = .http2PriorKnowledge
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let result = try await CurlTransport(options: options).exchange(request)
        return (result, try #require(server.received.first).bytes)
    }

    @Test("Prior knowledge uses HTTP/2 from the first byte")
    func priorKnowledge() async throws {
        let (result, sent) = try await Self.exchange(
            Self.head
                + HTTP2Frame.bytes(
                    .data,
                    flags: HTTP2Frame.endStream,
                    stream: 1,
                    payload: Array("ok".utf8)
                )
        )
        let response = try result.get()
        #expect(response.version == "2")
        #expect(response.status == 200)
        #expect(response.headers["a"] == "b")
        #expect(response.body == Array("ok".utf8))
        #expect(sent.starts(with: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
    }

    @Test("With prior knowledge sequential requests get responses")
    func sequence() async throws {
        let server = try HTTP2Server(HTTP2Server.Behaviour())
        var options = TransportOptions.patient
        options.httpVersion = .http2PriorKnowledge
        let transport = try CurlTransport(options: options)
        for _ in 0..<3 {
            let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
            #expect(try await transport.exchange(request).get().status == 200)
        }
        #expect(server.account.answered == 3)
    }

    @Test("A stream that the server resets has the failure kind reset")
    func resetStream() async throws {
        // INTERNAL_ERROR (RFC 9113 §7).
        let (result, _) = try await Self.exchange(
            Self.head + HTTP2Frame.bytes(.resetStream, stream: 1, payload: [0, 0, 0, 2])
        )
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .reset, "\(failure)")
    }

    @Test("A stream that the server refuses is not reopened")
    func refusedStream() async throws {
        // REFUSED_STREAM: libcurl would send the request again.
        let (result, _) = try await Self.exchange(
            HTTP2Frame.bytes(.resetStream, stream: 1, payload: [0, 0, 0, 7])
        )
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .reset || failure.kind == .empty, "\(failure)")
    }

    @Test("A connection that is closed without a response is empty")
    func empty() async throws {
        let server = try ScriptedServer([
            .send(Self.settings), .receive(through: Self.acknowledgement),
        ])
        var options = TransportOptions.patient
        options.httpVersion = .http2PriorKnowledge
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let result = try await CurlTransport(options: options).exchange(request)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .empty, "\(failure)")
    }

    @Test("A stream that ends within its body is truncated")
    func truncated() async throws {
        let (result, _) = try await Self.exchange(
            Self.head + HTTP2Frame.bytes(.data, stream: 1, payload: Array("ok".utf8)),
            then: .close
        )
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .truncated, "\(failure)")
    }

    @Test("A response that is not HTTP/2 is malformed")
    func malformed() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var options = TransportOptions.patient
        options.httpVersion = .http2PriorKnowledge
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let result = try await CurlTransport(options: options).exchange(request)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .malformed, "\(failure)")
    }

    @Test(
        "Cleartext uses HTTP/1.1 unless HTTP/2 is known",
        arguments: [TransportOptions.HTTPVersion.automatic, .http1_1, .http2]
    )
    func cleartext(version: TransportOptions.HTTPVersion) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        var options = TransportOptions.patient
        options.httpVersion = version
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        #expect(try await CurlTransport(options: options).exchange(request).get().version == "1.1")
        #expect(server.received.first?.headLines.count == 3)
    }
}
