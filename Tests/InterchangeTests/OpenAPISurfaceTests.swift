import Contract
import HTTP
import JSON
import Testing

@testable import Interchange

/// Coverage of a document by a run.
struct OpenAPISurfaceTests {
    private static let document: JSONValue = [
        "openapi": "3.1.0", "servers": [["url": "https://h.example/v1"]],
        "paths": [
            "/notes/{id}": [
                "put": [
                    "parameters": [
                        ["name": "id", "in": "path", "required": true],
                        ["name": "dry", "in": "query"], ["name": "X-A", "in": "header"],
                        [
                            "name": "at", "in": "query", "style": "deepObject",
                            "schema": ["type": "object"],
                        ],
                    ],
                    "requestBody": [
                        "content": [
                            "application/json": [
                                "schema": [
                                    "properties": [
                                        "text": ["type": "string"], "id": ["readOnly": true],
                                        "tags": ["items": ["properties": ["name": [:]]]],
                                    ]
                                ]
                            ]
                        ]
                    ],
                    "responses": ["200": [:], "4XX": [:]],
                ]
            ],
            "/notes/new": ["put": ["responses": ["200": [:]]]],
        ],
    ]

    @Test(
        "Requests are counted for their operation, whatever prefix its path has"
    )
    func counting() throws {
        var use = try OpenAPISurface.use(of: Self.document, file: "t.json")
            .found(behind: ["/proxy"], orAt: ["/v2"])
        func send(
            _ method: String,
            _ path: String,
            _ query: String? = nil,
            _ body: String? = nil,
            _ status: Int?
        ) {
            var request = HTTPRequest(method: method, origin: "http://a", path: path, query: query)
            request.body = body.map { Array($0.utf8) }
            use.note(request, status: status)
        }
        send("PUT", "/v1/notes/1", "at%5Bx%5D=1", #"{"text":"a","tags":[{}]}"#, 200)
        send("PUT", "/proxy/v1/notes/2", nil, #"{"tags":[{"name":1}]}"#, 404)
        send("PUT", "/v2/notes/3", nil, "no JSON", 500)
        send("PUT", "/notes/new", nil, nil, nil)
        send("DELETE", "/v1/notes/4", nil, nil, 405)
        send("GET", "/other", nil, nil, 404)
        let note = use.operations[0]
        #expect(note.label == "PUT /notes/{id}" && note.sent == 3)
        #expect(note.statuses.map { "\($0.name) \($0.count)" } == ["200 1", "4XX 1"])
        #expect(note.undeclared == [500: 1])
        #expect(
            note.parameters.map { "\($0.part.name) \($0.part.count)" }
                == ["path id 3", "query dry 0", "header X-A 0", "query at 1"]
        )
        #expect(
            note.members.map { "\($0.name) \($0.count)" } == [
                "/text 1", "/tags 2", "/tags/*/name 1",
            ]
        )
        #expect(use.operations[1].sent == 1)
        #expect(use.strangers == ["DELETE /notes/{id}": 1, "GET /other": 1])
        #expect(use.shares.map { "\($0.seen)/\($0.all)" } == ["2/2", "2/3", "2/4", "3/3"])
    }
}
