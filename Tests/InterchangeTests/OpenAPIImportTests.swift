import Contract
import ContractFile
import JSON
import JSONSchemas
import Testing

@testable import Interchange

struct OpenAPIImportTests {
    @Test("A small OpenAPI 3.0 document becomes the expected contract, which lints clean")
    func golden() throws {
        let imported = try OpenAPIImport.contract(
            from: try Fixture.document("letters.openapi.yaml"),
            file: "letters.openapi.yaml"
        )
        try Fixture.expect(imported.text, toBe: "letters.contract.yaml")
        let linted = LintedContract(imported.text)
        #expect(linted.diagnosis.isEmpty)
        #expect(imported.operations == linted.contract.operations.count)
        #expect(imported.errorRows == linted.contract.errors.count)
        #expect(imported.openPlaces == 6)
    }

    @Test("A document without schemas is imported without omissions")
    func withoutSchemas() throws {
        let responses: JSONValue = ["responses": ["201": ["description": "made"]]]
        let text = try OpenAPIImport.contract(from: document(responses), file: "t.json").text
        #expect(!text.contains("Left out"), "\(text)")
    }

    /// A document with one operation, `POST /a`.
    private func document(
        _ operation: JSONValue,
        version: String = "3.1.0",
        path: String = "/a",
        components: JSONValue = [:]
    ) -> JSONValue {
        let item: JSONValue = ["post": operation]
        return [
            "openapi": .string(version), "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://example.com"]],
            "paths": .object(JSONObject([.init(name: path, value: item)])),
            "components": components,
        ]
    }

    private func imported(_ document: JSONValue) throws -> LintedContract {
        try importedText(document).linted
    }

    private func importedText(
        _ document: JSONValue
    ) throws -> (linted: LintedContract, text: String) {
        let text = try OpenAPIImport.contract(from: document, file: "t.json").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        return (linted, text)
    }

    @Test("A body of XML is written by the names, attributes and lists of its schema")
    func xml() throws {
        let pet: JSONValue = [
            "type": "object", "required": ["id", "name", "photos", "tag"],
            "xml": ["prefix": "p", "namespace": "urn:pets"],
            "properties": [
                "id": ["type": "integer", "example": 7, "xml": ["attribute": true]],
                "name": ["type": "string", "example": "a<b & \"c\""],
                "photos": [
                    "type": "array", "xml": ["wrapped": true, "name": "album"],
                    "items": ["type": "string", "example": "u", "xml": ["name": "photo"]],
                ],
                "tag": ["type": "array", "items": ["type": "string", "example": "t"]],
            ],
        ]
        let operation: JSONValue = [
            "requestBody": [
                "content": [
                    "application/xml": ["schema": ["$ref": "#/components/schemas/Pet"]]
                ]
            ],
            "responses": ["200": ["description": "ok"]],
        ]
        let linted = try imported(document(operation, components: ["schemas": ["Pet": pet]]))
        let request = try #require(linted.contract.operations.first?.variants.first?.request)
        #expect(
            request.constant("text") == """
                <p:Pet xmlns:p="urn:pets" id="7"><name>a&lt;b &amp; &quot;c&quot;</name>\
                <album><photo>u</photo></album><tag>t</tag></p:Pet>
                """
        )
    }

    @Test("Members of an exploded object in a header are written with equals signs")
    func explodedHeader() throws {
        func header(_ explode: Bool) throws -> String? {
            let operation: JSONValue = [
                "parameters": [
                    [
                        "name": "X-O", "in": "header", "required": true, "explode": .bool(explode),
                        "example": ["R": 100, "G": 200], "schema": ["type": "object"],
                    ]
                ],
                "responses": ["200": ["description": "ok"]],
            ]
            let linted = try imported(document(operation))
            let request = linted.contract.operations.first?.variants.first?.request
            return request?["headers"]?.members?.first?.value.constantValue?.stringValue
        }
        #expect(try header(true) == "R=100,G=200")
        #expect(try header(false) == "R,100,G,200")
    }

    @Test(
        "A case with a made-up path parameter also accepts a declared failure",
        arguments: [
            (#"{"type":"integer"}"#, true), (#"{"type":"integer","example":7}"#, false),
            (#"{"enum":["a","b"]}"#, false), (#"{"type":"string","default":"a"}"#, false),
        ]
    )
    func madeUp(schema: String, isMadeUp: Bool) throws {
        let operation: JSONValue = [
            "parameters": [
                [
                    "name": "id", "in": "path", "required": true,
                    "schema": try JSONValue(parsing: schema),
                ]
            ],
            "responses": ["200": ["description": "ok"], "404": ["description": "none"]],
        ]
        let (_, text) = try importedText(document(operation, path: "/a/{id}"))
        #expect(text.contains("expect: { declared: any }") == isMadeUp)
        #expect(text.contains("FILL IN {id}: no example is given") == isMadeUp)
    }

    @Test(
        "Only the parts of a path that a request has are kept",
        arguments: [
            ("/a#b", "/a", nil), ("/a ", "/a", nil), ("/a b|c", "/a%20b%7Cc", nil),
            ("/a?", "/a", nil), ("/a?x=1&y=a%20b#z", "/a", #"{"x":"1","y":"a b"}"#),
            ("/a?flag", "/a?flag", nil), ("/a?x={id}", "/a?x={id}", nil),
        ]
    )
    func paths(path: String, wanted: String, query: String?) throws {
        let linted = try imported(document(["responses": ["200": [:]]], path: path))
        let request = try #require(linted.contract.operations.first?.variants.first?.request)
        #expect(request.constant("path") == wanted)
        #expect(request["query"]?.constantValue?.text == query)
    }

    @Test(
        "Errors in the document are reported in place, and do not prevent the import"
    )
    func slips() throws {
        let (linted, text) = try importedText(
            document(
                [
                    "security": [["nowhere": []]],
                    "parameters": [
                        [
                            "name": "n", "in": "query", "required": true, "example": "seven",
                            "schema": ["type": "integer"],
                        ],
                        [
                            "name": "m", "in": "query", "required": true, "example": 7,
                            "schema": ["type": "string"],
                        ],
                    ],
                    "responses": [
                        "100": [:], "101": [:],
                        "200": [
                            "content": [
                                "application/json": [
                                    "example": ["id": "x"],
                                    "schema": [
                                        "properties": ["id": ["type": "integer"]],
                                        "oneOf": [["minProperties": 1], ["minProperties": 1]],
                                    ],
                                ]
                            ]
                        ],
                    ],
                ]
            )
        )
        #expect(linted.contract.operations[0].responses.map(\.status.description) == ["200"])
        let flat = text.split(whereSeparator: { $0 == "\n" || $0 == " " || $0 == "#" })
            .joined(separator: " ")
        for said in [
            "that operations name and the document does not declare: \"nowhere\".",
            "FILL IN security: nowhere.",
            "The value of query n was made up: the document's own example breaks its schema (/: ",
            "100 was left out: another response follows it.",
            "The document's own example breaks this schema (/id: expected integer",
            "oneOf has a duplicate alternative",
        ] {
            #expect(flat.contains(said), "\(said) is not in\n\(text)")
        }
        #expect(!text.contains("query m"))
    }

    @Test("Indistinguishable alternatives are reported, distinguishable ones are not")
    func alternatives() throws {
        let cat: JSONValue = [
            "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
        ]
        func text(_ dog: JSONValue) throws -> String {
            let schema: JSONValue = ["oneOf": [cat, dog]]
            let media: JSONValue = ["content": ["application/json": ["schema": schema]]]
            return try importedText(document(["responses": ["200": media]])).text
                .split(whereSeparator: { $0 == "\n" || $0 == " " || $0 == "#" }).joined(
                    separator: " "
                )
        }
        let same: JSONValue = ["required": ["kind"], "properties": ["kind": ["minLength": 1]]]
        let said =
            "an example of each alternative keeps to another of them too, as "
            + #"{"kind":"text"} to 1 and 2; maybe nothing keeps to a single one, as oneOf asks."#
        let found = try text(same)
        #expect(found.contains("/schema/oneOf: \(said)"), "\(found)")
        let other: JSONValue = [
            "type": "object", "required": ["kind"], "properties": ["kind": ["const": "dog"]],
        ]
        #expect(try !text(other).contains("alternative"))
    }

    @Test("A schema shared by several requests is compiled once")
    func compiledOnce() throws {
        let body: JSONValue = [
            "requestBody": [
                "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Note"]]]
            ],
            "responses": ["200": [:]],
        ]
        let whole: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "paths": ["/a": ["post": body, "put": body], "/b": ["post": body]],
            "components": ["schemas": ["Note": ["type": "object", "required": ["text"]]]],
        ]
        var transfer = OpenAPITransfer(try OpenAPIDocument(whole, file: "t.json"))
        #expect(try transfer.draft().operations.count == 3)
        #expect(transfer.requestSchemas.count == 1)
    }

    @Test(
        "A schema without examples still yields a valid example",
        arguments: [
            (#"{"type":"string"}"#, #""text""#),
            (#"{"type":"string","minLength":9}"#, #""texttextt""#),
            (#"{"type":"string","maxLength":2}"#, #""te""#),
            (#"{"type":"string","format":"date"}"#, #""2026-01-31""#),
            (#"{"type":"string","pattern":"^[A-Z]{3}$"}"#, #""AAA""#),
            (#"{"type":"string","enum":["b","c"]}"#, #""b""#),
            (#"{"const":7}"#, "7"), (#"{"type":"integer"}"#, "1"),
            (#"{"type":"integer","minimum":5}"#, "5"),
            (#"{"type":"integer","maximum":-3}"#, "-3"),
            (#"{"type":"integer","exclusiveMinimum":5,"multipleOf":4}"#, "8"),
            (#"{"type":"number","minimum":0.5}"#, "1"), (#"{"type":["null","boolean"]}"#, "true"),
            (#"{"type":"array","items":{"type":"integer"},"minItems":2}"#, "[1,1]"),
            (#"{"type":"array","items":{"type":"integer"},"maxItems":0}"#, "[]"),
            (#"{"properties":{"a":{"default":2},"b":{"type":"string"}}}"#, #"{"a":2}"#),
            (#"{"required":["b"],"properties":{"b":{"type":"boolean"}}}"#, #"{"b":true}"#),
            (#"{"oneOf":[{"type":"null"},{"type":"integer"}]}"#, "1"),
            (
                #"{"allOf":[{"required":["a"]},{"properties":{"a":{"type":"integer"}}}]}"#,
                #"{"a":1}"#
            ),
            (
                #"{"required":["a"],"properties":{"a":{"type":"string","readOnly":true}}}"#, "{}"
            ),
            (
                #"{"type":"array","items":{"enum":["a","b"]},"minItems":2,"uniqueItems":true}"#,
                #"["a","b"]"#
            ),
            (#"{"type":"string","pattern":"^[a-z]+$","minLength":6}"#, #""aaaaaa""#),
            (#"{"type":"integer","minimum":5,"example":1}"#, "5"),
        ]
    )
    func examples(schema: String, example: String) throws {
        let schema = try JSONValue(parsing: schema)
        let document = document([
            "requestBody": ["content": ["application/json": ["schema": schema]]],
            "responses": ["200": ["description": "OK"]],
        ])
        let (linted, text) = try importedText(document)
        let contract = linted.contract
        var wanted = try JSONValue(parsing: example)
        // A text in place of a body is sent unchanged.
        if wanted.stringValue != nil { wanted = .string(wanted.text) }
        #expect(contract.operations[0].variants[0].request["json"]?.constantValue == wanted)
        #expect(!text.contains("does not keep to its schema"))
        #expect(contract.cases.allSatisfy { $0.waiver == nil })
    }

    @Test(
        "If no valid example can be made, the case is not run, with the reason",
        arguments: [
            (#"{"type":"boolean","not":{"enum":[true,false]}}"#, "does not keep to its schema"),
            (#"{"type":"string","pattern":"^(.)\\1$"}"#, "cannot be checked by its schema"),
        ]
    )
    func withoutExample(schema: String, reason: String) throws {
        let schema = try JSONValue(parsing: schema)
        let (linted, _) = try importedText(
            document([
                "requestBody": ["content": ["application/json": ["schema": schema]]],
                "responses": ["200": ["description": "OK"]],
            ])
        )
        let waiver = try #require(linted.contract.cases.first?.waiver)
        #expect(
            waiver.reason.hasPrefix("the one that was made up of the body \(reason)"),
            "\(waiver.reason)"
        )
    }

    @Test(
        "Keywords of OpenAPI 3.0 become those of JSON Schema 2020-12",
        arguments: [
            (#"{"type":"string","nullable":true}"#, #"{"type":["string","null"]}"#),
            (
                #"{"type":"string","nullable":true,"enum":["a"]}"#,
                #"{"type":["string","null"],"enum":["a",null]}"#
            ),
            (#"{"type":"string","nullable":false}"#, #"{"type":"string"}"#),
            (
                #"{"nullable":true,"allOf":[{"type":"string"}]}"#,
                #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#
            ),
            (
                #"{"minimum":1,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false}"#,
                #"{"maximum":9,"exclusiveMinimum":1}"#
            ),
            (#"{"type":"integer","example":3,"xml":{}}"#, #"{"type":"integer","examples":[3]}"#),
            (
                ##"{"$ref":"#/components/schemas/X","description":"ignored"}"##,
                ##"{"$ref":"#/schemas/X"}"##
            ),
            (
                #"{"properties":{"nullable":{"type":"string"}}}"#,
                #"{"properties":{"nullable":{"type":"string"}}}"#
            ),
            (
                #"{"required":["a","b"],"properties":{"a":{"writeOnly":true}}}"#,
                #"{"required":["b"],"properties":{"a":{"writeOnly":true}}}"#
            ),
        ]
    )
    func oldSchemas(old: String, new: String) throws {
        let media: JSONValue = ["schema": try JSONValue(parsing: old)]
        let contract = try imported(
            document(
                [
                    "responses": [
                        "200": ["description": "", "content": ["application/json": media]]
                    ]
                ],
                version: "3.0.1",
                components: ["schemas": ["X": ["type": "string"]]]
            )
        ).contract
        let schema = contract.operations[0].responses[0].expectation.schema?.schema.written
        #expect(schema == (try JSONValue(parsing: new)))
    }

    @Test("A schema of OpenAPI 3.1 is unchanged, with everything it refers to")
    func newSchemas() throws {
        let node: JSONValue = [
            "type": ["object", "null"], "description": "One\nline.\n\nMore.",
            "properties": ["next": ["$ref": "#/components/schemas/Node", "description": "d"]],
        ]
        let media: JSONValue = ["schema": ["$ref": "#/components/schemas/Node/properties/next"]]
        let linted = try imported(
            document(
                ["responses": ["2XX": ["description": "", "content": ["text/json": media]]]],
                components: ["schemas": ["Node": node, "Unused": ["type": "string"]]]
            )
        )
        let schema = linted.contract.operations[0].responses[0].expectation.schema?.schema
        #expect(
            schema?.document["schemas"] == [
                "Node": [
                    "type": ["object", "null"], "description": "One line.",
                    "properties": ["next": ["$ref": "#/schemas/Node", "description": "d"]],
                ]
            ]
        )
        #expect(schema?.isValid(["next": ["next": nil]]) == true)
        #expect(schema?.isValid(["next": 1]) == false)
    }

    @Test("Parameters become sections of the request in their style")
    func parameters() throws {
        let parameters: JSONValue = [
            ["name": "pet-id", "in": "path", "style": "matrix", "required": true, "example": 5],
            ["name": "tags", "in": "query", "example": ["a", "b"]],
            ["name": "ids", "in": "query", "explode": false, "example": [1, 2]],
            ["name": "at", "in": "query", "style": "deepObject", "example": ["x": 1, "y": "{{z"]],
            ["name": "where", "in": "query", "content": ["application/json": ["example": [:]]]],
            ["name": "X-A", "in": "header", "required": true, "schema": ["type": "boolean"]],
            ["name": "Accept", "in": "header", "example": "text/html"],
            ["name": "sid", "in": "cookie", "example": "s1"],
            ["name": "later", "in": "query", "schema": ["type": "string", "default": "x"]],
        ]
        let document = document(["parameters": parameters], path: "/pets/{pet-id}/x")
        let (linted, text) = try importedText(document)
        let request = linted.contract.operations[0].variants[0].request
        #expect(request.constant("path") == "/pets/{;pet_id}/x")
        #expect(request["params"]?.constantValue == ["pet_id": 5])
        #expect(request["headers"]?.constantValue == ["X-A": true, "Cookie": "sid=s1"])
        #expect(request["query"]?["tags"]?.constantValue == ["a", "b"])
        #expect(request["query"]?["ids"]?.constantValue == "1,2")
        #expect(request["query"]?["at[x]"]?.constantValue == 1)
        #expect(request["query"]?["at[y]"]?.constantValue == "{{z")
        #expect(request["query"]?["where"] == .expression(.json(.constant([:]))))
        #expect(text.contains("# Optional: query later."))
    }

    @Test("A body whose texts look like templates is sent as the same JSON")
    func templatesInBodies() throws {
        let media: JSONValue = ["example": ["text": "Dear {{name}}"]]
        let document = document(["requestBody": ["content": ["application/json": media]]])
        let request = try imported(document).contract.operations[0].variants[0].request
        #expect(request["json"]?.constantValue == ["text": "Dear {{name}}"])
    }

    @Test(
        "A part whose schema describes bytes is sent as a file with a name",
        arguments: [
            (#"{"type":"string","format":"binary"}"#, #"{"text":"text","filename":"a.bin"}"#),
            (
                #"{"type":"string","contentMediaType":"image/png"}"#,
                #"{"text":"text","filename":"a.bin"}"#
            ),
            (
                #"{"anyOf":[{"type":"string","format":"binary"},{"type":"null"}]}"#,
                #"{"text":"text","filename":"a.bin"}"#
            ),
            (
                #"{"type":"array","minItems":1,"items":{"type":"string","format":"binary"}}"#,
                #"[{"text":"text","filename":"a.bin"}]"#
            ),
            (
                #"{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}"#,
                #""text""#
            ),
            (#"{"type":"string"}"#, #""text""#), (#"{"type":"integer","minimum":4}"#, "4"),
        ]
    )
    func files(schema: String, part: String) throws {
        let form: JSONValue = [
            "type": "object", "required": ["a"],
            "properties": ["a": try JSONValue(parsing: schema)],
        ]
        let body: JSONValue = ["content": ["multipart/form-data": ["schema": form]]]
        let contract = try imported(document(["requestBody": body])).contract
        let sent = contract.operations[0].variants[0].request["multipart"]?["a"]?.constantValue
        #expect(try sent == JSONValue(parsing: part))
    }

    @Test("An example with a list where the schema has one file, and the reverse, is imported")
    func unlikeFiles() throws {
        let file: JSONValue = ["type": "string", "format": "binary"]
        let samples: [(schema: JSONValue, example: JSONValue, part: JSONValue)] = [
            (file, [], []), (file, ["x"], [["text": "x", "filename": "a.bin"]]),
            (["type": "array", "items": file], "x", ["text": "x", "filename": "a.bin"]),
        ]
        for sample in samples {
            let media: JSONValue = [
                "schema": ["type": "object", "properties": ["a": sample.schema]],
                "example": ["a": sample.example],
            ]
            let body: JSONValue = ["content": ["multipart/form-data": media]]
            let text = try importedText(document(["requestBody": body])).text
            let parsed = try YAMLDocument.parse(SourceText(file: "a.yaml", bytes: Array(text.utf8)))
            let request = parsed.json["operations"]?.objectValue?.members.first?.value["request"]
            #expect(request?["multipart"]?["a"] == sample.part, "\(text)")
        }
    }

    @Test("A file has the content type that its encoding declares, if there is one")
    func fileType() throws {
        for (declared, sent) in [("image/png", "image/png"), ("image/*", nil), ("a/b, a/c", nil)] {
            let media: JSONValue = [
                "schema": ["required": ["a"], "properties": ["a": ["format": "binary"]]],
                "encoding": ["a": ["contentType": .string(declared)]],
            ]
            let body: JSONValue = ["content": ["multipart/form-data": media]]
            let request = try imported(document(["requestBody": body])).contract.operations[0]
                .variants[0].request
            #expect(request["multipart"]?["a"]?["type"]?.constantValue == sent.map { .string($0) })
        }
    }

    @Test(
        "Supported schemes are imported, combined where they are used together",
        arguments: [
            (["key"], "headers: { X-Key: \"{{key}}\" }"),
            (["query"], "query: { k: \"{{query}}\" }"),
            (["basic"], "username: \"{{basicUsername}}\", password: \"{{basicPassword}}\""),
            (["bearer"], "token: \"{{bearerToken}}\""),
            (["key", "bearer"], "X-Key: \"{{key}}\", Authorization: \"Bearer {{bearerToken}}\""),
            (["open"], "# FILL IN security: open."),
            (["basic", "key"], "# FILL IN security: basic"),
        ]
    )
    func security(names: [String], line: String) throws {
        let requirement = JSONObject(names.map { .init(name: $0, value: []) })
        let document = document(
            ["security": [.object(requirement)]],
            components: [
                "securitySchemes": [
                    "key": ["type": "apiKey", "in": "header", "name": "X-Key"],
                    "query": ["type": "apiKey", "in": "query", "name": "k"],
                    "basic": ["type": "http", "scheme": "basic"],
                    "bearer": ["type": "http", "scheme": "Bearer"],
                    "open": [
                        "type": "openIdConnect", "openIdConnectUrl": "https://id.example.com",
                    ],
                ]
            ]
        )
        let text = try importedText(document).text
        #expect(text.contains(line), "\(text)")
    }

    @Test(
        "A request without credentials is sent where that is one of the alternatives",
        arguments: [
            ([["key": []], [:]], nil), ([[:], ["key": []]], nil), ([[:]], nil), ([], nil),
            ([["key": []]], "key"), ([["nowhere": []], ["key": []]], "key"),
        ] as [([JSONValue], JSONValue?)]
    )
    func optionalSecurity(alternatives: [JSONValue], scheme: JSONValue?) throws {
        let document = document(
            ["security": .array(alternatives)],
            components: [
                "securitySchemes": ["key": ["type": "apiKey", "in": "header", "name": "X-Key"]]
            ]
        )
        let request = try imported(document).contract.operations[0].variants[0].request
        #expect(request["security"]?.constantValue == scheme)
    }

    @Test(
        "An unreadable document is rejected with the position and a hint",
        arguments: [
            (
                #"{"swagger":"1.2"}"#,
                "t.json#/swagger: expected an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2, got "
                    + "Swagger 1.2"
            ),
            (
                #"{"openapi":"4.0.0"}"#,
                "t.json#/openapi: expected an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2, got "
                    + "\"4.0.0\""
            ),
            (
                "[]",
                "t.json: expected an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2, got array []"
            ),
            (
                #"{"openapi":"3.1.0","paths":{}}"#,
                "t.json#/paths: expected at least one path with an operation, got {}"
            ),
            (
                #"{"openapi":"3.1.0","paths":{"/a":{"$ref":"b.yaml"}}}"#,
                "t.json#/paths: expected at least one path with an operation, got {}; for example "
                    + "/paths/~1a: it refers to \"b.yaml\"; addresses, and other "
                    + "files of standard input, are not read: bundle the document into one first, "
                    + "for example with `redocly bundle`"
            ),
            (
                ##"{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}"##,
                "t.json#/paths: expected at least one path with an operation, got {}; for example "
                    + "/paths/~1a: its references are cyclic"
            ),
            (
                #"{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"20":{}}}}}}"#,
                "t.json#/paths/~1a/get/responses/20: expected a status such as 200, 4XX or default, "
                    + "got \"20\""
            ),
        ]
    )
    func refused(document: String, message: String) throws {
        let document = try JSONValue(parsing: document)
        let error = #expect(throws: InterchangeError.self) {
            try OpenAPIImport.contract(from: document, file: "t.json")
        }
        #expect(error?.description == message)
    }
}
