import Contract
import JSON
import Testing

@testable import Interchange

struct TokenSchemeTests {
    private static func document(tokenURL: String) -> JSONValue {
        [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://example.com/v1"]],
            "paths": [
                "/a": ["get": ["security": [["app": ["send"]]], "responses": ["200": [:]]]]
            ],
            "components": [
                "securitySchemes": [
                    "app": [
                        "type": "oauth2",
                        "flows": [
                            "clientCredentials": [
                                "tokenUrl": .string(tokenURL), "scopes": ["send": "Sends."],
                            ]
                        ],
                    ]
                ]
            ],
        ]
    }

    @Test(
        "OpenAPI client credentials become a scheme whose tokens come from a target",
        arguments: [
            ("https://example.com/oauth/token", #"{ basePath: "", path: /oauth/token }"#, 1),
            ("/oauth/token", #"{ basePath: "", path: /oauth/token }"#, 1),
            ("https://auth.example.com/token", "{ target: app-tokens, path: /token }", 2),
        ]
    )
    func imported(url: String, token: String, targets: Int) throws {
        let text = try OpenAPIImport.contract(
            from: Self.document(tokenURL: url),
            file: "t.json"
        ).text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        #expect(text.contains("token: \(token)"), "\(text)")
        #expect(linted.contract.targets.count == targets)
        guard case .granted(let grant) = linted.contract.securitySchemes["app"]?.token else {
            Issue.record("no token in\n\(text)")
            return
        }
        #expect(grant.scope.map(\.constantText) == ["send"])
        #expect(linted.contract.variables.map(\.isSecret) == [false, true])
    }

    @Test("An exported token scheme names the source of its tokens")
    func exported() throws {
        let text = """
            contract: "1"
            targets: { api: { documented: "https://example.com" } }
            variables: { key: { secret: true } }
            securitySchemes:
              app: { type: oauth2, token: { path: /token }, clientId: a, clientSecret: "{{key}}", scope: "r w" }
              jwt: { type: jwt, algorithm: ES256, key: "{{key}}" }
            operations:
              a: { request: { path: /a, security: app }, responses: { "200": {} } }
              b: { request: { path: /b, security: jwt }, responses: { "200": {} } }
            """
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let contracts = try ContractSet([linted.contract])
        let document = try OpenAPIExport.document(of: contracts, seed: 1).document
        let schemes = document["components"]?["securitySchemes"]
        #expect(
            schemes?["app"]
                == [
                    "type": "oauth2",
                    "flows": [
                        "clientCredentials": [
                            "tokenUrl": "https://example.com/token", "scopes": ["r": "", "w": ""],
                        ]
                    ],
                ]
        )
        #expect(schemes?["jwt"]?["bearerFormat"] == "JWT")
    }
}
