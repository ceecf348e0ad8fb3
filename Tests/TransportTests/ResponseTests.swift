import HTTP
import TestSupport
import Testing
import Transport

/// Responses as the transport returns them.
struct ResponseTests {
    /// The transport's result for `response`, after which the server closes.
    private static func response(
        to method: String = "GET",
        _ response: String,
        options: TransportOptions = TransportOptions()
    ) async throws -> HTTPResponse {
        let server = try ScriptedServer([.receiveRequest, .send(response)])
        let transport = try CurlTransport(options: options)
        let request = HTTPRequest(method: method, origin: server.origin, path: "/")
        return try await transport.exchange(request).get()
    }

    @Test("Status, version, body and fields in order are received as sent")
    func whole() async throws {
        let response = try await Self.response(
            "HTTP/1.1 201 Created\r\nB: 1\r\na:  two \r\nB: 3\r\nEmpty:\r\nContent-Length: 3\r\n\r\nok!"
        )
        #expect(response.status == 201)
        #expect(response.version == "1.1")
        #expect(
            response.headers.fields.map { "\($0.name)=\($0.value)" }
                == ["B=1", "a=two", "B=3", "Empty=", "Content-Length=3"]
        )
        #expect(response.body == Array("ok!".utf8))
    }

    @Test(
        "Any status is a response",
        arguments: [200, 204, 301, 302, 304, 400, 404, 417, 500, 599, 999]
    )
    func status(status: Int) async throws {
        let response = try await Self.response(
            "HTTP/1.1 \(status) X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(response.status == status)
        #expect(response.headers["Location"] == "/elsewhere")
    }

    @Test("A status line without a reason is read")
    func noReason() async throws {
        #expect(try await Self.response("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n").status == 200)
    }

    @Test("HTTP/1.0 ends a body by closing")
    func closeDelimited() async throws {
        let response = try await Self.response("HTTP/1.0 200 OK\r\n\r\nall of it")
        #expect(response.version == "1.0")
        #expect(response.body == Array("all of it".utf8))
    }

    @Test("Chunks are joined and trailers dropped")
    func chunked() async throws {
        let response = try await Self.response(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nTrailer: late\r\n\r\n"
        )
        #expect(response.body == Array("abcd".utf8))
        #expect(response.headers.fields.map(\.name) == ["Transfer-Encoding"])
    }

    @Test("Interim responses are skipped with their fields")
    func interim() async throws {
        let response = try await Self.response(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 2\r\n\r\nok"
        )
        #expect(response.status == 200)
        #expect(response.headers.fields.map(\.name) == ["A", "Content-Length"])
        #expect(response.body == Array("ok".utf8))
    }

    @Test("Compressed bodies stay unchanged")
    func compressed() async throws {
        let response = try await Self.response(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nnogz!"
        )
        #expect(response.body == Array("nogz!".utf8))
    }

    @Test(
        "Responses without a body end after their fields, whatever length they declare",
        arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)]
    )
    func noBody(method: String, status: Int) async throws {
        let server = try ScriptedServer([
            .forever([
                .receiveRequest, .send("HTTP/1.1 \(status) X\r\nContent-Length: 99999999\r\n\r\n"),
            ])
        ])
        let transport = try CurlTransport(options: .patient)
        let request = HTTPRequest(method: method, origin: server.origin, path: "/")
        for _ in 1...2 {
            let response = try await transport.exchange(request).get()
            #expect(response.status == status)
            #expect(response.body.isEmpty)
            #expect(response.headers["content-length"] == "99999999")
        }
        #expect(server.connectionCount == 1)
    }

    @Test("HEAD with a body gets a response without one")
    func headWithBody() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        let request = HTTPRequest(
            method: "HEAD",
            origin: server.origin,
            path: "/",
            body: Array("b".utf8)
        )
        let response = try await CurlTransport(options: .patient).exchange(request).get()
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
    }

    @Test("A response before the body is sent is valid")
    func early() async throws {
        let server = try ScriptedServer([
            .receiveHead,
            .send("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
            .finishSending, .hang,
        ])
        let request = HTTPRequest(
            method: "POST",
            origin: server.origin,
            path: "/",
            body: Array(repeating: 0, count: 8_000_000)
        )
        #expect(try await CurlTransport(options: .patient).exchange(request).get().status == 413)
    }

    @Test("A folded field is one field")
    func folded() async throws {
        let response = try await Self.response(
            "HTTP/1.1 200 OK\r\nA: one\r\n  two\r\n\tthree\r\nB:\r\n b\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(response.headers[all: "A"] == ["one two three"])
        #expect(response.headers["B"] == "b")
    }

    @Test("A field value that is not UTF-8 is read as ISO 8859-1")
    func latin1() async throws {
        let server = try ScriptedServer([
            .receiveRequest,
            .send(
                Array("HTTP/1.1 200 OK\r\nA: caf".utf8) + [0xE9]
                    + Array("\r\nB: é\r\nContent-Length: 0\r\n\r\n".utf8)
            ),
        ])
        let response = try await CurlTransport(options: .patient)
            .exchange(HTTPRequest(method: "GET", origin: server.origin, path: "/")).get()
        #expect(response.headers["A"] == "café")
        #expect(response.headers["B"] == "é")
    }

    @Test("A body of exactly the limit is received, and zero means no limit", arguments: [4, 0, 5])
    func limit(limit: Int) async throws {
        var options = TransportOptions.patient
        options.maxFilesize = limit
        let response = try await Self.response(
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour",
            options: options
        )
        #expect(response.body.count == 4)
    }

    @Test("The phases of an exchange are in order")
    func phases() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let transport = try CurlTransport(options: .patient)
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let first = try await transport.exchange(request).get().phases
        #expect(.zero < first.connect)
        #expect(first.nameLookup <= first.connect)
        #expect(first.connect <= first.firstByte)
        #expect(first.firstByte <= first.total)
        #expect(first.tlsHandshake == .zero)
        let second = try await transport.exchange(request).get().phases
        #expect(second.connect == .zero)
        #expect(second.nameLookup == .zero)
        #expect(.zero < second.total)
    }
}
