import HTTP
import HTTPServer
import TestSupport
import Testing

/// A server that responds with the problem it found, and with the size of the body.
private func judge(_ options: ServerOptions = ServerOptions()) throws -> HTTPDaemon {
    let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
    return try HTTPDaemon(limits: limits, options: options) { request in
        let problem = request.problem.map { "\($0)" } ?? "none"
        return ServerResponse(status: 200, body: Array("\(problem) \(request.body.count)".utf8))
    }
}

struct HTTPDaemonLimitTests {
    @Test(
        "A request line above the limit reaches the handler as a problem",
        arguments: [
            (8_192, "none 0"), (8_193, "the request line is too long 0"),
            (20_000, "the request line is too long 0"),
        ]
    )
    func requestLine(bytes: Int, expected: String) throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        let filler = String(repeating: "a", count: bytes - "GET / HTTP/1.1".utf8.count)
        let response = try client.exchange("GET /\(filler) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(response.text == expected)
    }

    @Test("A request line beyond the memory of a connection gets a 414 response")
    func hugeRequestLine() throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        let filler = String(repeating: "a", count: 100_000)
        try? client.send("GET /\(filler) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive().status == 414)
    }

    @Test(
        "A body above the limit is read and dropped, and the handler is notified",
        arguments: [
            (1_000, "none 1000"), (1_001, "the body is too large 0"),
            (3_000_000, "the body is too large 0"),
        ]
    )
    func largeBody(bytes: Int, expected: String) throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(bytes)\r\n\r\n")
        try client.send([UInt8](repeating: 0x78, count: bytes))
        #expect(try client.receive().text == expected)
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text == "none 0")
    }

    @Test("A client that sends Expect with too large a body gets an immediate response")
    func expectContinue() throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        let response = try client.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(response.text == "the body is too large 0")
    }

    @Test("A body announced as larger than the read limit gets an immediate response")
    func absurdLength() throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        let response = try client.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\nx"
        )
        #expect(response.text == "the body is too large 0")
    }

    @Test(
        "A head that no valid message has reaches the handler as a problem",
        arguments: [
            ("", "exactly one Host field is needed"),
            ("Host: a\r\nHost: b\r\n", "exactly one Host field is needed"),
            ("Host: a\r\nX-Key : b\r\n", #""X-Key " is not the name of a field"#),
            (
                "Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
                "Content-Length is both 1 and 2"
            ),
            ("Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n", "none"),
            (
                "Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length and Transfer-Encoding exclude each other"
            ),
        ]
    )
    func head(lines: String, problem: String) throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        let body = lines.contains("chunked") ? "1\r\na\r\n0\r\n\r\n" : "aa"
        let response = try client.exchange("POST / HTTP/1.1\r\n\(lines)\r\n\(body)").text
        #expect(response.dropLast(2) == problem)
    }

    @Test(
        "Invalid HTTP gets a 4xx response or a closed connection, and others are served",
        arguments: [
            "\r\n\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: h\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 12x\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nno colon here\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n",
        ]
    )
    func malformed(text: String) throws {
        var options = ServerOptions()
        options.requestTimeout = .milliseconds(100)
        let server = try judge(options)
        let client = try RawClient(port: server.port)
        try client.send(text)
        let read = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(read.isEmpty || read.hasPrefix("HTTP/1.1 4") || read.hasPrefix("HTTP/1.1 505"))
        // On a busy machine a valid request can time out as well; the suite's time limit ends this loop.
        var response: RawClient.Answer?
        while response == nil {
            let other = try RawClient(port: server.port)
            response = try? other.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        #expect(response?.text == "none 0")
    }

    @Test("A client that leaves half a request loses the connection")
    func abandoned() throws {
        let server = try judge()
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n")
        client.finishSending()
        #expect(try client.receiveToEnd().isEmpty)
    }

    @Test(
        "A client that does not finish its request loses the connection",
        arguments: [
            "", "GET / HT", "GET / HTTP/1.1\r\nHost: h\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc",
        ]
    )
    func slow(text: String) throws {
        var options = ServerOptions()
        options.requestTimeout = .milliseconds(100)
        let server = try judge(options)
        let client = try RawClient(port: server.port)
        try client.send(text)
        #expect(try client.receiveToEnd().isEmpty)
    }

    @Test("Incomplete requests do not occupy the places of a small server")
    func heldPlaces() throws {
        var options = ServerOptions.small(connections: 4, drainTimeout: .seconds(1))
        #expect(options.requestTimeout == .seconds(5))
        options.requestTimeout = .milliseconds(200)
        let server = try judge(options)
        let others = try (0..<12).map { _ in
            let client = try RawClient(port: server.port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n")
            return client
        }
        // On a busy machine a valid request can time out as well; the suite's time limit ends this loop.
        var response: RawClient.Answer?
        while response == nil {
            let client = try RawClient(port: server.port)
            response = try? client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        #expect(response?.text == "none 0")
        withExtendedLifetime(others) {}
    }
}
