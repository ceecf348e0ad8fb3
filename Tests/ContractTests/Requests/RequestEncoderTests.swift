import Compression
import HTTP
import JSON
import TestSupport
import Testing

@testable import Contract

private func encoder(basePath: String = "/v1") -> RequestEncoder {
    RequestEncoder(
        origin: "http://h:1",
        basePath: basePath,
        encodings: ["bare": QueryEncoding(space: "+", kept: .all)],
        attachments: ["files/a.bin": [0, 255, 13, 10]]
    )
}

private func encoded(_ sections: JSONObject, basePath: String = "/v1") throws -> HTTPRequest {
    try encoder(basePath: basePath).encoded(RequestTemplate.request(sections))
}

struct RequestEncoderTests {
    @Test(
        "A path is expanded by RFC 6570 and appended to the base path",
        arguments: [
            (["path": "/push"], "/v1", "/v1/push"),
            (["path": "/push"], "", "/push"),
            ([:], "", "/"),
            ([:], "/v1", "/v1"),
            (
                ["path": "/push/{id}", "params": ["id": "a b/c?d#é"]], "/v1",
                "/v1/push/a%20b%2Fc%3Fd%23%C3%A9"
            ),
            (["path": "/push/{+id}", "params": ["id": "a/b"]], "/v1", "/v1/push/a/b"),
            (["path": "/push/{id}", "params": ["id": 7]], "/v1", "/v1/push/7"),
            (["path": "/push/{id}"], "/v1", "/v1/push/"),
            (["path": "/t{/tags*}", "params": ["tags": ["a", "b"]]], "", "/t/a/b"),
            (["path": "/é"], "/ü x", "/%C3%BC%20x/%C3%A9"),
            (["path": "/a%2Fb"], "", "/a%2Fb"),
            (
                ["path": "/search{?q,n}", "params": ["q": "a&b", "n": 1]], "", "/search?q=a%26b&n=1"
            ),
            (["path": "/a?fixed=1", "query": ["b": 2]], "", "/a?fixed=1&b=2"),
            (["path": "/a?\u{301}"], "", "/a?%CC%81"),
        ] as [(JSONObject, String, String)]
    )
    func path(sections: JSONObject, basePath: String, target: String) throws {
        let request = try encoded(sections, basePath: basePath)
        #expect(request.origin == "http://h:1")
        #expect(request.target == target)
    }

    @Test("A URL of its own is used as given, without the base path")
    func url() throws {
        let request = try encoded(["url": "https://other:2/a b?c=d", "query": ["e": "f"]])
        #expect(request.url == "https://other:2/a%20b?c=d&e=f")
    }

    @Test(
        "In a query, lists repeat their name, null is omitted and text is sent verbatim",
        arguments: [
            (["query": ["a": 1, "b": true, "c": "x y", "d": 1.5]], "a=1&b=true&c=x%20y&d=1.5"),
            (["query": ["a": [1, "2", nil], "b": []]], "a=1&a=2"),
            (["query": ["a": nil]], nil), (["query": nil], nil), (["query": ""], nil),
            (["query": [:]], nil), ([:], nil),
            (["query": "where=%7B&x y&&"], "where=%7B&x y&&"),
            (["query": ["a": ["b": 1]]], "a=%7B%22b%22%3A1%7D"),
            (["query": ["a b": "c d"], "encoding": "form"], "a+b=c+d"),
            (["query": ["a b": "c:é"], "encoding": "bare"], "a+b=c:é"),
            (["query": ["z": 1, "a": 2], "encoding": "percent"], "z=1&a=2"),
        ] as [(JSONObject, String?)]
    )
    func query(sections: JSONObject, query: String?) throws {
        #expect(try encoded(sections).query == query)
    }

    @Test("Header fields keep their order; a list repeats a field, null omits it")
    func headers() throws {
        let request = try encoded([
            "headers": ["X-B": "1", "X-A": ["2", 3], "X-C": nil, "X-D": "", "X-E": ["a": 1]]
        ])
        #expect(request.headers.fields.map(\.name) == ["X-B", "X-A", "X-A", "X-D", "X-E"])
        #expect(request.headers.fields.map(\.value) == ["1", "2", "3", "", #"{"a":1}"#])
        #expect(try encoded(["headers": nil]).headers.fields.isEmpty)
    }

    @Test("The method is GET unless another is given, in the given case")
    func method() throws {
        #expect(try encoded([:]).method == "GET")
        #expect(try encoded(["method": "patch"]).method == "patch")
    }

