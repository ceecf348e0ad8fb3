import TestSupport
import Testing

/// Files of other tools, imported and replayed as a user would.
struct CollectionReplayTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    struct Source: Sendable, CustomTestStringConvertible {
        let format: String
        let text: String
        /// Text in the server's responses that breaks something the source requires, and its replacement.
        let defects: [(old: String, new: String)]

        var testDescription: String { format }
    }

    static let sources = [
        Source(
            format: "postman",
            text: #"""
                {"info":{"name":"T","schema":"https://s/collection/v2.1.0/c.json"},
                "auth":{"type":"bearer","bearer":[{"key":"token","value":"{{token}}"}]},
                "item":[{"name":"Log in","request":{"method":"POST","auth":{"type":"noauth"},"url":"{{host}}/login"},
                "event":[{"listen":"test","script":{"exec":["pm.environment.set('token', pm.response.json().token);"]}}]},
                {"name":"Notes","item":[
                {"name":"Create","request":{"method":"POST","url":"{{host}}/notes","body":{"mode":"raw","raw":"{\"text\":\"hello\"}","options":{"raw":{"language":"json"}}}},
                "event":[{"listen":"test","script":{"exec":["pm.test('made', () => {","pm.response.to.have.status(201);",
                "pm.expect(pm.response.json().id).to.be.a('number');","});","pm.environment.set('id', pm.response.json().id);"]}}]},
                {"name":"Read","request":{"method":"GET","url":{"raw":"{{host}}/notes/:id","host":["{{host}}"],"path":["notes",":id"],"variable":[{"key":"id","value":"{{id}}"}]}},
                "event":[{"listen":"test","script":{"exec":["pm.expect(pm.response.json().text).to.eql('hello');"]}}]}]}]}
                """#,
            defects: [
                (#""text":"hello""#, #""text":"bye""#),
                (#""id":7"#, #""id":"7""#),
            ]
        ),
        Source(
            format: "hurl",
            text: """
                POST {{host}}/login
                HTTP 200
                [Captures]
                token: jsonpath "$.token"

                POST {{host}}/notes
                Authorization: Bearer {{token}}
                {"text": "hello"}
                HTTP 201
                [Captures]
                id: jsonpath "$.id"

                GET {{host}}/notes/{{id}}
                Authorization: Bearer {{token}}
                HTTP 200
                Content-Type: application/json
                {"id": {{id}}, "text": "hello"}
                """,
            defects: [
                (#""text":"hello""#, #""text":"bye""#),
                ("application/json", "text/json"),
            ]
        ),
        Source(
            format: "pact",
            text: #"""
                {"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{"description":"a note",
                "request":{"method":"GET","path":"/notes/7","headers":{"Authorization":"Bearer sample-token"}},
                "response":{"status":200,"headers":{"Content-Type":"application/json"},"body":{"id":1,"text":"other"},
                "matchingRules":{"$.body.id":{"match":"type"},"$.body.text":{"match":"regex","regex":"^h"}}}}],
                "metadata":{"pactSpecification":{"version":"2.0.0"}}}
                """#,
            defects: [
                (#""text":"hello""#, #""text":"bye""#), (#""id":7"#, #""id":"7""#),
                ("application/json", "text/json"),
            ]
        ),
    ]

    /// A notes server that remembers which clients have signed in.
    private func server(saying replaced: (old: String, new: String)?) throws -> ScriptedServer {
        try ScriptedServer([
            .forever([
                .reply { request in
                    let lines = request.headLines
                    let isKnown = lines.contains {
                        $0.lowercased().hasPrefix("authorization: bearer tok-")
                    }
                    let response =
                        switch lines[0].prefix(11) {
                        case "POST /login": Answer.json(#"{"token":"tok-12345"}"#)
                        case _ where !isKnown: Answer.json(#"{"error":"WHO"}"#, status: "401 No")
                        case "POST /notes": Answer.json(#"{"id":7}"#, status: "201 Created")
                        case "GET /notes/": Answer.json(#"{"id":7,"text":"hello"}"#)
                        default: Answer.json("{}", status: "404 Not Found")
                        }
                    guard let replaced else { return response }
                    let parts = response.split(separator: "\r\n\r\n", maxSplits: 1)
                    let body = String(parts[1]).replacing(replaced.old, with: replaced.new)
                    let head = String(parts[0]).replacing(replaced.old, with: replaced.new)
                        .replacing(
                            "Content-Length: \(parts[1].utf8.count)",
                            with: "Content-Length: \(body.utf8.count)"
                        )
                    return "\(head)\r\n\r\n\(body)"
                }
            ])
        ])
    }

    @Test(
        "An imported contract passes against a correct server and fails against a wrong one",
        arguments: sources
    )
    func replay(_ source: Source) async throws {
        let file = try folder.write(Array(source.text.utf8), to: "source")
        let contract = folder.file("contract.yaml")
        let imported = try ChildProcess(
            builtProgram,
            ["import", source.format, file, "-o", contract]
        )
        #expect(imported.ending == .exited(0), "\(imported.errors)")
        let whole: [(old: String, new: String)?] = [nil] + source.defects
        for defect in whole {
            let server = try server(saying: defect)
            let run = try await RunningProgram(
                ["verify", contract, "--target", server.origin],
                environment: ["BEARER_TOKEN=tok-12345"]
            ).end()
            let wanted: Int32 = defect == nil ? 0 : 4
            #expect(
                run.ending == .exited(wanted),
                "\(source.format), \(defect?.new ?? "as it is"):\n\(run.output)\(run.errors)"
            )
        }
    }
}
