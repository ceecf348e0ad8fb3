import JSON
import Testing

@testable import Interchange

/// Operations with the method HEAD in OpenAPI documents.
struct OpenAPIHeadTests {
    @Test("Documented content of a HEAD response is not expected", arguments: ["head", "get"])
    func content(method: String) throws {
        let content: JSONValue = ["application/json": ["schema": ["type": "object"]]]
        let document: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://example.com"]],
            "paths": [
                "/a": .object(
                    JSONObject([
                        .init(
                            name: method,
                            value: [
                                "responses": [
                                    "200": ["description": "", "content": content],
                                    "422": ["description": "", "content": content],
                                ]
                            ]
                        )
                    ])
                )
            ],
        ]
        let imported = try OpenAPIImport.contract(from: document, file: "t.json")
        let linted = LintedContract(imported.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(imported.text)")
        let count = imported.text.split(separator: "application/json").count - 1
        #expect(count == (method == "get" ? 2 : 0), "\(imported.text)")
    }
}
