import Contract
import ContractFile
import JSON
import JSONSchemas
import Testing

@testable import Interchange

struct HARImportTests {
    @Test(
        "A small recording becomes the expected contract, which lints clean and contains no secret"
    )
    func golden() throws {
        let imported = try HARImport.contract(
            from: try Fixture.document("letters.har"),
            file: "letters.har"
        )
        try Fixture.expect(imported.text, toBe: "letters-har.contract.yaml")
        #expect(LintedContract(imported.text).diagnosis.isEmpty)
        for secret in ["tok-very-secret", "secret-cookie", "Browser/1.0"] {
            #expect(!imported.text.contains(secret), "\(secret) is in the contract")
        }
    }

    @Test(
        "The schema of several values is their common part",
        arguments: [
            ("[1]", #"{"type":"integer"}"#), ("[1,2.5]", #"{"type":"number"}"#),
            ("[12.0]", #"{"type":"number"}"#), ("[1e3,2]", #"{"type":"number"}"#),
            ("[12345678901234567890.0]", #"{"type":"number"}"#),
            ("[123456789012345678901234567890]", #"{"type":"integer"}"#),
            (#"[null,"a",1]"#, #"{"type":["string","integer","null"]}"#),
            ("[[]]", #"{"type":"array"}"#),
            (
                #"[[1],["a"]]"#, #"{"type":"array","items":{"type":["integer","string"]}}"#
            ),
            (
                #"[{"a":1,"b":2},{"b":null}]"#,
                #"{"type":"object","required":["b"],"properties":{"a":{"type":"integer"},"# + "\n"
                    + #""b":{"type":["integer","null"]}}}"#
            ),
            ("[{}]", #"{"type":"object"}"#),
        ]
    )
    func inference(values: String, schema: String) throws {
        let values = try #require(try JSONValue(parsing: values).arrayValue)
        let found = SchemaInference.schema(of: values)
        #expect(found == (try JSONValue(parsing: schema)))
        let compiled = try JSONSchema(document: found)
        #expect(values.allSatisfy(compiled.isValid))
    }

    @Test(
        "Segments that identify an object become parameters",
        arguments: [
            ("/push/12", "/push/{id}"), ("/a/12/b/34", "/a/{id}/b/{id2}"), ("/", "/"),
            ("/x/00000000-0000-4000-8000-00000000000a", "/x/{id}"), ("/x/0A1b2c3d", "/x/{id}"),
            ("/x/facade", "/x/facade"), ("/x/deadbeef", "/x/deadbeef"), ("/v1/abc", "/v1/abc"),
            ("/x/0a1b2c3", "/x/0a1b2c3"), ("/x/qQrdkQ74tZIDyxB7", "/x/{id}"),
            ("/x/OAuth2Callback", "/x/OAuth2Callback"),
            ("/2013-09-01/push", "/2013-09-01/push"),
        ]
    )
    func shapes(path: String, template: String) {
        #expect(PathShape(path).template == template)
    }

    private func record(_ entries: [JSONValue]) -> JSONValue {
        ["log": ["entries": .array(entries)]]
    }

    private func entry(
        _ method: String,
        _ url: String,
        status: Int = 200,
        _ request: JSONObject = JSONObject()
    ) -> JSONValue {
        var whole = JSONObject([
            .init(name: "method", value: .string(method)), .init(name: "url", value: .string(url)),
        ])
        for member in request.members { whole[member.name] = member.value }
        return ["request": .object(whole), "response": ["status": .integer(status)]]
    }

    @Test("Exchanges unrelated to an API are omitted and counted")
    func leftOut() throws {
        let text = try HARImport.contract(
            from: record([
                entry("GET", "https://h.example/a"), entry("GET", "https://h.example/b", status: 0),
                entry("GET", "https://h.example/c", status: 304), entry("GET", "data:text/plain,x"),
                entry("GET", "wss://h.example/d"),
            ]),
            file: "t.har"
        ).text
        #expect(LintedContract(text).contract.operations.map(\.id) == ["getA", "getB"])
        #expect(
            text.contains(
                "# Left out: 1 exchange from a cache (304), 2 exchanges not over HTTP."
            )
        )
    }

    @Test("A request without a response is imported, with its response to fill in")
    func unanswered() throws {
        let bare: JSONValue = [
            "request": ["method": "POST", "url": "https://h.example/c"], "response": [:],
        ]
        let text = try HARImport.contract(
            from: record([
                entry("GET", "https://h.example/a", status: 0), entry("GET", "https://h.example/a"),
                entry("GET", "https://h.example/b", status: 0),
                entry("GET", "https://h.example/b", status: 404), bare,
                entry("GET", "https://h.example/app.js", status: 0),
            ]),
            file: "t.har"
        ).text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let operations = linted.contract.operations
        #expect(operations.map(\.id) == ["getA", "getB", "postC"])
        #expect(
            operations.map { $0.responses.map(\.status.description) } == [
                ["200"], ["2XX"], ["2XX"],
            ]
        )
        #expect(text.contains("# FILL IN its successful response: only failures were recorded."))
        #expect(text.contains("# FILL IN its successful response: none was recorded."))
        #expect(text.contains("1 exchange of pages, scripts, images and the like"))
    }

    @Test("Cookie values are secrets wherever requests contain them")
    func cookieValues() throws {
        let header: (String, String) -> JSONValue = { ["name": .string($0), "value": .string($1)] }
        let text = try HARImport.contract(
            from: record([
                [
                    "request": ["method": "GET", "url": "https://h.example/login"],
                    "response": [
                        "status": 200,
                        "headers": .array([
                            header("Set-Cookie", "sid=s3cr3t-1234; Path=/"),
                            header("set-cookie", "lang=en"),
                        ]),
                    ],
                ],
                entry(
                    "POST",
                    "https://h.example/a?s=s3cr3t-1234&l=en",
                    JSONObject([
                        .init(name: "headers", value: .array([header("X-Check", "s3cr3t-5678")])),
                        .init(
                            name: "cookies",
                            value: .array([header("xsrf", "s3cr3t-5678")])
                        ),
                        .init(
                            name: "postData",
                            value: [
                                "mimeType": "application/json",
                                "text": #"{"a":"s3cr3t-1234","b":"en"}"#,
                            ]
                        ),
                    ])
                ),
            ]),
            file: "t.har"
        ).text
        #expect(!text.contains("s3cr3t"), "\(text)")
        #expect(text.contains(#"json: { a: "{{s}}", b: en }"#))
        #expect(text.contains("query: { l: en }"))
        #expect(LintedContract(text).diagnosis.isEmpty, "\(text)")
    }

    @Test("Secrets of a JSON body are found next to literal braces")
    func secretsBesideBraces() throws {
        let body =
            #"{"text":"Dear {{name}}","password":"s3cr3t","pin":493827,"{{x}}":[{"otp":"s3cr3t2"}]}"#
        let content: JSONValue = ["mimeType": "application/json", "text": .string(body)]
        let text = try HARImport.contract(
            from: record([
                entry(
                    "POST",
                    "https://h.example/a",
                    JSONObject([.init(name: "postData", value: content)])
                )
            ]),
            file: "t.har"
        ).text
        #expect(!text.contains("s3cr3t") && !text.contains("493827"), "\(text)")
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        let wanted =
            #"{"text":"Dear \u007b\u007bname}}","password":"{{password}}","pin":{{pin}},"#
            + #""\u007b\u007bx}}":[{"otp":"{{otp}}"}]}"#
        #expect(text.contains("json: '\(wanted)'"), "\(text)")
    }

    @Test("Forms are recorded as text or as fields, and their passwords become variables")
    func forms() throws {
        let type = "application/x-www-form-urlencoded"
        let param: (String, JSONValue) -> JSONValue = { ["name": .string($0), "value": $1] }
        let text = try HARImport.contract(
            from: record([
                entry(
                    "POST",
                    "https://h.example/a",
                    JSONObject([
                        .init(
                            name: "postData",
                            value: [
                                "mimeType": .string(type), "text": "user=ann&password=hunter2",
                            ]
                        )
                    ])
                ),
                entry(
                    "POST",
                    "https://h.example/b",
                    JSONObject([
                        .init(
                            name: "postData",
                            value: [
                                "mimeType": .string(type), "params": [param("a", "x%20y")],
                            ]
                        )
                    ])
                ),
                entry(
                    "POST",
                    "https://h.example/c",
                    JSONObject([
                        .init(
                            name: "postData",
                            value: [
                                "mimeType": "multipart/form-data; boundary=x",
                                "params": [
                                    param("a", "1"),
                                    [
                                        "name": "icon", "fileName": "icon.bin",
                                        "contentType": "image/png",
                                    ],
                                ],
                            ]
                        )
                    ])
                ),
            ]),
            file: "t.har"
        ).text
        #expect(text.contains(#"form: { user: ann, password: "{{password}}" }"#))
        #expect(text.contains("form: { a: x y }"))
        #expect(text.contains(#"multipart: { a: "1", icon: the content of icon.bin }"#))
        #expect(text.contains("`icon: { file: icon.bin, type: image/png }`"))
        #expect(!text.contains("hunter2") && !text.contains("boundary"))
        #expect(LintedContract(text).diagnosis.isEmpty)
    }

    @Test(
        "Input that is not a recording is rejected with the position",
        arguments: [
            (
                "{}",
                "t.har#/log/entries: expected the list of exchanges of a HAR file, got nothing"
            ),
            (
                #"{"log":{"entries":[]}}"#,
                "t.har#/log/entries: expected at least one exchange with an API, got an empty list"
            ),
            (
                #"{"log":{"entries":[{"request":{"method":"GET"}}]}}"#,
                "t.har#/log/entries/0/request/url: expected a text, got nothing"
            ),
            (
                #"{"log":{"entries":[{"request":{"method":"GET","url":"blob:x"}}]}}"#,
                "t.har#/log/entries: expected at least one exchange with an API, got none: "
                    + "1 exchange not over HTTP"
            ),
        ]
    )
    func refused(record: String, message: String) throws {
        let record = try JSONValue(parsing: record)
        let error = #expect(throws: InterchangeError.self) {
            try HARImport.contract(from: record, file: "t.har")
        }
        #expect(error?.description == message)
    }
}
