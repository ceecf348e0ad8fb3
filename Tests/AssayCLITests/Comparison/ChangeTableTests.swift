import AssayCLI
import CommandLineTool
import JSON
import TestSupport
import Testing

struct ChangeTableTests {
    private func diff(
        _ old: String,
        _ new: String,
        as ending: (String, String) = ("json", "json")
    ) async throws -> (status: CommandLineTool.ExitStatus, output: String, errors: String) {
        let folder = try TemporaryDirectory()
        let paths = [
            try folder.write(Array(old.utf8), to: "old.\(ending.0)"),
            try folder.write(Array(new.utf8), to: "new.\(ending.1)"),
        ]
        let (output, errors) = (MemorySink(), MemorySink())
        let console = Console(output: output, errors: errors, terminal: .none)
        let status = await AssayCommand.run(["diff"] + paths, console: console)
        func local(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
        return (status, local(output.text), local(errors.text))
    }

    private func verdict(_ output: String) -> ChangeTable.Verdict {
        let lines = output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        return [.breaking, .compatible, .note].first { verdict in
            lines.contains { $0.dropFirst(2).hasPrefix(verdict.rawValue) }
        } ?? .nothing
    }

    private func edited(_ edits: [(String, JSONValue?)]) throws -> JSONValue {
        try edits.reduce(ChangeTable.document) { document, edit in
            let place = try JSONPointer(edit.0)
            guard let value = edit.1 else { return try document.removing(place) }
            guard let last = place.tokens.last, let index = Int(last),
                let list = document[JSONPointer(tokens: place.tokens.dropLast())]?.arrayValue,
                index == list.count
            else { return try document.setting(place, to: value) }
            let whole = JSONPointer(tokens: place.tokens.dropLast())
            return try document.setting(whole, to: .array(list + [value]))
        }
    }

    @Test(
        "Every kind of OpenAPI change has its verdict",
        arguments: ChangeTable.rows.indices
    )
    func change(index: Int) async throws {
        let row = ChangeTable.rows[index]
        let new = try edited(row.edits)
        #expect(new != ChangeTable.document)
        let run = try await diff(ChangeTable.document.text, new.text)
        #expect(verdict(run.output) == row.verdict, "\(row.name): \(run.output)\(run.errors)")
        #expect(run.status == (row.verdict == .breaking ? .contractBroken : .success))
        // If a peer calls it an error, the reader must learn why it is not one here.
        #expect(row.peer != .error || row.verdict == .breaking || row.why != nil, "\(row.name)")
    }

    @Test("A part that an import leaves out becomes a note if it differs, not if it moves")
    func notCompared() async throws {
        func document(_ security: String, _ fields: String) -> String {
            """
            openapi: 3.0.3
            info: { title: A, version: "1" }
            servers: [ { url: "http://127.0.0.1:9" } ]
            components:
              securitySchemes:
                k: { type: apiKey, in: header, name: X-Key }
                b: { type: http, scheme: bearer }
                c: { type: http, scheme: basic }
            paths:
              /a:
                get:
                  operationId: read
                  security: \(security)
                  responses:
                    "200": { description: ok, headers: \(fields) }

            """
        }
        let old = document("[ { k: [] }, { b: [] }, { c: [] } ]", "{ X-N: { schema: {} } }")
        let same = document("[ { k: [] }, { c: [] }, { b: [] } ]", "{ X-N: { schema: {} } }")
        let new = document("[ { k: [] }, { c: [] } ]", "{ X-N: { schema: { type: integer } } }")
        let equal = try await diff(old, same, as: ("yaml", "yaml"))
        #expect(equal.output.hasSuffix("no change that affects clients\n"))
        let changed = try await diff(old, new, as: ("yaml", "yaml"))
        #expect(changed.status == .success)
        let notes = changed.output.split(separator: "\n").filter { $0.contains("not compared") }
        #expect(
            notes.map { $0.dropFirst(2).prefix { $0 != ";" } } == [
                "note        security/1 was removed",
                "note        responses/200/headers/X-N changed",
            ]
        )
        #expect(notes.first?.hasSuffix("  old.yaml:13:30") == true, "\(notes)")
    }

    @Test("The table has at least sixty kinds, each once")
    func size() {
        #expect(ChangeTable.rows.count >= 60)
        #expect(Set(ChangeTable.rows.map(\.name)).count == ChangeTable.rows.count)
    }

