import Testing

@testable import HTTP

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
