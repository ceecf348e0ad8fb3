import Base
import Contract
import JSON
import Profile
import Testing

@testable import Load

/// Requests that contain a token which is later replaced.
struct TokenLayoutTests {
    private static let contract = #"""
        contract: "1"
        targets: { api: { documented: "https://api.example.com" } }
        securitySchemes:
          app: { type: oauth2, token: { path: /token }, clientId: a, clientSecret: b, headers: { X-Token: "key={{accessToken}}" }, query: { t: "{{accessToken}}" } }
          own: { type: jwt, algorithm: HS256, key: secret, claims: { iat: "{{now unix}}" }, reuse: 30m }
        operations:
          same: { request: { method: POST, path: /a, security: app, json: { a: 1 } }, responses: { "200": {} } }
          other: { request: { method: POST, path: /b, security: app, json: { a: "{{uuid}}" } }, responses: { "200": {} } }
          mine: { request: { path: /c, security: own }, responses: { "200": {} } }
        """#

    private static func board(_ scheme: String, _ text: String) throws -> TokenBoard {
        try TokenBoard(
            [
                TokenSupply(
                    scheme: scheme,
                    isGranted: true,
                    first: AccessToken(text: text, lifetime: .seconds(60))
                ) { _ in .failure(TemplateError("")) }
            ],
            now: 0
        )
    }

    private static func layouts(_ sends: String, _ tokens: TokenBoard) throws -> [RequestLayout] {
        let profile = try PlannedProfile.profile(sends, "", contract)
        return try RequestPlanner(
            profile,
            targets: PlannedProfile.targets,
            evaluator: try PlannedProfile.evaluator(profile),
            tokens: tokens
        ).planned(seed: 7).sends.map(\.layout)
    }

    private static func text(_ layout: RequestLayout, _ token: String) -> String {
        var output = ByteBuffer(capacity: 1)
        var writer = RequestWriter(layout)
        writer.setToken(Array(token.utf8))
        let moment = Timestamp(nanosecondsSince1970: 0)
        writer.write(.init(index: 0, seed: 7, moment: moment), to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test("A new token is escaped for its place without laying out the request again")
    func spelling() throws {
        let layout = try Self.layouts("[{ call: same }]", Self.board("app", "first+/="))[0]
        #expect(layout.token == 0)
        // Only a different token changes the bytes.
        #expect(layout.isConstant)
        #expect(layout.fields.allSatisfy { !$0.varies })
        let spellings = [
            ("a b", "a%20b"), ("ü&=\"", "%C3%BC%26%3D%22"), ("first+/=", "first%2B%2F%3D"),
        ]
        for (token, query) in spellings {
            let text = Self.text(layout, token)
            #expect(text.hasPrefix("POST /base/a?t=\(query) HTTP/1.1\r\n"), "\(text)")
            #expect(text.contains("\r\nX-Token: key=\(token)\r\n"))
            #expect(text.hasSuffix("\r\n\r\n{\"a\":1}"))
        }
    }

    @Test("Other varying values keep varying")
    func varying() throws {
        let layout = try Self.layouts("[{ call: other }]", Self.board("app", "first"))[0]
        #expect(layout.token == 0)
        #expect(!layout.isConstant)
        #expect(Self.text(layout, "second").contains("X-Token: key=second\r\n"))
    }

    @Test("A scheme without a managed token sends one token for the whole run")
    func unkept() throws {
        let layout = try Self.layouts("[{ call: mine }]", Self.board("app", "first"))[0]
        #expect(layout.token == nil)
        #expect(Self.text(layout, "second").contains("Authorization: Bearer eyJ"))
        let kept = try Self.layouts("[{ call: mine }]", Self.board("own", "first"))[0]
        #expect(Self.text(kept, "second").contains("\r\nAuthorization: Bearer second\r\n"))
    }
}
