import Testing

@testable import HTTP

struct URLPartsTests {
    @Test(
        "A URL is split into origin, path and query",
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
        "Anything but an http or https URL, or a URL with a user, is rejected",
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
