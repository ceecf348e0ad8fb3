import JSON
import Testing

@testable import Interchange

/// Documents of version 2.0.
struct SwaggerTests {
    @Test("A document of version 2.0 becomes the expected contract, which lints clean")
    func golden() throws {
        let imported = try OpenAPIImport.contract(
            from: try Fixture.foreign("pets.swagger.yaml"),
            file: "pets.swagger.yaml"
        )
        try Fixture.expect(imported.text, toBe: "pets.contract.yaml")
        let linted = LintedContract(imported.text)
        #expect(linted.diagnosis.isEmpty)
    }

    private func document(_ operation: JSONValue, _ more: JSONValue = [:]) -> JSONValue {
        var object = JSONObject([
            .init(name: "swagger", value: "2.0"),
            .init(name: "paths", value: ["/a": ["post": operation]]),
        ])
        for member in more.objectValue?.members ?? [] { object[member.name] = member.value }
        return .object(object)
    }

    @Test(
        "Terms of version 2.0 are translated in the contract",
        arguments: [
            (
                #"{}"#, #"{"host":"h.example","basePath":"/v1"}"#,
                "documented: \"https://h.example\", basePath: /v1"
            ),
            (
                #"{}"#, #"{"host":"h.example","schemes":["http"]}"#,
                "documented: \"http://h.example\""
            ),
            (#"{}"#, #"{"basePath":"/v1"}"#, "basePath: /v1"),
            (
                #"{"parameters":[{"in":"query","name":"q","required":true,"type":"array","items":{"type":"integer"},"default":[1,2],"collectionFormat":"pipes"}]}"#,
                "{}", "query: { q: 1|2 }"
            ),
            (
                #"{"parameters":[{"in":"query","name":"q","required":true,"type":"array","items":{"type":"integer"},"default":[1,2],"collectionFormat":"multi"}]}"#,
                "{}", "query: { q: [1, 2] }"
            ),
            (
                #"{"parameters":[{"in":"header","name":"X-Q","required":true,"type":"array","items":{"type":"integer"},"default":[1,2]}]}"#,
                "{}", "headers: { X-Q: \"1,2\" }"
            ),
            (
                #"{"parameters":[{"in":"formData","name":"f","required":true,"type":"integer","minimum":4}]}"#,
                "{}", "form: { f: 4 }"
            ),
            (
                #"{"parameters":[{"in":"formData","name":"f","required":true,"type":"file"}]}"#,
                "{}", "multipart: { f: { text: text, filename: f.bin } }"
            ),
            (
                #"{"consumes":["application/merge+json"],"parameters":[{"in":"body","name":"b","schema":{"type":"object","x-nullable":true,"required":["n"]}}]}"#,
                "{}", "headers: { Content-Type: application/merge+json }"
            ),
            (
                #"{"security":[{"b":[]}]}"#, #"{"securityDefinitions":{"b":{"type":"basic"}}}"#,
                "b: { type: http, scheme: basic, username: \"{{bUsername}}\", password: \"{{bPassword}}\" }"
            ),
            (
                #"{"security":[{"o":[]}]}"#,
                #"{"securityDefinitions":{"o":{"type":"oauth2","flow":"application","tokenUrl":"https://t.example/t","scopes":{"r":"x"}}}}"#,
                "type: oauth2"
            ),
            (
                ##"{"responses":{"200":{"schema":{"$ref":"#/definitions/P/properties/q"}}}}"##,
                #"{"definitions":{"P":{"properties":{"q":{"type":"integer"}}}}}"#,
                ##"schema: { $ref: "#/schemas/P/properties/q" }"##
            ),
        ]
    )
    func words(operation: String, more: String, line: String) throws {
        let document = document(try JSONValue(parsing: operation), try JSONValue(parsing: more))
        let text = try OpenAPIImport.contract(from: document, file: "t.json").text
        #expect(text.contains(line), "\(text)")
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
    }

    @Test("A position refers to the author's document, not to the converted one")
    func places() throws {
        let document = document(
            ["parameters": [["$ref": "#/parameters/b"]]],
            [
                "parameters": [
                    "b": ["in": "body", "name": "b", "schema": ["$ref": "#/definitions/Nowhere"]]
                ]
            ]
        )
        let losses = try OpenAPIImport.contract(from: document, file: "t.json").losses
        #expect(
            losses.map { "\($0.place): \($0.reason)" }.contains(
                "/parameters/b/schema: it refers to \"#/definitions/Nowhere\", which is not there"
            ),
            "\(losses)"
        )
    }
}
