import JSON
import Testing

@testable import Interchange

/// Meanings in collections of other tools that could be something else in a contract.
struct ForeignMeaningTests {
    private func hurl(_ text: String) throws -> String {
        let contract = try HurlImport.contract(from: [("t.hurl", Array(text.utf8))], name: "t.hurl")
        Carrying.check(contract, "t.hurl")
        return contract.text
    }

    private func postman(_ script: String) throws -> ImportedContract {
        let lines = JSONValue.array([.string(script)]).text
        return try PostmanImport.contract(
            from: try JSONValue(
                parsing: #"""
                    {"info":{"name":"T","schema":"…/v2.1.0/…"},"item":[
                    {"name":"A","request":{"method":"POST","url":"https://h.example/a"},
                    "event":[{"listen":"test","script":{"exec":\#(lines)}}]},
                    {"name":"B","request":"https://h.example/b/{{token}}"}]}
                    """#
            ),
            file: "t.json"
        )
    }

    @Test("Comments of a Hurl file belong to the request below them")
    func comments() throws {
        let text = try hurl(
            """
            # create it
            POST https://h.example/notes
            {"a":1}
            HTTP 200 # as always

            # then read it
            GET https://h.example/notes/1
            HTTP 200

            # at last delete it
            DELETE https://h.example/notes/1
            HTTP 200
            """
        )
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        func position(_ part: String) throws -> Int {
            try #require(lines.firstIndex { $0.contains(part) }, "\(part)\n\(text)")
        }
        #expect(
            text.contains("summary: then read it") && text.contains("summary: at last delete it")
        )
        #expect(try position("as always") < position("call: getNotesById"))
    }

    @Test(
        "Retries of a Hurl file are counted",
        arguments: [
            ("retry: 5\nretry-interval: 100ms", "eventually: { tries: 6, every: 100ms }"),
            ("retry: 0", "eventually: { tries: 1, every: 1000ms }"),
            ("retry: -1", "eventually: { within: 1m, every: 1000ms }"),
        ]
    )
    func retries(options: String, wanted: String) throws {
        let text = try hurl("GET https://h.example/job\n[Options]\n\(options)\nHTTP 200\n")
        #expect(text.contains(wanted), "\(text)")
    }

    @Test("A check on a variable captured from the response becomes a check on the response")
    func variables() throws {
        let text = try hurl(
            """
            GET https://h.example/a
            HTTP 200
            [Asserts]
            variable "id" matches "^n"
            cookie "sid[Value]" == "x"
            cookie "sid[HttpOnly]" exists
            [Captures]
            id: jsonpath "$.id"
            """
        )
        for part in [
            "{ jsonpath: $.id, matches: ^n }", "{ cookie: sid, equals: x }",
            #"{ cookie: "sid[HttpOnly]", exists: true }"#,
        ] { #expect(text.contains(part), "\(part)\n\(text)") }
    }

    private let found = ForeignFiles { file, document in "\(document)-\(file)" }

    @Test("Files of Hurl, Postman and Bruno are sent from the folder of the contract")
    func files() throws {
        let hurl = try HurlImport.contract(
            from: [
                (
                    "t.hurl",
                    Array(
                        """
                        POST https://h.example/a
                        [Multipart]
                        f: file,a.bin; image/png

                        POST https://h.example/b
                        file,b.bin;
                        """
                        .utf8
                    )
                )
            ],
            name: "t.hurl",
            sending: found
        )
        let postman = try PostmanImport.contract(
            from: try JSONValue(
                parsing: #"""
                    {"info":{"name":"T","schema":"…/v2.1.0/…"},"item":[{"name":"A","request":{"method":"POST",
                    "url":"https://h.example/a","body":{"mode":"formdata","formdata":[{"key":"f","type":"file",
                    "src":["a.bin","b.bin"]}]}}},{"name":"B","request":{"method":"PUT",
                    "url":"https://h.example/b","body":{"mode":"file","file":{"src":"b.bin"}}}}]}
                    """#
            ),
            file: "t.json",
            sending: found
        )
        let upload = """
            post {
              url: http://h.example/up
              body: multipartForm
            }
            body:multipart-form {
              f: @file(a.bin|b.bin)
            }
            """
        let bruno = try BrunoImport.contract(
            from: [("up.bru", Array(upload.utf8))],
            name: "up",
            sending: found
        )
        for (contract, part) in [
            (hurl, "f: { file: t.hurl-a.bin, filename: t.hurl-a.bin, type: image/png }"),
            (hurl, "file: t.hurl-b.bin"),
            (postman, "{ file: t.json-b.bin, filename: t.json-b.bin }"),
            (postman, "file: t.json-b.bin }"),
            (bruno, "{ file: up.bru-b.bin, filename: up.bru-b.bin }"),
        ] {
            #expect(contract.text.contains(part), "\(part)\n\(contract.text)")
            #expect(!contract.losses.contains { $0.reason.contains(".bin") })
        }
    }

    @Test("The charset of a request is sent unchanged")
    func charset() throws {
        let text = try hurl(
            """
            POST https://h.example/a
            Content-Type: application/json; charset=iso-8859-1
            {"a":1}
            """
        )
        #expect(text.contains("application/json; charset=iso-8859-1"), "\(text)")
    }

    @Test(
        "A value is captured under a condition on itself or on a success",
        arguments: [
            "if (pm.response.json().token) { pm.environment.set('token', pm.response.json().token); }",
            "const d = pm.response.json();\nif (d.token !== undefined && d.token.length > 0) pm.environment.set('token', d.token);",
            "if (pm.response.code === 200) {\n  pm.environment.set('token', pm.response.json().token);\n  console.log('kept');\n}",
            "const d = pm.response.json(); if (d) { pm.environment.set('token', d.token); }",
        ]
    )
    func guardedCaptures(script: String) throws {
        let contract = try postman(script)
        Carrying.check(contract, script)
        #expect(
            contract.text.contains("token: { jsonpath: $.token }"),
            "\(script)\n\(contract.text)"
        )
    }

    @Test(
        "A variable that a script sets has its new value in the same script",
        arguments: [
            (
                "pm.environment.set('id', pm.response.json().id); pm.expect(pm.environment.get('id')).to.eql(5);",
                "{ jsonpath: $.id, equals: 5 }", 0
            ),
            (
                "pm.environment.set('n', 5); pm.expect(pm.response.json().n).to.eql(pm.environment.get('n'));",
                "{ jsonpath: $.n, equals: 5 }", 0
            ),
            (
                "pm.environment.set('id', pm.response.json().id); "
                    + "pm.expect(pm.response.headers.get('Location')).to.eql(pm.environment.get('id'));",
                "captures: { id: { jsonpath: $.id } }", 1
            ),
        ]
    )
    func keptValues(script: String, part: String, losses: Int) throws {
        let contract = try postman(script)
        Carrying.check(contract, script)
        #expect(contract.text.contains(part), "\(contract.text)")
        #expect(contract.losses.count == losses, "\(contract.losses)")
    }

    @Test(
        "Actions under other conditions are omitted and listed",
        arguments: [
            "if (pm.response.code === 401) { pm.environment.set('token', pm.response.json().token); }",
            "const d = pm.response.json(); if (d.mfa) { pm.environment.set('token', d.token); }",
            "const d = pm.response.json(); if (d.token) { pm.environment.set('token', d.token); } else { pm.environment.set('x', 1); }",
        ]
    )
    func otherConditions(script: String) throws {
        let contract = try postman(script)
        Carrying.check(contract, script)
        #expect(!contract.text.contains("captures:"), "\(contract.text)")
        #expect(contract.losses.contains { $0.reason.contains("if (") }, "\(contract.losses)")
    }

    @Test("Saved responses of a Postman collection become examples and errors, without secrets")
    func savedResponses() throws {
        let contract = try PostmanImport.contract(
            from: try JSONValue(
                parsing: #"""
                    {"info":{"name":"T","schema":"…/v2.1.0/…"},"item":[{"name":"Login",
                    "request":{"method":"POST","url":"https://h.example/login"},"response":[
                    {"name":"OK","code":200,"header":[{"key":"Content-Type","value":"application/json"}],
                    "body":"{\"access_token\":\"eyJhbGciOi\",\"expires_in\":3600}"},
                    {"name":"Wrong","code":401,"header":[{"key":"Content-Type","value":"application/json"}],
                    "body":"{\"error\":{\"code\":\"WRONG_PASSWORD\",\"message\":\"It is wrong\"}}"}]},
                    {"name":"no address","request":{"method":"GET"}}]}
                    """#
            ),
            file: "t.json"
        )
        Carrying.check(contract, "saved answers")
        for part in [
            "examples: [ { access_token: secret, expires_in: 3600 } ]",
            "examples: [ { error: { code: WRONG_PASSWORD, message: It is wrong } } ]",
        ] { #expect(contract.text.contains(part), "\(part)\n\(contract.text)") }
        #expect(!contract.text.contains("eyJ"))
        #expect(contract.losses.contains { $0.reason.contains("no address") }, "\(contract.losses)")
    }

    @Test("Fields of a Pact are unchanged, and its body is an example for the stub")
    func pact() throws {
        let contract = try PactImport.contract(
            from: [
                "consumer": ["name": "C"], "provider": ["name": "P"],
                "interactions": [
                    [
                        "description": "one", "request": ["method": "GET", "path": "/a"],
                        "response": [
                            "status": 200,
                            "headers": [
                                "Content-Type": "application/json;charset=utf-8",
                                "Vary": ["Accept", "Origin"],
                            ],
                            "body": ["firstName": "Ann", "id": 1],
                        ],
                    ]
                ],
            ],
            file: "p.json"
        )
        Carrying.check(contract, "pact")
        for part in [
            "equals: application/json;charset=utf-8",
            "{ header: Vary, equals: \"Accept, Origin\" }",
            "schema: { examples: [ { firstName: Ann, id: 1 } ] }",
        ] { #expect(contract.text.contains(part), "\(part)\n\(contract.text)") }
    }

    @Test("Double braces in a HAR file are data")
    func harBraces() throws {
        let contract = try HARImport.contract(
            from: [
                "log": [
                    "entries": [
                        [
                            "request": [
                                "method": "POST", "url": "https://h.example/s?q=%7B%7Bname%7D%7D",
                                "headers": [
                                    ["name": "Content-Type", "value": "text/plain"],
                                    ["name": "X-T", "value": "{{zzz}}"],
                                ],
                                "postData": [
                                    "mimeType": "text/plain", "text": "Hi {{name}}",
                                ],
                            ],
                            "response": ["status": 200, "headers": [], "content": [:]],
                        ]
                    ]
                ]
            ],
            file: "t.har"
        )
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(contract.text.ranges(of: "{{'{{'}}").count == 3, "\(contract.text)")
        #expect(!contract.text.contains("{ {"))
    }

    @Test("A check of Bruno against a capture of the same response is reported")
    func brunoCaptures() throws {
        let text = """
            post {
              url: http://h.example/jobs
            }
            vars:post-response {
              id: res.body.id
            }
            assert {
              res.body.self: eq {{id}}
              res.body.name: eq {{name}}
            }
            """
        let contract = try BrunoImport.contract(from: [("a.bru", Array(text.utf8))], name: "a")
        Carrying.check(contract, "a.bru")
        #expect(contract.losses.map(\.place) == ["a.bru:8"])
        #expect(contract.text.contains(#"{ jsonpath: $.name, equals: "{{name}}" }"#))
    }

    @Test("Multi-line texts in Bruno keep their indentation and their media type")
    func brunoTexts() throws {
        let text = """
            meta {
              name: up
            }

            post {
              url: http://h.example/up
              body: multipartForm
            }

            params:query {
              "say \\"hi\\"": v
              no colon here
            }

            body:multipart-form {
              doc: '''
                {
                  "title": "Tea @ home"
                }
              ''' @contentType(application/json)
              steps: '''
                jobs:
                  - name: a
                    run: b
              '''
              mail: ann@example.test
            }
            """
        let contract = try BrunoImport.contract(from: [("up.bru", Array(text.utf8))], name: "up")
        Carrying.check(contract, "up.bru")
        for part in [
            #"{\n  \"title\": \"Tea @ home\"\n}"#, "type: application/json",
            #"steps: "jobs:\n  - name: a\n    run: b""#, "mail: ann@example.test", #"say "hi""#,
        ] { #expect(contract.text.contains(part), "\(part)\n\(contract.text)") }
        #expect(contract.losses.contains { $0.place == "up.bru:12" }, "\(contract.losses)")
    }
}
