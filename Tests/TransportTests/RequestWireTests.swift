import HTTP
import TestSupport
import Testing
import Transport

/// The bytes of requests on the wire.
struct RequestWireTests {
    private static let noContent = "HTTP/1.1 204 No Content\r\n\r\n"

    /// The bytes received for `request`, with the origin of the server filled in.
    private static func sent(
        _ change: (inout HTTPRequest) -> Void,
        options: TransportOptions = TransportOptions()
    ) async throws -> (text: String, port: UInt16) {
        let server = try ScriptedServer(answering: noContent)
        let transport = try CurlTransport(options: options)
        var request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        change(&request)
        _ = try await transport.exchange(request).get()
        return (try #require(server.received.first).text, server.port)
    }

    @Test("A bare request has Host and User-Agent and nothing else")
    func bareRequest() async throws {
        let (text, port) = try await Self.sent { _ in }
        #expect(
            text == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUser-Agent: assay/0.1.0\r\n\r\n"
        )
    }

    @Test("Header fields keep their order, spelling and repetitions")
    func headerOrder() async throws {
        let (text, port) = try await Self.sent { request in
            request.headers = HTTPFields([
                .init(name: "X-B", value: "2"), .init(name: "x-a", value: "1;2"),
                .init(name: "User-Agent", value: "me"), .init(name: "X-B", value: "3, 4"),
                .init(name: "Accept", value: "text/plain"),
            ])
        }
        #expect(
            text == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-B: 2\r\nx-a: 1;2\r\n"
                + "User-Agent: me\r\nX-B: 3, 4\r\nAccept: text/plain\r\n\r\n"
        )
    }

    @Test("An empty header field is sent as an empty header field")
    func emptyFields() async throws {
        let (text, port) = try await Self.sent { request in
            for name in ["X-Empty", "User-Agent", "Accept", "Content-Type"] {
                request.headers.append(name, "")
            }
        }
        #expect(
            text == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-Empty:\r\nUser-Agent:\r\n"
                + "Accept:\r\nContent-Type:\r\n\r\n"
        )
    }

    @Test("The request's own Host replaces the origin's", arguments: ["example.com", ""])
    func host(value: String) async throws {
        let (text, _) = try await Self.sent { $0.headers.append("Host", value) }
        let field = value.isEmpty ? "Host:" : "Host: \(value)"
        #expect(text == "GET / HTTP/1.1\r\n\(field)\r\nUser-Agent: assay/0.1.0\r\n\r\n")
    }

    @Test("Options can replace or remove the User-Agent", arguments: ["probe/2", ""])
    func userAgent(value: String) async throws {
        var options = TransportOptions.patient
        options.userAgent = value
        let (text, port) = try await Self.sent({ _ in }, options: options)
        let field = value.isEmpty ? "" : "User-Agent: probe/2\r\n"
        #expect(text == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(field)\r\n")
    }

    @Test(
        "The request target is sent exactly as written",
        arguments: [
            "/a/../b/./c", "//double//slash", "/{}|\"<>^`\\[]", "/%7B%2f%2F%zz%", "/a?", "/?a?b#c",
            "/?where={\"a\":\"b\"}", "/caf\u{e9}", "/a:b@c;d=e,f!g~h*i'j(k)", "/+?+=+",
        ]
    )
    func target(target: String) async throws {
        let (text, _) = try await Self.sent { request in
            let parts = target.split(
                separator: "?",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            request.path = String(parts[0])
            request.query = parts.count > 1 ? String(parts[1]) : nil
        }
        #expect(text.hasPrefix("GET \(target) HTTP/1.1\r\n"))
    }

    @Test("OPTIONS * is sent with an asterisk target")
    func asterisk() async throws {
        let (text, _) = try await Self.sent { request in
            request.method = "OPTIONS"
            request.path = "*"
        }
        #expect(text.hasPrefix("OPTIONS * HTTP/1.1\r\n"))
    }

    @Test(
        "Every method is sent with a body, an empty body and none",
        arguments: ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "post", "X-Y!"],
        [nil, "", "{\"a\":1}"]
    )
    func methodAndBody(method: String, body: String?) async throws {
        let (text, port) = try await Self.sent { request in
            request.method = method
            request.body = body.map { Array($0.utf8) }
        }
        let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
        #expect(
            text == "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "User-Agent: assay/0.1.0\r\n\(length)\r\n\(body ?? "")"
        )
    }

    @Test("A body of 3 MB is sent at once, without waiting for 100 Continue")
    func largeBody() async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let server = try ScriptedServer(answering: Self.noContent)
        let transport = try CurlTransport(options: .patient)
        let response = await transport.exchange(
            HTTPRequest(method: "POST", origin: server.origin, path: "/", body: body)
        )
        #expect(try response.get().status == 204)
        let received = try #require(server.received.first)
        #expect(!received.headLines.contains { $0.hasPrefix("Expect") })
        #expect(Array(received.bytes.suffix(3_000_000)) == body)
    }

    @Test("The request's own Content-Length is sent, even a wrong one")
    func ownContentLength() async throws {
        let (text, _) = try await Self.sent { request in
            request.method = "POST"
            request.headers.append("Content-Length", "2")
            request.body = Array("four".utf8)
        }
        #expect(text.hasSuffix("\r\nContent-Length: 2\r\n\r\nfo"))
    }

    @Test("Transfer-Encoding: chunked sends the body in chunks")
    func chunkedBody() async throws {
        let (text, _) = try await Self.sent { request in
            request.method = "POST"
            request.headers.append("Transfer-Encoding", "chunked")
            request.body = Array("four".utf8)
        }
        #expect(text.hasSuffix("Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n0\r\n\r\n"))
    }
}
