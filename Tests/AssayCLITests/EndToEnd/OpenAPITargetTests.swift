import ContractFile
import JSON
import JSONSchemas
import TestSupport
import Testing

/// `assay verify --openapi`: a server checked against an OpenAPI document.
struct OpenAPITargetTests {
    private static let document = #"""
        swagger: "2.0"
        info: { title: Things, version: "1" }
        host: things.example.com
        basePath: /v1
        consumes: [application/json]
        produces: [application/json]
        x-wrong: &wrong
          "400": { description: Wrong, schema: { $ref: "#/definitions/Error" } }
          "404": { description: Gone, schema: { $ref: "#/definitions/Error" } }
        paths:
          /things:
            get: { operationId: listThings, responses: { "200": { description: ok, schema: { type: array, items: { $ref: "#/definitions/Thing" } } } } }
            post:
              operationId: createThing
              parameters: [ { name: thing, in: body, required: true, schema: { $ref: "#/definitions/Thing" } } ]
              responses: { "201": { description: made, schema: { $ref: "#/definitions/Thing" } }, <<: *wrong }
          /things/{thingId}:
            parameters: [ { name: thingId, in: path, required: true, type: integer } ]
            get: { operationId: getThing, responses: { "200": { description: ok, schema: { $ref: "#/definitions/Thing" } }, <<: *wrong } }
            put:
              operationId: replaceThing
              parameters: [ { name: thing, in: body, required: true, schema: { $ref: "#/definitions/Thing" } } ]
              responses: { "200": { description: ok, schema: { $ref: "#/definitions/Thing" } }, <<: *wrong }
            delete: { operationId: deleteThing, responses: { "204": { description: gone }, <<: *wrong } }
        definitions:
          Error: { type: object, required: [message], properties: { message: { type: string } } }
          Thing:
            type: object
            required: [id, name]
            properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 30 }, color: { type: string, enum: [red, blue] } }
        """#

    @Test(
        "A document is fetched from its address, or the reason is reported",
        arguments: [("200 OK", true), ("404 Not Found", false)]
    )
    func address(status: String, isThere: Bool) async throws {
        let server = try ScriptedServer(
            answering: Answer.json(
                #"""
                {"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"operationId":"a",
                "responses":{"200":{"description":"ok"}}}}}}
                """#,
                status: status
            )
        )
        let address = server.origin + "/docs/api.json?v=1"
        let run = try await RunningProgram(
            ["verify", "--openapi", address, "--target", server.origin]
        ).end()
        #expect(run.ending == .exited(isThere ? 0 : 2), "\(run.errors)\(run.output)")
        let lines = server.received.compactMap(\.headLines.first)
        let fetched = "GET /docs/api.json?v=1 HTTP/1.1"
        #expect(lines == (isThere ? [fetched, "GET /a HTTP/1.1"] : [fetched]))
        let reason = "cannot fetch \(address): expected status 200, got 404"
        #expect(run.errors.contains(reason) == !isThere, "\(run.errors)")
    }

    @Test(
        "Generated cases and sequences find no failures in a stub of the document and cover all of it"
    )
    func stubHolds() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(Self.document.utf8), to: "api.yaml")
        let contract = folder.file("c.yaml")
        let imported = try ChildProcess(builtProgram, ["import", "openapi", path, "-o", contract])
        #expect(imported.ending == .exited(0), "\(imported.errors)")
        let stub = try RunningProgram(["serve", contract])
        let lines = await stub.lines(3)
        #expect(
            lines[2]
                == "keeps what createThing creates: read by getThing, changed by replaceThing, "
                + "deleted by deleteThing, listed by listThings"
        )
        let place = try #require(lines[0].firstRange(of: " at "), "\(lines)")
        let run = try await RunningProgram(
            [
                "verify", "--openapi", path, "--target", String(lines[0][place.upperBound...]),
                "--generate=150", "--seed", "1", "--format", "json",
            ]
        ).end()
        #expect(run.ending == .exited(0), "\(run.errors)\n\(run.output)")
        let report = try JSONValue(parsing: run.output)
        let description = try #require(report["description"])
        #expect(description["summary"]?["operations"] == ["tried": 5, "all": 5])
        #expect(description["summary"]?["members"] == ["tried": 4, "all": 4])
        let folders = "\(#filePath)".split(separator: "/").dropLast(4).joined(separator: "/")
        let text = try DiskFiles().read(
            "/\(folders)/contracts/report-1.schema.json",
            atMost: 1 << 20
        )
        let schema = try JSONSchema(document: JSONValue(parsing: text))
        #expect(schema.violations(in: report).violations.isEmpty)
        #expect(run.errors.contains("api.yaml as a contract: 5 operations"), "\(run.errors)")
    }

    @Test("An unreadable document is rejected before anything is sent")
    func refused() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array("swagger: '1.2'\n".utf8), to: "api.yaml")
        let run = try await RunningProgram(["verify", "--openapi", path]).end()
        #expect(run.ending == .exited(2))
        #expect(run.errors.contains("expected an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2"))
    }
}
