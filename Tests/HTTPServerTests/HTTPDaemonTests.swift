import HTTP
import HTTPServer
import TestSupport
import Testing

/// A server that responds with the request it received, so that tests can inspect it.
private func echo() throws -> HTTPDaemon {
    let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000_000)
    return try HTTPDaemon(limits: limits) { request in
        if let problem = request.problem {
            return ServerResponse(status: 418, body: Array("\(problem)".utf8))
        }
        var headers = HTTPFields()
        headers.append("X-Path", request.path)
        headers.append("X-Query", request.query ?? "-")
        headers.append("X-Host", request.hostname)
        headers.append("X-Key", "<\(request.headers["X-Key"] ?? "")>")
        return ServerResponse(
            status: 200,
            headers: headers,
            body: Array("\(request.method) \(request.body.count)".utf8)
        )
    }
}

struct HTTPDaemonTests {
    @Test("The target reaches the handler undecoded")
    func rawTarget() throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        let response = try client.exchange(
            "GET /a%2Fb/?w=%7b+%27&z=1:,$'&a= HTTP/1.1\r\nHost: EXAMPLE.org:1\r\n\r\n"
        )
        #expect(response.headers["X-Path"] == "/a%2Fb/")
        #expect(response.headers["X-Query"] == "w=%7b+%27&z=1:,$'&a=")
        #expect(response.headers["X-Host"] == "example.org")
        #expect(response.headers["Content-Length"] == "5")
        #expect(response.headers["Date"]?.hasSuffix(" GMT") == true)
    }

    @Test("Blanks around the value of a field are not part of it")
    func blanks() throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        let head = "GET / HTTP/1.1\r\nHost: h\r\nX-Key: \t a b\t \r\n\r\n"
        #expect(try client.exchange(head).headers["X-Key"] == "<a b>")
    }

    @Test("A connection serves one request after another")
    func keepAlive() throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        for length in [0, 1, 70_000, 3] {
            let body = String(repeating: "x", count: length)
            let response = try client.exchange(
                "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n\(body)"
            )
            #expect(response.text == "POST \(length)")
        }
        #expect(server.openConnections == 1)
    }

    @Test("Pipelined requests are answered in order")
    func pipelining() throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        let head = "HTTP/1.1\r\nHost: h\r\n"
        try client.send("GET /1 \(head)\r\n")
        try client.send("PUT /2 \(head)Content-Length: 2\r\n\r\nabFOO /3 \(head)\r\n")
        #expect(try client.receive().headers["X-Path"] == "/1")
        #expect(try client.receive().text == "PUT 2")
        #expect(try client.receive().text == "FOO 0")
    }

    @Test("The response to HEAD has the length of the body but no body")
    func head() throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        let response = try client.exchange("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(response.headers["Content-Length"] == "6")
        #expect(try client.exchange("GET /x HTTP/1.1\r\nHost: h\r\n\r\n").text == "GET 0")
    }

    @Test("A header field without a value, or with a tab, is sent")
    func emptyField() throws {
        let server = try HTTPDaemon(limits: ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000))
        { _ in
            var headers = HTTPFields()
            headers.append("X-Empty", "")
            headers.append("X-Tab", "a\tb")
            return ServerResponse(status: 200, headers: headers)
        }
        let client = try RawClient(port: server.port)
        let response = try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(response.headers["X-Empty"] == "")
        #expect(response.headers["X-Tab"] == "a b")
    }

    @Test("A chunked body arrives complete")
    func chunked() throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        try client.send("5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\n\r\n")
        #expect(try client.receive().text == "POST 8")
    }

    @Test("A late response delays no other connection")
    func delay() throws {
        let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
        let server = try HTTPDaemon(limits: limits, options: ServerOptions(threads: 2)) { request in
            let delay = request.path == "/late" ? Duration.milliseconds(200) : .zero
            return ServerResponse(status: 200, body: Array(request.path.utf8), delay: delay)
        }
        let late = try (0..<8).map { _ in try RawClient(port: server.port) }
        for client in late {
            try client.send("POST /late HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab")
        }
        let other = try RawClient(port: server.port)
        #expect(try other.exchange("GET /now HTTP/1.1\r\nHost: h\r\n\r\n").text == "/now")
        for client in late { #expect(try client.receive().text == "/late") }
        #expect(try late[0].exchange("GET /again HTTP/1.1\r\nHost: h\r\n\r\n").text == "/again")
    }
}
