import Testing

@testable import HTTP

struct CurlCommandTests {
    private static let request = HTTPRequest(
        method: "POST",
        origin: "http://127.0.0.1:8080",
        path: "/2013-09-01/push",
        query: "where=%7B%22it's%22%3A1%7D",
        headers: HTTPFields([
            .init(name: "Content-Type", value: "application/json"),
            .init(name: "X-Empty", value: ""),
        ]),
        body: Array(#"{"message":"it's"}"#.utf8)
    )

    @Test("A request with a text body is one readable command")
    func text() {
        #expect(
            CurlCommand(Self.request).description == #"""
                curl -i -g --path-as-is \
                  -H 'Content-Type: application/json' \
                  -H 'X-Empty;' \
                  -H 'User-Agent:' -H 'Accept:' -H 'Expect:' \
                  --data-binary '{"message":"it'\''s"}' \
                  'http://127.0.0.1:8080/2013-09-01/push?where=%7B%22it'\''s%22%3A1%7D'
                """#
        )
    }

    @Test("A body that is not plain text comes from printf, and options precede the fields")
    func binary() {
        let request = HTTPRequest(
            method: "PUT",
            origin: "https://[::1]:1",
            path: "/a b",
            headers: HTTPFields([
                .init(name: "Accept", value: "*/*"), .init(name: "User-Agent", value: "x"),
                .init(name: "Content-Type", value: "a/b"), .init(name: "Expect", value: "y"),
            ]),
            body: [0x2D, 0x25, 0x5C, 0x27, 0x00, 0x31, 0xFF, 0x0D, 0x0A]
        )
        #expect(
            CurlCommand(request, options: ["--cacert", "my ca.pem"]).description == #"""
                printf '\055%%\\\047\0001\377\r\n' |
                curl -i -g --path-as-is -X PUT \
                  --cacert 'my ca.pem' \
                  -H 'Accept: */*' \
                  -H 'User-Agent: x' \
                  -H 'Content-Type: a/b' \
                  -H 'Expect: y' \
                  --data-binary @- \
                  --request-target '/a b' 'https://[::1]:1'
                """#
        )
    }

    @Test("Secrets are removed before quoting could hide them")
    func redacted() throws {
        var request = Self.request
        request.headers.append("Authorization", "it's é%")
        request.query = "key=it%27s+%C3%A9%25"
        request.body = [0xFF] + Array("it's é%".utf8)
        let redactor = try Redactor(secrets: ["it's é%"])
        let command = CurlCommand(request, options: ["--user", "it's é%:"], redactor: redactor)
        #expect(
            command.description == #"""
                printf '\377[redacted]' |
                curl -i -g --path-as-is \
                  --user '[redacted]:' \
                  -H 'Content-Type: application/json' \
                  -H 'X-Empty;' \
                  -H 'Authorization: [redacted]' \
                  -H 'User-Agent:' -H 'Accept:' -H 'Expect:' \
                  --data-binary @- \
                  'http://127.0.0.1:8080/2013-09-01/push?key=[redacted]'
                """#
        )
    }
}

extension CurlCommandTests {
    @Test("A secret from the environment is replaced by its variable where it appears unencoded")
    func named() throws {
        var request = Self.request
        request.headers.append("Authorization", "Bearer it's é%")
        request.query = "key=it%27s+%C3%A9%25"
        request.body = Array(#"{"key":"it's é%"}"#.utf8)
        let redactor = try Redactor(secrets: ["it's é%"], names: ["it's é%": "MY_KEY"])
        let command = CurlCommand(request, redactor: redactor).description
        #expect(command.contains(#"-H 'Authorization: Bearer '"$MY_KEY"''"#), "\(command)")
        #expect(command.contains(#"--data-binary '{"key":"'"$MY_KEY"'"}'"#), "\(command)")
        #expect(command.contains("key=[redacted]"), "\(command)")
        let redacted = request.redacted(by: redactor)
        #expect(redacted.headers["Authorization"] == "Bearer [redacted]")
        #expect(CurlCommand(redacted).description == command)
    }
}

/// Runs the commands, and compares the bytes received on a socket with the expected ones.
@Suite(
    .enabled(
        if: ShellProcess.finds("curl"),
        "curl is not installed: NOBODY CHECKED that the printed commands send the right bytes"
    )
)
struct CurlCommandOnTheWireTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: String
        var path = "/"
        var query: String?
        var headers: [(String, String)] = []
        var body: [UInt8]?
        /// The request line and the fields, except `Host`.
        let head: [String]
    }

    private static let everyByte = (UInt8.min...UInt8.max).map { $0 }

    private static let rows = [
        Row(testDescription: "a plain GET", method: "GET", head: ["GET / HTTP/1.1"]),
        Row(testDescription: "HEAD", method: "HEAD", path: "/x", head: ["HEAD /x HTTP/1.1"]),
        Row(
            testDescription: "POST without a body",
            method: "POST",
            head: ["POST / HTTP/1.1"]
        ),
        Row(
            testDescription: "an empty body",
            method: "DELETE",
            body: [],
            head: ["DELETE / HTTP/1.1", "Content-Length: 0"]
        ),
        Row(
            testDescription: "a path that curl would tidy",
            method: "GET",
            path: "/a/../b/./c[1-3]{x,y}",
            query: "q=%7B%22'$HOME`id`\"!",
            head: [#"GET /a/../b/./c[1-3]{x,y}?q=%7B%22'$HOME`id`"! HTTP/1.1"#]
        ),
        Row(
            testDescription: "a target that is not a URL",
            method: "OPTIONS",
            path: "*",
            head: ["OPTIONS * HTTP/1.1"]
        ),
        Row(
            testDescription: "an empty query and a fragment",
            method: "GET",
            path: "/a#b",
            query: "",
            head: ["GET /a#b? HTTP/1.1"]
        ),
        Row(
            testDescription: "fields in order, empty ones, quotes, text in UTF-8",
            method: "PATCH",
            headers: [
                ("X-B", "it's \"q\" \\ $x"), ("X-A", ""), ("x-b", "é;"), ("Accept", "a"),
                ("Content-Type", "application/json;charset=UTF-8"),
            ],
            body: Array("@{\"a\": 'é'}\n\n".utf8),
            head: [
                "PATCH / HTTP/1.1", "X-B: it's \"q\" \\ $x", "X-A:", "x-b: é;", "Accept: a",
                "Content-Type: application/json;charset=UTF-8", "Content-Length: 14",
            ]
        ),
        Row(
            testDescription: "every byte there is",
            method: "POST",
            body: everyByte + everyByte.reversed(),
            head: ["POST / HTTP/1.1", "Content-Length: 512"]
        ),
        Row(
            testDescription: "a binary body that begins like an option",
            method: "POST",
            body: Array("-e %s\\n\r".utf8),
            head: ["POST / HTTP/1.1", "Content-Length: 8"]
        ),
        Row(
            testDescription: "a text too long for one argument, and for curl not to ask first",
            method: "POST",
            body: Array(repeating: UInt8(ascii: "%"), count: 1_100_000),
            head: ["POST / HTTP/1.1", "Content-Length: 1100000"]
        ),
    ]

    @Test("The command sends the bytes of the request", arguments: rows)
    func sendsTheSameBytes(row: Row) throws {
        let server = try OneConnection()
        let request = HTTPRequest(
            method: row.method,
            origin: "http://127.0.0.1:\(server.port)",
            path: row.path,
            query: row.query,
            headers: HTTPFields(row.headers.map { .init(name: $0.0, value: $0.1) }),
            body: row.body
        )
        var head = row.head
        head.insert("Host: 127.0.0.1:\(server.port)", at: 1)
        let meant = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (row.body ?? [])

        let process = try ShellProcess(
            CurlCommand(request, options: ["--noproxy", "*"]).description
        )
        let received = try server.exchange(answeringAfter: meant.count)
        #expect(try process.exitStatus() == 0)
        #expect(received.count == meant.count)
        #expect(
            String(decoding: received.prefix(2_000), as: UTF8.self)
                == String(decoding: meant.prefix(2_000), as: UTF8.self)
        )
        let isSame = received == meant  // not inside: a megabyte would be printed
        #expect(isSame)
    }
}
