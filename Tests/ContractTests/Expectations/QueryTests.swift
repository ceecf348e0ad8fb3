import HTTP
import JSON
import JSONPaths
import Testing

@testable import Contract

struct QueryTests {
    private static let headers = [
        ("Content-Type", "text/html"), ("Vary", "a"), ("vary", "b, c"), ("X-Empty", ""),
        ("Set-Cookie", "id=old; Path=/"), ("Set-Cookie", "id = a=b ; Max-Age=60; Secure; path=/x"),
        ("Set-Cookie", "id"),
    ]
    private static let subject = Subject.answer(
        #"{"a":[{"b":1},{"b":"x"}],"c.d":null}"#,
        headers: headers,
        form: "k=1+2%26&e=&k=%E9%9F%B3&n&%6B=last"
    )

    private static func json(_ value: JSONValue) -> QueryResult { .value(.json(value)) }

    private static func nodes(_ nodes: [(String, JSONValue)]) -> QueryResult {
        .nodes(nodes.map { QueryResult.Node(path: $0.0, datum: .json($0.1)) })
    }

    @Test(
        "A query finds its part of a response",
        arguments: [
            (Query.status, json(200)),
            (.version, json("1.1")),
            (.header("content-type"), json("text/html")),
            (.header("X-Empty"), json("")),
            (.header("Vary"), nodes([("header Vary[0]", "a"), ("header Vary[1]", "b, c")])),
            (.header("None"), .nothing),
            (.cookie("id"), json("a=b")),
            (.cookie("ID"), .nothing),
            (.cookie("id", attribute: "max-age"), json(60)),
            (.cookie("id", attribute: "Secure"), json(true)),
            (.cookie("id", attribute: "Path"), json("/x")),
            (.cookie("id", attribute: "HttpOnly"), .nothing),
            (.body, json(#"{"a":[{"b":1},{"b":"x"}],"c.d":null}"#)),
            (.json, json(["a": [["b": 1], ["b": "x"]], "c.d": nil])),
            (.duration(.total), json(1_500)),
            (.duration(.nameLookup), json(0.25)),
            (.duration(.tlsHandshake), json(0)),
            (.certificate(.subject), .nothing),
            (.redirect, .nothing),
            (.url, json("http://h:1/a%20b?q=1")),
            (.method, json("POST")),
            (.path, json("/a%20b")),
            (
                .form("k"),
                nodes([("form k[0]", "1 2&"), ("form k[1]", "音"), ("form k[2]", "last")])
            ),
            (.form("e"), json("")),
            (.form("n"), json("")),
            (.form("x"), .nothing),
        ]
    )
    func finds(query: Query, result: QueryResult) throws {
        #expect(try query.result(in: Self.subject) == result)
    }

    @Test(
        "A redirect is an absolute URL, whatever Location contains, and only for redirect responses",
        arguments: [
            (302, "/login?to=%2F", json("http://h:1/login?to=%2F")),
            (301, "b", json("http://h:1/b")), (307, "//k/x", json("http://k/x")),
            (308, "https://k:2/", json("https://k:2/")), (201, "/a/1", .nothing),
            (304, nil, .nothing),
        ] as [(Int, String?, QueryResult)]
    )
    func redirects(status: Int, location: String?, result: QueryResult) throws {
        let headers = location.map { [("Location", $0)] } ?? []
        let subject = Subject.answer(status: status, headers: headers)
        #expect(try Query.redirect.result(in: subject) == result)
    }

    @Test("Each field of a certificate is found; its host names are a list")
    func certificates() throws {
        let certificate = ServerCertificate(
            subject: "CN = h",
            issuer: "CN = ca",
            serialNumber: "0a",
            notBefore: "2026-01-01T00:00:00Z",
            notAfter: "2027-01-01T00:00:00Z",
            subjectAltNames: ["DNS:h", "DNS:k"]
        )
        let response = HTTPResponse(status: 200, certificate: certificate)
        let subject = Subject(response, to: try #require(Self.subject.request))
        let found = try Query.CertificateField.allCases.map {
            try Query.certificate($0).result(in: subject)
        }
        #expect(
            found == [
                Self.json("CN = h"), Self.json("CN = ca"), Self.json("0a"),
                Self.json("2026-01-01T00:00:00Z"), Self.json("2027-01-01T00:00:00Z"),
                Self.json(["DNS:h", "DNS:k"]),
            ]
        )
    }

    @Test(
        "A singular path yields a value or nothing, any other a list with the position of each match",
        arguments: [
            ("$.a[1].b", json("x")), ("$['c.d']", json(nil)), ("$.x", .nothing),
            ("$.a", json([["b": 1], ["b": "x"]])),
            ("$.a[*].b", nodes([("$.a[0].b", 1), ("$.a[1].b", "x")])),
            ("$['c.d'][*]", .nodes([])), ("$[*][*].x", .nodes([])),
            ("$..d", .nodes([])),
        ]
    )
    func paths(path: String, result: QueryResult) throws {
        #expect(try Query.jsonpath(JSONPath(path)).result(in: Self.subject) == result)
    }

    @Test("A body that is not UTF-8 is bytes, and its hash is that of the bytes")
    func bytes() throws {
        let subject = Subject.answer([0x61, 0xFF])
        #expect(try Query.body.result(in: subject) == .value(.bytes([0x61, 0xFF])))
        #expect(try Query.bytes.result(in: subject) == .value(.bytes([0x61, 0xFF])))
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(try Query.sha256.result(in: .answer()) == Self.json(.string(empty)))
    }

    @Test(
        "A body that is not JSON is distinguished from a missing member",
        arguments: [
            ("", "body: expected JSON, got an empty body"),
            (#"{"a":1,"#, "body: expected JSON, got a body that is not JSON: byte 7: "),
            (#"{"a":1,"a":1}"#, "body: expected JSON, got a body that is not JSON: byte 7: "),
            ("<html>", "body: expected JSON, got a body that is not JSON: byte 0: "),
        ]
    )
    func notJSON(body: String, message: String) throws {
        let subject = Subject.answer(body)
        let error = #expect(throws: Unanswerable.self) {
            try Query.jsonpath(JSONPath("$.a")).result(in: subject)
        }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
        let again = #expect(throws: Unanswerable.self) { try subject.json() }
        #expect(again == error)
    }

    @Test("A received request has its own header, body, cookie and form, and no status")
    func received() throws {
        let subject = Subject(
            received: HTTPRequest(
                method: "PUT",
                origin: "http://h",
                path: "/x",
                headers: HTTPFields([
                    .init(name: "Cookie", value: "a=1; b = 2"), .init(name: "X", value: "y"),
                ]),
                body: Array("[1]".utf8)
            )
        )
        #expect(try Query.header("x").result(in: subject) == Self.json("y"))
        #expect(try Query.cookie("b").result(in: subject) == Self.json("2"))
        #expect(try Query.cookie("b", attribute: "Path").result(in: subject) == .nothing)
        #expect(try Query.json.result(in: subject) == Self.json([1]))
        #expect(try Query.method.result(in: subject) == Self.json("PUT"))
        let error = #expect(throws: Unanswerable.self) { try Query.status.result(in: subject) }
        #expect(
            error?.description
                == "status: expected a response, got a received request, which has no status"
        )
    }
}
