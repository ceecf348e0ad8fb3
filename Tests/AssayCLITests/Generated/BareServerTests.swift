import HTTP
import HTTPServer
import JSON
import TestSupport
import Testing

/// Requirements of servers that their documents omit, and statements of documents whose violation is not a mistake of
/// the server.
struct BareServerTests {
    /// A service whose document omits some of its requirements.
    private static let document = #"""
        swagger: "2.0"
        info: { title: Bare, version: "1" }
        produces: [application/json]
        consumes: [application/json]
        paths:
          /kernels:
            post:
              operationId: start
              parameters:
                - in: body
                  name: kernel
                  schema: { type: object, properties: { engine: { type: string } } }
              responses:
                "201": { description: Started., schema: { $ref: "#/definitions/Kernel" } }
                default: { description: Refused. }
          /kernels/{kernel}:
            parameters: [ { in: path, name: kernel, required: true, type: string } ]
            get:
              operationId: show
              responses:
                "200": { description: Shown., schema: { $ref: "#/definitions/Kernel" } }
                default: { description: Refused. }
          /sections:
            get:
              operationId: list
              responses:
                "200":
                  description: Listed.
                  schema: { type: array, items: { type: object } }
          /sections/{section}:
            parameters: [ { in: path, name: section, required: true, type: string } ]
            get:
              operationId: read
              responses: { "200": { description: Read. }, "404": { description: None. } }
          /settings:
            patch:
              operationId: change
              parameters:
                - in: body
                  name: change
                  required: true
                  schema:
                    type: object
                    properties: { color: { type: string }, size: { type: integer } }
                    example: {}
              responses: { "200": { description: Changed. }, "400": { description: Refused. } }
          /status/{codes}:
            parameters: [ { in: path, name: codes, required: true, type: string } ]
            get:
              operationId: status
              responses: { "200": { description: That. }, "400": { description: Refused. } }
          /twice/{n}:
            parameters: [ { in: path, name: n, required: true, type: int } ]
            get:
              operationId: double
              responses: { "200": { description: Twice. }, "404": { description: None. } }
          /move:
            get:
              operationId: move
              responses: { "302": { description: Elsewhere. } }
          /picture:
            get:
              operationId: picture
              produces: [image/png]
              responses: { "200": { description: Shown. } }
        definitions:
          Kernel:
            type: object
            required: [id]
            properties: { id: { type: string }, label: { type: string } }
        """#

    private static func answer(_ request: ServerRequest) -> ServerResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        let methods = [
            "kernels": parts.count == 1 ? "POST" : "GET", "settings": "PATCH",
        ]
        guard let first = parts.first else { return json(404, [:]) }
        guard request.method == methods[first] ?? "GET" else {
            var refused = json(405, [:])
            refused.headers.append("Allow", methods[first] ?? "GET")
            return refused
        }
        let body = JSONObject(body: request.body)
        switch (first, parts.count) {
        case ("kernels", 1):
            guard let body, body.isEmpty else { return json(400, [:]) }
            return json(201, ["id": "k1", "label": .null])
        case ("kernels", 2): return json(parts[1] == "k1" ? 200 : 404, ["id": "k1"])
        case ("sections", 1): return json(200, [["name": "north"]])
        case ("sections", 2): return json(parts[1] == "north" ? 200 : 404, [:])
        case ("settings", 1):
            guard let body, !body.isEmpty, Set(body.names).isSubset(of: ["color", "size"]),
                body["color"].map({ $0.stringValue != nil }) ?? true,
                body["size"].map({ $0.kind == .integer }) ?? true
            else { return json(400, [:]) }
            return json(200, [:])
        case ("status", 2): return json(Int(parts[1]) == 200 ? 200 : 400, [:])
        case ("twice", 2):
            return json(parts[1].allSatisfy(\.isNumber) ? 200 : 404, [:])
        case ("move", 1):
            var moved = ServerResponse(status: 302)
            moved.headers.append("Location", "/picture")
            return moved
        case ("picture", 1):
            return ServerResponse(
                status: 200,
                headers: HTTPFields([.init(name: "Content-Type", value: "image/png")]),
                body: [0x89, 0x50, 0xA0, 0xFF]
            )
        default: return json(404, [:])
        }
    }

    private static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
            body: Array(value.text.utf8)
        )
    }

    @Test("Every operation succeeds once, and only contradictions of the document are found")
    func bare() async throws {
        let daemon = try HTTPDaemon(
            limits: ServerLimits(requestLineBytes: 16_384, bodyBytes: 1_048_576),
            options: ServerOptions(connections: 64, threads: 1, drainTimeout: .zero),
            handler: Self.answer
        )
        defer { daemon.stop() }
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(Self.document.utf8), to: "bare.yaml")
        let run = try await RunningProgram([
            "verify", "--openapi", path, "--target", daemon.origin, "--generate=1500", "--seed",
            "1",
            "--time", "60s", "--format", "json",
        ]).end()
        let report = try JSONValue(parsing: run.output)
        let contract = try #require(report["contracts"]?.arrayValue?.first, "\(run.errors)")
        let generation = contract["generation"]
        #expect(generation?["operations"] == 9, "\(generation?.text ?? "")")
        let found = (contract["cases"]?.arrayValue ?? []).compactMap { entry in
            entry["generated"].map {
                "\($0["operation"]?.stringValue ?? "") \($0["kind"]?.stringValue ?? "")"
            }
        }
        // The response shows null where the document has a text; no engine is accepted, and no empty change.
        let wanted: Set = ["start undeclared", "start refused", "change refused"]
        #expect(Set(found) == wanted, "\(found)")
    }
}

extension JSONObject {
    /// The object in a body; `nil` if there is none.
    fileprivate init?(body: [UInt8]) {
        guard let value = try? JSONValue(parsing: body), let object = value.objectValue else {
            return nil
        }
        self = object
    }
}
