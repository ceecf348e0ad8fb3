import Contract
import JSON
import Testing

@testable import Interchange

/// Names `x-…` in other tools, which would be remarks in a contract.
struct ForeignNameTests {
    private static func postman(_ items: String, variables: String = "") throws -> ImportedContract
    {
        try PostmanImport.contract(
            from: try JSONValue(
                parsing:
                    #"{"info":{"name":"T","schema":"…/v2.1.0/…"},\#(variables)"item":[\#(items)]}"#
            ),
            file: "t.json"
        )
    }

    static let imports:
        [(name: String, cases: Int, make: @Sendable () throws -> ImportedContract)] = [
            (
                "postman: requests, one twice", 3,
                {
                    try postman(
                        """
                        {"name":"x-form","request":"https://h.example/a"},
                        {"name":"x-form","request":"https://h.example/b"},
                        {"name":"x","request":"https://h.example/c"}
                        """
                    )
                }
            ),
            (
                "postman: a folder, a variable and what is kept", 1,
                {
                    try postman(
                        """
                        {"name":"x-folder","item":[
                        {"name":"x-first","request":{"url":"https://h.example/a","header":
                        [{"key":"X-Tenant","value":"{{x-tenant}}"}]},"event":[{"listen":"test","script":{"exec":
                        ["pm.environment.set('x-id', pm.response.json().id)"]}}]},
                        {"name":"x-second","request":"https://h.example/b/{{x-id}}"}]}
                        """,
                        variables: #""variable":[{"key":"x-tenant","value":"t1"}],"#
                    )
                }
            ),
            (
                "hurl: a file and a variable", 1,
                {
                    try HurlImport.contract(
                        from: [("x-forwarded.hurl", Array("GET {{x-host}}/a\nHTTP 418\n".utf8))],
                        name: "x-forwarded.hurl"
                    )
                }
            ),
            (
                "pact: a description", 1,
                {
                    try PactImport.contract(
                        from: [
                            "consumer": ["name": "C"], "provider": ["name": "P"],
                            "interactions": [
                                [
                                    "description": "x-ray",
                                    "request": ["method": "GET", "path": "/a"],
                                    "response": ["status": 200],
                                ]
                            ],
                        ],
                        file: "p.json"
                    )
                }
            ),
            (
                "bruno: a request and a variable", 1,
                {
                    let text =
                        "meta {\n  name: x-one\n}\n\nget {\n  url: https://h.example/{{x-v}}\n}\n"
                    return try BrunoImport.contract(
                        from: [("x-one.bru", Array(text.utf8))],
                        name: "x"
                    )
                }
            ),
            (
                "openapi: an operation, a schema and a scheme", 1,
                {
                    try OpenAPIImport.contract(
                        from: [
                            "openapi": "3.0.3", "info": ["title": "T", "version": "1"],
                            "servers": [["url": "https://h.example"]],
                            "components": [
                                "schemas": ["x-thing": ["type": "object"]],
                                "securitySchemes": [
                                    "x-key": ["type": "apiKey", "in": "header", "name": "x-key"]
                                ],
                            ],
                            "paths": [
                                "/a": [
                                    "get": [
                                        "operationId": "x-get", "security": [["x-key": []]],
                                        "responses": [
                                            "200": [
                                                "description": "d",
                                                "content": [
                                                    "application/json": [
                                                        "schema": [
                                                            "$ref": "#/components/schemas/x-thing"
                                                        ]
                                                    ]
                                                ],
                                            ]
                                        ],
                                    ]
                                ]
                            ],
                        ],
                        file: "a.json"
                    )
                }
            ),
            (
                "curl: a variable", 1,
                { try CurlImport.contract(from: "curl https://h.example/{{x-v}}", file: "c.sh") }
            ),
        ]

    @Test("Names of the form x-… are never dropped", arguments: imports.indices)
    func names(index: Int) throws {
        let (name, cases, make) = Self.imports[index]
        let text = try make().text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(name):\n\(linted.diagnosis)\n\(text)")
        #expect(linted.contract.cases.count == cases, "\(name):\n\(text)")
        #expect(!linted.contract.operations.isEmpty, "\(name):\n\(text)")
        let keys = text.split(separator: "\n").filter { line in
            line.prefix { $0 == " " }.count == 2 && line.drop { $0 == " " }.hasPrefix("x-")
        }
        #expect(keys.isEmpty, "\(name): \(keys)")
    }
}
