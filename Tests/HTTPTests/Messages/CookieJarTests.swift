import Base
import HTTP
import Testing

struct CookieJarTests {
    private static let start = Timestamp(nanosecondsSince1970: 1_770_000_000_000_000_000)

    private static func request(_ url: String) throws -> HTTPRequest {
        let parts = try #require(URLParts(url))
        return HTTPRequest(method: "GET", origin: parts.origin, path: parts.path)
    }

    private static func jar(_ fields: [String], from url: String) throws -> CookieJar {
        var jar = CookieJar()
        let headers = HTTPFields(fields.map { .init(name: "Set-Cookie", value: $0) })
        let response = HTTPResponse(status: 200, headers: headers)
        jar.take(from: response, to: try request(url), at: start)
        return jar
    }

    @Test(
        "A cookie is sent according to RFC 6265",
        arguments: [
            ("a=1", "http://example.com/x/y", "http://example.com/x/z", "a=1"),
            // §5.1.4: without a path, the folder of the request.
            ("a=1", "http://example.com/x/y", "http://example.com/x", "a=1"),
            ("a=1", "http://example.com/x/y", "http://example.com/xy", nil),
            ("a=1", "http://example.com/x/y", "http://example.com/", nil),
            ("a=1; Path=/", "http://example.com/x/y", "http://example.com/", "a=1"),
            ("a=1; path=/q/", "http://example.com/", "http://example.com/q", nil),
            ("a=1; Path=q", "http://example.com/x/y", "http://example.com/x/", "a=1"),
            // §5.3: only its host, unless it specifies a domain that includes the host.
            ("a=1", "http://example.com/", "http://www.example.com/", nil),
            ("a=1; Domain=example.com", "http://www.example.com/", "http://m.example.com/", "a=1"),
            ("a=1; Domain=.Example.com", "http://example.com/", "http://www.example.com/", "a=1"),
            ("a=1; Domain=other.com", "http://example.com/", "http://other.com/", nil),
            ("a=1; Domain=www.example.com", "http://example.com/", "http://www.example.com/", nil),
            ("a=1; Domain=com", "http://example.com/", "http://example.com/", nil),
            ("a=1; Domain=xample.com", "http://example.com/", "http://example.com/", nil),
            ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", "a=1"),
            ("a=1; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", nil),
            ("a=1", "http://127.0.0.1:1/", "http://127.0.0.1:2/", "a=1"),
            ("a=1; Secure", "https://example.com/", "http://example.com/", nil),
            ("a=1; Secure", "https://example.com/", "https://example.com/", "a=1"),
            ("a=1; Secure", "http://127.0.0.1/", "http://127.0.0.1/", "a=1"),
            // §5.2.2: Max-Age takes precedence over Expires.
            ("a=1; Max-Age=0", "http://example.com/", "http://example.com/", nil),
            ("a=1; Max-Age=-5", "http://example.com/", "http://example.com/", nil),
            ("a=1; Max-Age=9", "http://example.com/", "http://example.com/", "a=1"),
            ("a=1; Max-Age=x", "http://example.com/", "http://example.com/", "a=1"),
            (
                "a=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://example.com/",
                "http://example.com/", "a=1"
            ),
            (
                "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://example.com/",
                "http://example.com/", nil
            ),
            (
                "a=1; Expires=Sun, 06-Nov-94 08:49:37 GMT", "http://example.com/",
                "http://example.com/", nil
            ),
            (
                "a=1; Expires=Wed, 31 Dec 9999 23:59:59 GMT", "http://example.com/",
                "http://example.com/", "a=1"
            ),
            ("a=1; Expires=soon", "http://example.com/", "http://example.com/", "a=1"),
            ("a=b=c; HttpOnly", "http://example.com/", "http://example.com/", "a=b=c"),
            ("nothing", "http://example.com/", "http://example.com/", nil),
        ] as [(String, String, String, String?)]
    )
    func sent(field: String, from: String, to: String, expected: String?) throws {
        let jar = try Self.jar([field], from: from)
        #expect(jar.field(for: try Self.request(to), at: Self.start) == expected)
    }

    @Test(
        "Longer paths come first, then earlier cookies; a later value takes the earlier's place"
    )
    func order() throws {
        let fields = ["a=1; Path=/", "b=1; Path=/x", "c=1; Path=/", "a=2; Path=/"]
        let jar = try Self.jar(fields, from: "http://example.com/x/y")
        let request = try Self.request("http://example.com/x/y")
        #expect(jar.field(for: request, at: Self.start) == "b=1; a=2; c=1")
    }

    @Test("A cookie ends when it expires, and when the server deletes it")
    func ends() throws {
        let request = try Self.request("http://example.com/")
        let jar = try Self.jar(["a=1; Max-Age=60", "b=1"], from: request.url)
        let later = Self.start.advanced(byNanoseconds: 60_000_000_000)
        #expect(jar.field(for: request, at: later) == "b=1")
        let taken = try Self.jar(["b=1", "b=; Max-Age=0"], from: request.url)
        #expect(taken.field(for: request, at: Self.start) == nil)
    }
}
