import Contract
import HTTP
import JSON
import Testing

@testable import ReferencePush

/// Requests that are rejected before their fields are validated.
struct NCMBRequestTests {
    private static let date: JSONValue = ["__type": "Date", "iso": "2030-01-01T00:00:00.000Z"]

    private static let unknown = [
        "GET /installations/AAAAAAAAAAAAAAAA", "DELETE /installations/AAAAAAAAAAAAAAAA",
        "PUT /installations/AAAAAAAAAAAAAAAA", "GET /push/AAAAAAAAAAAAAAAA",
        "PUT /push/AAAAAAAAAAAAAAAA", "DELETE /push/AAAAAAAAAAAAAAAA", "GET /push/x",
        "POST /push/AAAAAAAAAAAAAAAA/openNumber", "GET /installations/%41AAAAAAAAAAAAAAA",
    ]

    @Test("An unknown object gives E404001, with any body", arguments: unknown)
    func unknownObject(line: String) {
        let response = NCMBHarness().call(line, [:])
        #expect(response.summary == "404 E404001 No data available.")
        #expect(response.signature != nil)
    }

    private static let paths: [(String, String)] = [
        ("GET /nosuch", "404 E404002 None service."),
        ("GET /", "404 E404002 None service."),
        ("GET /push/AAAAAAAAAAAAAAAA/other", "404 E404002 None service."),
        ("GET /push//", "404 E404002 None service."),
        ("GET /classes/TestClass", "404 E404002 None service."),
        ("PUT /push", "405 E405001 Method not allowed."),
        ("PATCH /push", "405 E405001 Method not allowed."),
        ("FROB /installations/AAAAAAAAAAAAAAAA", "405 E405001 Method not allowed."),
        ("HEAD /push", "405 E405001 Method not allowed."),
        ("GET /push/AAAAAAAAAAAAAAAA/openNumber", "405 E405001 Method not allowed."),
        ("DELETE /installations", "405 E405001 Method not allowed."),
    ]

    @Test("Unknown paths and methods get a response without a signature", arguments: paths)
    func unknownPath(line: String, expected: String) {
        let response = NCMBHarness().call(line, [:])
        #expect(response.summary == expected)
        #expect(response.signature == nil)
    }

    @Test(
        "Another version of the API is an unknown service",
        arguments: ["/2015-09-01/push", "/push"]
    )
    func version(target: String) {
        var request = NCMBHarness().signed("GET /push")
        request.path = target
        let response = NCMBResponse(response: NCMBHarness().service.handle(request))
        #expect(response.summary == "404 E404002 None service.")
    }

    @Test("One trailing slash in a path is accepted, and signed as sent")
    func trailingSlash() {
        let harness = NCMBHarness()
        let id = harness.call("POST /push/", ["immediateDeliveryFlag": true]).id
        #expect(harness.call("GET /push/\(id)/").status == 200)
        #expect(harness.call("GET /installations/").status == 200)
    }

    @Test(
        "The class API does not reach installations",
        arguments: ["POST /classes/installation", "GET /classes/installation/AAAAAAAAAAAAAAAA"]
    )
    func classes(line: String) {
        let response = NCMBHarness().call(line, [:])
        #expect(response.summary == "403 E403003 Operation that are prohibited.")
    }

    private static let mediaTypes: [(String?, String)] = [
        ("text/plain", "415 E415001 Unsupported media type."),
        (nil, "415 E415001 Unsupported media type."),
        ("application/jsonx", "415 E415001 Unsupported media type."),
        ("application/json; charset=utf-8", "201"),
        ("Application/JSON ;charset=UTF-8", "201"),
    ]

    @Test("Only JSON is accepted", arguments: mediaTypes)
    func mediaType(type: String?, expected: String) {
        let body: JSONValue = ["immediateDeliveryFlag": true]
        let response = NCMBHarness().call("POST /push", body) { request in
            request.headers.remove("Content-Type")
            if let type { request.headers.append("Content-Type", type) }
        }
        #expect(response.summary == expected)
        #expect((response.signature == nil) == (response.status == 415))
    }

