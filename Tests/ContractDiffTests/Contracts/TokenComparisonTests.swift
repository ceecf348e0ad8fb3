import Contract
import JSON
import TestSupport
import Testing

@testable import ContractDiff

struct TokenComparisonTests {
    private static func signed(
        _ algorithm: SignedToken.Algorithm,
        claims: JSONObject
    ) throws -> TokenSource {
        .signed(
            SignedToken(
                algorithm: algorithm,
                key: try Template(parsing: "{{key}}"),
                header: [],
                claims: try TemplateValue(.object(claims)).members ?? [],
                reuse: nil,
                location: .line(1)
            )
        )
    }

    private static func granted(path: String, scope: [String]) throws -> TokenSource {
        .granted(
            TokenGrant(
                request: try .request(["path": .string(path)]),
                clientID: try Template(parsing: "{{id}}"),
                clientSecret: try Template(parsing: "{{secret}}"),
                authentication: .basic,
                scope: try scope.map { try Template(parsing: $0) },
                location: .line(1)
            )
        )
    }

    @Test("The requirements for a token are compared, the names of its variables are not")
    func facts() throws {
        let apns = try Self.signed(.es256, claims: ["iss": "{{team}}", "aud": "push"])
        let renamed = try Self.signed(.es256, claims: ["iss": "{{owner}}", "aud": "push"])
        let other = try Self.signed(.rs256, claims: ["iss": "{{team}}"])
        let auth = try Self.granted(path: "/token", scope: ["read"])
        let moved = try Self.granted(path: "/oauth/token", scope: ["read", "write"])
        let cases: [(TokenSource?, TokenSource?, [String])] = [
            (apns, renamed, []),
            (
                apns, other,
                [
                    "the token's algorithm was ES256 and is RS256",
                    "the token's claims was iss, aud=\"push\" and is iss",
                ]
            ),
            (
                auth, moved,
                [
                    "the token request was /token and is /oauth/token",
                    "the scope of the token was read and is read write",
                ]
            ),
            (nil, auth, ["an access token is needed now"]),
            (auth, nil, ["an access token is no longer needed"]),
            (apns, auth, ["the client signed its token and asks a server for it now"]),
        ]
        for (before, after, wanted) in cases {
            #expect(SecurityComparison.tokenFacts(before, after).map(\.what) == wanted)
        }
    }
}