    private static let contract = """
        contract: "1"
        info: { title: Post }
        targets: { api: { documented: "https://post.test" } }
        failure: { when: { status: { gte: 400 } } }
        schemas:
          Size: { type: integer, minimum: 1, maximum: 9 }
        operations:
          send:
            request: { method: POST, path: /n, headers: { X-A: a }, query: { q: x }, json: { t: hi } }
            accepts:
              query: { type: object, properties: { q: { type: string } } }
              json:
                type: object
                required: [t]
                properties: { t: { type: string, maxLength: 140 }, s: { $ref: "#/schemas/Size" } }
            responses: { "201": { asserts: [ { header: Location, exists: true } ] } }
          form:
            request: { method: POST, path: /f, form: { a: x } }
            accepts: { form: { type: object, required: [a] } }
            responses: { "200": {} }
          plain:
            request: { method: GET, path: /p }
            responses: { "200": {} }
        cases: { send: { steps: [ { call: send } ] } }

        """

    @Test(
        "Every kind of contract change has its verdict",
        arguments: [
            ("maxLength: 140", "maxLength: 20", .breaking),
            ("maxLength: 140", "maxLength: 200", .compatible),
            ("required: [t]", "required: [t, s]", nil),
            ("required: [t]\n", "additionalProperties: false\n        required: [t]\n", .breaking),
            ("maximum: 9", "maximum: 8", .breaking),
            ("minimum: 1,", "", .compatible),
            ("{ q: { type: string } }", "{ q: { type: string, pattern: ^x } }", .breaking),
            ("{ q: { type: string } }", "{ q: { type: [string] } }", .nothing),
            ("properties: { q:", "required: [q], properties: { q:", .breaking),
            ("{ form: { type: object, required: [a] } }", "{ form: { required: [a, b] } }", nil),
            ("required: [a] } }", "required: [a], properties: { b: {} } } }", .compatible),
            ("required: [a] }", "required: [] }", .compatible),
            ("X-A: a", "X-A: a, X-B: b", .note),
            ("X-A: a", "x-a: a", .nothing),
            ("path: /p }", "path: /p, query: { z: \"1\" } }", .note),
            (
                "path: /p }",
                "path: /p, query: { z: \"1\" } }\n    accepts: { query: { required: [z] } }",
                .breaking
            ),
            (
                "path: /p }", "path: /p }\n    accepts: { query: { properties: { z: true } } }",
                .compatible
            ),
            (
                "path: /p }", "path: /p }\n    accepts: { headers: { required: [X-Key] } }",
                .breaking
            ),
            (
                "json: { t: hi }", "headers: { X-A: a, Content-Type: text/json }, json: { t: hi }",
                nil
            ),
            ("asserts: [ { header: Location, exists: true } ]", "", .breaking),
            (
                "s: { $ref: \"#/schemas/Size\" }", "s: { maximum: 9, minimum: 1, type: [integer] }",
                .nothing
            ),
        ] as [(String, String, ChangeTable.Verdict?)]
    )
    func contract(text: String, replacement: String, expected: ChangeTable.Verdict?) async throws {
        let range = try #require(Self.contract.firstRange(of: text))
        let new =
            Self.contract[..<range.lowerBound] + replacement
            + Self.contract[range.upperBound...]
        let run = try await diff(Self.contract, String(new), as: ("yaml", "yaml"))
        guard let expected else {
            // An invalid new contract is reported as an unusable file.
            #expect(run.status == .unusableFile, "\(run.output)")
            return
        }
        #expect(verdict(run.output) == expected, "\(run.output)\(run.errors)")
    }

