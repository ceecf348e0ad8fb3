import JSON
import Testing

@testable import Interchange

/// Variables whose names in the environment every shell sets.
struct EnvironmentNameTests {
    static let imports: [(name: String, env: String, make: @Sendable () throws -> String)] = [
        (
            "a recording", "pwd: { env: RECORD_PWD, secret: true }",
            {
                let exchange = RecordedTraffic.exchange(
                    "POST /login",
                    ["Content-Type: application/json"],
                    body: Array(#"{"pwd":"hunter2-xyz"}"#.utf8)
                )
                return try #require(TrafficImport.contract(of: [exchange], title: "T")).text
            }
        ),
        (
            "cookies", "lang: { env: RECORD_LANG, secret: true }",
            {
                let exchange = RecordedTraffic.exchange("GET /a", ["Cookie: lang=de"])
                return try #require(TrafficImport.contract(of: [exchange], title: "T")).text
            }
        ),
        (
            "curl", "pwd: { env: CURL_PWD, secret: true }",
            {
                try CurlImport.contract(
                    from: #"curl --json '{"pwd":"hunter2"}' h.example/a"#,
                    file: "t.sh"
                ).text
            }
        ),
        (
            "HAR", "pwd: { env: HAR_PWD, secret: true }",
            {
                let entry: JSONValue = [
                    "request": ["method": "GET", "url": "https://h.example/a?pwd=hunter2"],
                    "response": ["status": 200],
                ]
                return try HARImport.contract(
                    from: ["log": ["entries": [entry]]],
                    file: "t.har"
                ).text
            }
        ),
        (
            "Hurl", "user: { env: HURL_USER }",
            {
                try HurlImport.contract(
                    from: [("t.hurl", Array("GET http://h.example/{{user}}\nHTTP 200\n".utf8))],
                    name: "t.hurl"
                ).text
            }
        ),
        (
            "OpenAPI", "pwd: { env: OPENAPI_PWD, secret: true }",
            {
                try OpenAPIImport.contract(
                    from: [
                        "openapi": "3.0.3", "info": ["title": "T", "version": "1"],
                        "components": [
                            "securitySchemes": [
                                "pwd": ["type": "apiKey", "in": "header", "name": "X-Key"]
                            ]
                        ],
                        "security": [["pwd": []]],
                        "paths": ["/a": ["get": ["responses": ["200": ["description": "d"]]]]],
                    ],
                    file: "t.json"
                ).text
            }
        ),
    ]

    @Test("No import names a variable after one that shells set", arguments: imports.indices)
    func guarded(index: Int) throws {
        let text = try Self.imports[index].make()
        #expect(text.contains(Self.imports[index].env), "\(text)")
    }

    @Test(
        "Names of shells get the kind of the document before them, and others stay",
        arguments: [
            ("PWD", "HAR_PWD"), ("LC_ALL", "HAR_LC_ALL"), ("HTTPS_PROXY", "HAR_HTTPS_PROXY"),
            ("PASSWORD", "PASSWORD"), ("USER_ID", "USER_ID"), ("LCA", "LCA"),
        ]
    )
    func names(name: String, unset: String) {
        #expect(DraftName.unset(name, by: "har") == unset)
    }
}
