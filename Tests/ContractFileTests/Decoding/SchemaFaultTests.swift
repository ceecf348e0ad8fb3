import Testing

struct SchemaFaultTests {
    @Test("A fault inside a schema is shown on its own line", arguments: Self.samples)
    func schemas(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "in the table, whether it is used or not, each once",
            #"""
            contract: "1"
            schemas:
              Created:
                type: object
                properties:
                  id: { type: strng }
                  at:
                    $ref: "#/schemas/Dat"
              Date:
                minimum: one
                patern: "^a"
            operations:
              a: { request: { path: /a }, responses: { "200": { schema: { $ref: "#/schemas/Created" } } } }
              b: { request: { path: /b }, responses: { "200": { schema: { $ref: "#/schemas/Created" } } } }

            """#,
            expected: #"""
                a.yaml:6:19: error: schema: expected one of "array", "boolean", "integer", "null", "number", "object", "string", got "strng"; did you mean "string"?
                    6 |       id: { type: strng }
                      |                   ^^^^^
                a.yaml:8:15: error: schema: "#/schemas/Dat" leads nowhere: "/schemas" has no member "Dat"; did you mean "Date"?
                    8 |         $ref: "#/schemas/Dat"
                      |               ^^^^^^^^^^^^^^^
                a.yaml:10:14: error: schema: expected number, got "one"
                   10 |     minimum: one
                      |              ^^^
                3 errors

                """#
        ),
        LoadingSample(
            "in an expectation",
            #"""
            contract: "1"
            schemas: { Created: { type: object } }
            operations:
              a:
                request: { path: /a }
                responses:
                  "200":
                    schema:
                      type: array
                      items:
                        anyOf:
                          - { type: string, pattern: "(" }
                          - { $ref: "#/schemas/created" }
                          - { requird: [a] }
                  "201": { asserts: [{ jsonpath: "$.a", schema: { type: [] } }] }
                  "202": { schema: { const: "{{a}}" } }
                  "203": { schema: { $ref: "#/schemas/Nothing" } }

            """#,
            expected: #"""
                a.yaml:12:42: error: schema: "(" is not a regular expression that can be used: expected ")" at the end of a group at character 2, found the end
                   12 |               - { type: string, pattern: "(" }
                      |                                          ^^^
                a.yaml:13:25: error: schema: "#/schemas/created" leads nowhere: "/schemas" has no member "created"; did you mean "Created"?
                   13 |               - { $ref: "#/schemas/created" }
                      |                         ^^^^^^^^^^^^^^^^^^^
                a.yaml:15:61: error: schema: expected one or more types, got []
                   15 |       "201": { asserts: [{ jsonpath: "$.a", schema: { type: [] } }] }
                      |                                                             ^^
                a.yaml:17:32: error: schema: "#/schemas/Nothing" leads nowhere: "/schemas" has no member "Nothing"
                   17 |       "203": { schema: { $ref: "#/schemas/Nothing" } }
                      |                                ^^^^^^^^^^^^^^^^^^^
                   hint: known: Created
                4 errors

                """#
        ),
        LoadingSample(
            "in a used file, shown there",
            #"""
            contract: "1"
            use: [tables.yaml]
            operations:
              a: { request: { path: /a }, responses: { "200": { schema: { $ref: "#/schemas/Bad" } } } }

            """#,
            files: [
                "tables.yaml": #"""
                contract: "1"
                schemas:
                  Bad:
                    required: id

                """#
            ],
            expected: #"""
                tables.yaml:4:15: error: schema: expected array of strings, got "id"
                    4 |     required: id
                      |               ^^
                1 error

                """#
        ),
        LoadingSample(
            "of failure",
            #"""
            contract: "1"
            failure:
              when: { status: { gte: 400 } }
              schema:
                type: objet

            """#,
            expected: #"""
                a.yaml:5:11: error: schema: expected one of "array", "boolean", "integer", "null", "number", "object", "string", got "objet"; did you mean "object"?
                    5 |     type: objet
                      |           ^^^^^
                1 error

                """#
        ),
    ]
}