    @Test("Two notations of one document compare as unchanged")
    func twoWays() async throws {
        let other = """
            openapi: 3.0.3
            info: { title: Parcels, version: "1" }
            servers: [ { url: "https://parcels.test/{v}", variables: { v: { default: v1 } } } ]
            paths:
              /parcels/{number}:
                parameters: [ { $ref: "#/components/parameters/Number" } ]
                delete: { operationId: drop, responses: { 204: { $ref: "#/components/responses/Gone" } } }
              /labels:
                parameters:
                  - { in: query, name: size, required: true, style: deepObject, schema: { $ref: "#/components/schemas/Size" } }
                post:
                  operationId: label
                  parameters: [ { in: cookie, name: visit, required: false, schema: { type: string } } ]
                  requestBody:
                    content:
                      multipart/form-data:
                        schema:
                          allOf:
                            - { type: object, required: [picture], properties: { title: { type: string, maxLength: 30 } } }
                            - { properties: { picture: { type: string, format: binary } } }
                  responses: { 204: { description: Printed. } }
              /parcels:
                post:
                  operationId: send
                  parameters: []
                  requestBody: { $ref: "#/components/requestBodies/Parcel" }
                  responses:
                    201: { $ref: "#/components/responses/One" }
                    422: { description: Wrong. }
                get:
                  operationId: list
                  parameters:
                    - { in: header, name: x-shop, required: true,
                        schema: { allOf: [ { pattern: "^[a-z]+$" }, { type: string } ] } }
                    - { in: header, name: X-Trace, schema: { type: string, maxLength: 20, minLength: 0 } }
                    - { in: query, name: order, schema: { enum: [old, new] } }
                    - { in: query, name: limit,
                        schema: { allOf: [ { type: integer, maximum: 100 }, { minimum: 1 } ] } }
                  responses:
                    200:
                      description: All.
                      headers: { x-total: { required: true, schema: { type: integer } } }
                      content:
                        application/json:
                          schema:
                            type: array
                            items: { allOf: [ { $ref: "#/components/schemas/Found" } ] }
                            maxItems: 50
            components:
              parameters:
                Number: { in: path, name: number, required: true, schema: { type: string, maxLength: 16 } }
              requestBodies:
                Parcel:
                  required: false
                  content:
                    application/xml: { schema: { type: object } }
                    application/json: { schema: { $ref: "#/components/schemas/Input" } }
              responses:
                Gone: { description: Gone. }
                One:
                  description: Sent.
                  content: { application/json: { schema: { $ref: "#/components/schemas/Found" } } }
              schemas:
                Text: { type: string, title: A text }
                Size:
                  type: object
                  required: [width]
                  properties: { unit: { type: string, enum: [in, cm] }, width: { type: integer, maximum: 100 } }
                Base: { type: object, properties: { id: { type: string, maxLength: 16 } }, required: [id] }
                Found:
                  allOf:
                    - $ref: "#/components/schemas/Base"
                    - required: [to]
                      properties:
                        secret: { type: string, writeOnly: true }
                        to: { $ref: "#/components/schemas/Text" }
                        note: { $ref: "#/components/schemas/Text" }
                        grams: { type: integer, minimum: 1, maximum: 5000 }
                        kind: { type: string, enum: [box, letter] }
                        state:
                          oneOf:
                            - { title: Done, type: object, required: [at] }
                            - { title: Open, type: object, required: [since] }
                Input:
                  type: object
                  required: [to]
                  properties:
                    speed: { type: string, default: slow }
                    notes: { type: object, additionalProperties: { $ref: "#/components/schemas/Text" } }
                    via:
                      oneOf:
                        - { title: Ship, type: object, required: [sea] }
                        - { title: Truck, type: object, required: [road] }
                    id: { type: string, readOnly: true }
                    tags: { type: array, minItems: 1, maxItems: 5, uniqueItems: false,
                            items: { type: string, maxLength: 10 } }
                    due: { type: string, format: date }
                    code: { type: string, pattern: "^[A-Z]{3}$" }
                    grams: { type: integer, nullable: true, format: int32, minimum: 1, maximum: 5000,
                             multipleOf: 5 }
                    kind: { type: string, enum: [box, letter] }
                    to: { type: string, minLength: 1, maxLength: 80 }

            """
        let run = try await diff(ChangeTable.document.text, other, as: ("json", "yaml"))
        #expect(
            run.output == "old.json → new.yaml\n\nno change that affects clients\n",
            "\(run.errors)"
        )
        #expect(run.status == .success)
    }

    @Test("Changes in an OpenAPI document are shown with their position in it")
    func places() async throws {
        let new = try edited([("/components/schemas/NewParcel/required", ["to", "kind"])])
        let run = try await diff(ChangeTable.document.text, new.text)
        let line = "  BREAKING    body $.kind is required now  old.json:1:"
        #expect(run.output.contains(line), "\(run.output)")
    }
}