    private static let refusedHeaders: [(String, String?, String, Bool)] = [
        ("X-NCMB-Signature", nil, "401 E401001 Authentication error by header incorrect.", true),
        ("X-NCMB-Timestamp", nil, "401 E401001 Authentication error by header incorrect.", false),
        (
            "X-NCMB-Timestamp", "yesterday",
            "401 E401001 Authentication error by header incorrect.", true
        ),
        (
            "X-NCMB-Application-Key", nil,
            "401 E401001 Authentication error by header incorrect.", false
        ),
        (
            "X-NCMB-Apps-Session-Token", "nobody",
            "401 E401001 Authentication error by header incorrect.", true
        ),
        ("X-NCMB-Application-Key", "0123", "404 E404005 No such application.", false),
        ("X-NCMB-Signature", "abc=", "403 E403002 Unauthorized operations for signature.", true),
        (
            "X-NCMB-Timestamp", "2013-12-02T02:44:35.452Z",
            "403 E403002 Unauthorized operations for signature.", true
        ),
        ("Host", "elsewhere.org", "403 E403002 Unauthorized operations for signature.", true),
    ]

    @Test("A missing or wrong header is rejected on every call", arguments: refusedHeaders)
    func header(name: String, value: String?, expected: String, isSigned: Bool) {
        for line in ["POST /push", "GET /installations", "DELETE /push/AAAAAAAAAAAAAAAA"] {
            let response = NCMBHarness().call(line, [:]) { request in
                request.headers.remove(name)
                if let value { request.headers.append(name, value) }
            }
            #expect(response.summary == expected)
            #expect((response.signature != nil) == isSigned)
        }
    }

    @Test("A changed path, query or client key invalidates the signature; a changed body does not")
    func tampering() {
        let harness = NCMBHarness()
        let refused = "403 E403002 Unauthorized operations for signature."
        #expect(harness.call("GET /push") { $0.path += "/" }.summary == refused)
        #expect(harness.call("GET /push?limit=1") { $0.query = "limit=2" }.summary == refused)
        let body: JSONValue = ["deliveryTime": Self.date]
        #expect(harness.call("POST /push", body) { $0.query = "limit=2" }.status == 201)
        let other = #"{"immediateDeliveryFlag":true}"#
        #expect(harness.call("POST /push", body) { $0.body = Array(other.utf8) }.status == 201)
        let stranger = NCMBHarness { options in
            options.applications[0].clientKey = String(repeating: "0", count: 64)
        }
        #expect(stranger.call("GET /push").summary == refused)
    }

    @Test(
        "Errors found while reading get a response in the service's format",
        arguments: [
            (ServerRequest.Problem.targetTooLong, "414 E414000 Request-URI Too Large."),
            (.bodyTooLarge, "413 E413002 Request entity too large."),
            (.malformed("a reason"), "400 E400000 Bad Request."),
        ]
    )
    func problems(problem: ServerRequest.Problem, expected: String) {
        let response = NCMBHarness().call("POST /push", [:]) { $0.problem = problem }
        #expect(response.summary == expected)
        #expect(response.signature != nil)
    }

    private static let searches: [(String, String)] = [
        ("", "200"), ("?", "200"), ("?where=%7B%7D", "200"), ("?nosuch=1&where2=x", "200"),
        ("?limit=0", "200"), ("?limit=1000", "200"), ("?skip=0", "200"),
        ("?where=", "400 E400001 JSON is invalid format."),
        ("?where=%7B", "400 E400001 JSON is invalid format."),
        ("?where=%5B%5D", "400 E400001 JSON is invalid format."),
        ("?where=%7B%22a%22%3A%7B%22%24x%22%3A1%7D%7D", "400 E400004 where is invalid format."),
        ("?limit=1001", "400 E400005 limit is not a valid value."),
        ("?limit=-1", "400 E400005 limit is not a valid value."),
        ("?limit=ten", "400 E400005 limit is not a valid value."),
        ("?limit=", "400 E400005 limit is not a valid value."),
        ("?skip=-1", "400 E400005 skip is not a valid value."),
        ("?skip=99999999999999999999", "400 E400005 skip is not a valid value."),
    ]

    @Test("A search with this query gets this response", arguments: searches)
    func search(query: String, expected: String) {
        let harness = NCMBHarness()
        #expect(harness.call("GET /installations\(query)").summary == expected)
        #expect(harness.call("GET /push\(query)").summary == expected)
    }
}