    @Test(
        "A body is encoded by its section; null means no body, except in JSON",
        arguments: [
            ([:], nil), (["json": nil], "null"), (["json": nil, "text": "t"], "t"),
            (["text": nil], nil), (["form": nil], nil),
            (["json": ["a": [1, 2.5, "é"], "b": nil]], #"{"a":[1,2.5,"é"],"b":null}"#),
            (["json": [:]], "{}"), (["json": 1], "1"), (["json": "null"], "null"),
            (["json": #"{"broken""#], #"{"broken""#), (["json": ""], ""),
            (["form": ["a b": "c&d", "e": [1, 2], "f": nil]], "a%20b=c%26d&e=1&e=2"),
            (["form": ["a b": "c d"], "encoding": "form"], "a+b=c+d"),
            (["form": "raw=%zz"], "raw=%zz"), (["form": [:]], ""),
            (["text": "é\r\n"], "é\r\n"), (["text": 12], "12"), (["text": ""], ""),
        ] as [(JSONObject, String?)]
    )
    func bodies(sections: JSONObject, body: String?) throws {
        let request = try encoded(sections)
        #expect(request.body == body.map { Array($0.utf8) })
        #expect(request.headers.fields.isEmpty)
    }

    @Test("A file is sent byte for byte")
    func file() throws {
        #expect(try encoded(["file": "files/a.bin"]).body == [0, 255, 13, 10])
    }

    @Test("A part of a form may be repeated, and a text may have a name and a media type")
    func parts() throws {
        let sections: JSONObject = [
            "multipart": [
                "a": ["1", nil, ["text": 2]],
                "b": [["text": "{}", "type": "application/json", "filename": "b.json"]],
            ]
        ]
        let text = String(decoding: try encoded(sections).body ?? [], as: UTF8.self)
        let parts = text.split(separator: "--assay-").dropLast().map { part in
            part.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst().dropLast()
                .joined(separator: "|")
        }
        #expect(
            parts == [
                #"Content-Disposition: form-data; name="a"||1"#,
                #"Content-Disposition: form-data; name="a"||2"#,
                #"Content-Disposition: form-data; name="b"; filename="b.json"|"#
                    + "Content-Type: application/json||{}",
            ]
        )
    }

    @Test("A multipart body separates its parts by a boundary derived from its content")
    func multipart() throws {
        let sections: JSONObject = [
            "multipart": [
                "plain": "text", "na\"me\r\n": 5, "none": nil,
                "file": ["file": "files/a.bin"],
                "named": ["file": "files/a.bin", "filename": "x.png", "type": "image/png"],
            ]
        ]
        let request = try encoded(sections)
        let type = try #require(request.headers["Content-Type"])
        let prefix = "multipart/form-data; boundary="
        #expect(type.hasPrefix(prefix + "assay-"))
        let boundary = String(type.dropFirst(prefix.count))
        #expect(boundary.utf8.count == 38)
        var expected: [UInt8] = []
        func add(_ head: String, _ content: [UInt8]) {
            expected += Array(
                "--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8
            )
            expected += content + [13, 10]
        }
        add("name=\"plain\"", Array("text".utf8))
        add("name=\"na%22me%0D%0A\"", [53])
        let octets = "Content-Type: application/octet-stream"
        add("name=\"file\"; filename=\"a.bin\"\r\n\(octets)", [0, 255, 13, 10])
        add("name=\"named\"; filename=\"x.png\"\r\nContent-Type: image/png", [0, 255, 13, 10])
        expected += Array("--\(boundary)--\r\n".utf8)
        #expect(request.body == expected)
        #expect(try encoded(sections) == request)
        #expect(try encoded(["multipart": ["a": 1]]).headers["Content-Type"] != type)
    }

    @Test("The media type of a request is preserved, regardless of the case of the field")
    func ownContentType() throws {
        let request = try encoded([
            "headers": ["content-type": "multipart/mixed; boundary=x"], "multipart": ["a": 1],
        ])
        #expect(request.headers[all: "Content-Type"] == ["multipart/mixed; boundary=x"])
    }

    @Test(
        "Values that cannot be sent are reported with their position",
        arguments: [
            (["query": 5], "query: expected a mapping, got 5"),
            (["headers": "x"], #"headers: expected a mapping, got "x""#),
            (["form": [1]], "form: expected a mapping, got [1]"),
            (["multipart": "x"], #"multipart: expected a mapping, got "x""#),
            (
                ["file": "b.bin"],
                #"file: expected the path of a file named in the contract, got "b.bin""#
            ),
            (
                ["multipart": ["a": ["file": 1]]],
                "file: expected the path of a file named in the contract, got 1"
            ),
            (["url": "ftp://h"], #""ftp://h" is not an http or https URL"#),
            (["encoding": "bar"], #"unknown encoding "bar"; known: bare, form, percent"#),
        ] as [(JSONObject, String)]
    )
    func errors(sections: JSONObject, reason: String) {
        let error = #expect(throws: TemplateError.self) { try encoded(sections) }
        #expect(error?.description == "c.yaml:1:1: \(reason)")
    }

    @Test("An invalid path template is an error of the path")
    func pathError() {
        let error = #expect(throws: TemplateError.self) { try encoded(["path": "/push/{id"]) }
        #expect(error?.reason.hasPrefix(#"path "/push/{id": "#) == true)
        #expect(error?.location == .line(1))
    }

    @Test(
        "A compressed body sets Content-Encoding unless the request gives another",
        arguments: ["gzip", "deflate"]
    )
    func compressed(name: String) throws {
        let plain = String(repeating: "hello ", count: 50)
        let request = try encoded(["text": .string(plain), "compression": .string(name)])
        let body = try #require(request.body)
        #expect(body.count < plain.utf8.count)
        let coding = try #require(ContentCoding(name: name))
        #expect(try coding.decoded(body, limit: 1_000) == Array(plain.utf8))
        #expect(request.headers[all: "Content-Encoding"] == [name])
        let headers: JSONValue = ["content-encoding": "br"]
        let lying = try encoded(["text": "a", "compression": .string(name), "headers": headers])
        #expect(lying.headers[all: "Content-Encoding"] == ["br"])
    }

    @Test(
        "A body that cannot be compressed is an error",
        arguments: [
            (
                ["text": "a", "compression": "br"],
                "unknown compression \"br\"; known: gzip, deflate"
            ),
            (["compression": "gzip"], "\"compression\" has no body to compress"),
        ] as [(JSONObject, String)]
    )
    func notCompressed(sections: JSONObject, reason: String) throws {
        let error = #expect(throws: TemplateError.self) { try encoded(sections) }
        #expect(error?.reason == reason)
    }
}
