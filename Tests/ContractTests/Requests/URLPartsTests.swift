import Testing

@testable import Contract

struct URLPartsTests {
    @Test(
        "A URL is taken apart into origin, path and query",
        arguments: [
            ("http://h", "http://h", "/", nil),
            ("HTTPS://Example.COM:8443/a/b?c=d", "https://Example.COM:8443", "/a/b", "c=d"),
            ("http://h?q", "http://h", "/", "q"),
            ("http://h/?", "http://h", "/", ""),
            ("http://h/a?b?c#d", "http://h", "/a", "b?c"),
            ("http://h#d/e", "http://h", "/", nil),
            ("http://127.0.0.1:1/", "http://127.0.0.1:1", "/", nil),
            ("http://[::1]:65535/x", "http://[::1]:65535", "/x", nil),
            ("http://[::1]", "http://[::1]", "/", nil),
            ("http://h/a@b:c", "http://h", "/a@b:c", nil),
            ("http://h/?\u{301}", "http://h", "/", "\u{301}"),
        ] as [(String, String, String, String?)]
    )
    func parts(url: String, origin: String, path: String, query: String?) throws {
        let parts = try #require(URLParts(url))
        #expect(parts.origin == origin)
        #expect(parts.path == path)
        #expect(parts.query == query)
    }

    @Test(
        "What is no http or https URL, or names a user, is refused",
        arguments: [
            "", "h", "//h", "ftp://h", "http:/h", "http://", "http:///a", "http://:80",
            "http://user@h", "http://user:secret@h/", "http://h:", "http://h:0", "http://h:65536",
            "http://h:8o", "http://h:-1", "http://h:123456", "http://h:1:2", "http://a b",
            "http://h\n", "http://[::1", "http://[]", "http://[::1]x", "http://[::1]:",
            "http://::1",
            "http://h]", "http://h\\x", "http://{{host}}",
        ]
    )
    func refused(url: String) {
        #expect(URLParts(url) == nil)
    }
}

struct HTTPRequestTests {
    @Test(
        "The host name is without scheme, port and brackets, and in lower case",
        arguments: [
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("https://mbaas.api.nifcloud.com", "mbaas.api.nifcloud.com"),
            ("https://API.Example.COM:443", "api.example.com"), ("http://[::1]:80", "::1"),
            ("http://[FE80::1]", "fe80::1"), ("localhost:1", "localhost"), ("", ""),
        ]
    )
    func hostname(origin: String, name: String) {
        #expect(HTTPRequest(method: "GET", origin: origin, path: "/").hostname == name)
    }

    @Test("The target and the URL have a question mark only with a query, even an empty one")
    func target() {
        var request = HTTPRequest(method: "GET", origin: "http://h:1", path: "/a")
        #expect(request.target == "/a")
        #expect(request.url == "http://h:1/a")
        request.query = ""
        #expect(request.target == "/a?")
        request.query = "b=c"
        #expect(request.url == "http://h:1/a?b=c")
    }
}

struct HTTPFieldsTests {
    private static let fields = HTTPFields([
        .init(name: "Set-Cookie", value: "a"), .init(name: "ETag", value: "x"),
        .init(name: "set-cookie", value: "b"),
    ])

    @Test("Fields are found whatever the case of their name, in the order of the wire")
    func lookup() {
        #expect(Self.fields["SET-COOKIE"] == "a")
        #expect(Self.fields[all: "Set-Cookie"] == ["a", "b"])
        #expect(Self.fields["Cookie"] == nil)
        #expect(Self.fields[all: "Cookie"] == [])
    }

    @Test("Setting a field replaces all of its name at the place of the first")
    func setting() {
        var fields = Self.fields
        fields.set("SET-Cookie", "c")
        #expect(fields.fields.map(\.name) == ["SET-Cookie", "ETag"])
        #expect(fields.fields.map(\.value) == ["c", "x"])
        fields.set("Age", "1")
        fields.append("Age", "2")
        #expect(fields[all: "age"] == ["1", "2"])
        fields.remove("AGE")
        fields.remove("nothing")
        #expect(fields.fields.map(\.name) == ["SET-Cookie", "ETag"])
    }

    @Test(
        "Only the case of ASCII letters is disregarded",
        arguments: [
            ("Content-Type", "content-tYPE", true), ("a", "b", false), ("a", "aa", false),
            ("[", "{", false), ("@", "`", false), ("K", "\u{212A}", false), ("É", "é", false),
        ]
    )
    func names(left: String, right: String, areSame: Bool) {
        #expect(HTTPFields.areSame(left, right) == areSame)
    }
}
