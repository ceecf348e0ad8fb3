import Contract
import HTTP
import JSON
import TestSupport
import Testing

/// The lifetime of a granted token, according to its response.
struct TokenGrantTests {
    private static func token(_ end: String) throws -> AccessToken {
        let grant = TokenGrant(
            request: try .request([:]),
            clientID: try Template(parsing: "a", at: .line(1)),
            clientSecret: try Template(parsing: "b", at: .line(1)),
            authentication: .basic,
            scope: [],
            location: .line(1)
        )
        let body = #"{"access_token":"t"\#(end.isEmpty ? "" : ",\"expires_in\":\(end)")}"#
        let request = HTTPRequest(method: "POST", origin: "http://a.test", path: "/token")
        return try grant.token(
            in: HTTPResponse(
                status: 200,
                headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
                body: Array(body.utf8)
            ),
            to: request
        )
    }

    @Test(
        "A token is renewed after nine tenths of its lifetime, at most 30 s before its end",
        arguments: [
            ("20", .seconds(18), .seconds(20)),
            ("\"3600\"", .seconds(3_570), .seconds(3_600)),
            ("300", .seconds(270), .seconds(300)),
            ("301", .seconds(271), .seconds(301)),
            // Already expired.
            ("0", .zero, .zero),
            // As before, a run of cases treats this as no expiry; a run under load does not.
            ("-5", nil, .seconds(-5)),
            // No expiry, or an unreadable one.
            ("", nil, nil), ("null", nil, nil), ("\"soon\"", nil, nil), ("99999999999", nil, nil),
        ] as [(String, Duration?, Duration?)]
    )
    func time(end: String, lifetime: Duration?, validity: Duration?) throws {
        let token = try Self.token(end)
        #expect(token.lifetime == lifetime)
        #expect(token.validity == validity)
    }
}
