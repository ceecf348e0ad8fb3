import Base
import Contract
import JSON
import Testing

struct StepTests {
    private static let tables = #"""
        contract: "1"
        targets:
          api: { headers: { Content-Type: application/json, X-App: a } }
          plain: { documented: "http://plain" }
        securitySchemes: { keyed: { type: apiKey, headers: { X-Key: k } } }
        states: { history: { parameters: [count], provides: [pushId] }, off: {} }
        errors: { E1: {} }
        operations:
          send:
            request:
              method: POST
              path: /push
              security: keyed
              headers: { X-App: own, x-trace: t }
              json: { a: { b: 1 }, list: [1, 2] }
            errors: [E1]
          plain: { target: plain, request: { path: /p, json: {} } }

        """#

    /// The steps of the case with the given steps text.
    private static func steps(_ steps: String) throws -> [Step] {
        try contractCase("    steps:\n" + steps).steps
    }

    private static func contractCase(_ keys: String) throws -> Case {
        let loaded = LoadedContract(
            tables + "cases:\n  c:\n" + keys + "\n",
            ["body.bin": "bytes"]
        )
        try #require(loaded.diagnosis == "")
        return try #require(loaded.contract.cases.first)
    }

    private static func headers(_ step: Step) -> [String] {
        (step.request?.template["headers"]?.members ?? []).map {
            "\($0.name): \($0.value.constantValue?.scalarText ?? "?")"
        }
    }

    @Test("A step has the operation's request, and the target's additions where it gives none")
    func targetHeaders() throws {
        let steps = try Self.steps("      - call: send\n      - call: plain")
        let fields = ["X-App: own", "x-trace: t", "Content-Type: application/json"]
        #expect(Self.headers(steps[0]) == fields)
        #expect(steps[0].label == "send" && steps[0].operation == "send")
        #expect(Self.headers(steps[1]) == ["Content-Type: application/json"])
    }

    @Test("Headers of a step are merged regardless of case; other sections are replaced")
    func sections() throws {
        let steps = try Self.steps(
            "      - { call: send, headers: { X-TRACE: u, x-new: 1 }, json: { c: 2 }, path: /q }"
        )
        let fields = [
            "X-App: own", "X-TRACE: u", "x-new: 1", "Content-Type: application/json",
        ]
        #expect(Self.headers(steps[0]) == fields)
        #expect(steps[0].request?.template["json"]?.constantValue == ["c": 2])
        #expect(steps[0].request?.template.constant("path") == "/q")
    }

    @Test("Edits apply at their places, in header fields regardless of case")
    func edits() throws {
        let steps = try Self.steps(
            #"""
                  - call: send
                    set:
                      /json/a/c/d: new
                      /json/list/0: 9
                      /json/list/-: 3
                      /headers/X-Trace: v
                      /query/limit: 5
                      /security: none
                    unset: [/json/a/b, /headers/x-app]
                  - { call: send, set: { /json/list: "{{hex 4}}" }, unset: /json/a }
            """#
        )
        let body: JSONValue = ["a": ["c": ["d": "new"]], "list": [9, 2, 3]]
        #expect(steps[0].request?.template["json"]?.constantValue == body)
        #expect(Self.headers(steps[0]) == ["x-trace: v", "Content-Type: application/json"])
        #expect(steps[0].request?.template["query"]?.constantValue == ["limit": 5])
        #expect(steps[0].request?.template.constant("security") == "none")
        #expect(steps[1].request?.template["json"]?.templates.count == 1)
    }

    @Test(
        "A body replaces the operation's, with the media type that goes with it",
        arguments: [
            ("text: x", "text", "text/plain; charset=utf-8"),
            ("form: { a: 1 }", "form", "application/x-www-form-urlencoded"),
            ("file: body.bin", "file", nil),
            ("multipart: { f: { file: body.bin } }", "multipart", nil),
            ("set: { /text: x }", "text", "text/plain; charset=utf-8"),
            ("set: { /form: { a: 1 } }", "form", "application/x-www-form-urlencoded"),
            ("set: { /file: body.bin }", "file", nil),
            ("unset: [/json]", nil, nil),
            ("set: { /text: x, /headers/content-type: own }", "text", "own"),
            ("headers: { content-type: own }, text: x", "text", "own"),
        ] as [(String, String?, String?)]
    )
    func bodies(keys: String, body: String?, type: String?) throws {
        let step = try Self.steps("      - { call: plain, target: plain, \(keys) }")[0]
        let bodies = RequestTemplate.bodySections.filter { step.request?.template[$0] != nil }
        #expect(bodies == [body].compactMap(\.self))
        let fields = Self.headers(step).map { $0.split(separator: ": ", maxSplits: 1)[1] }
        #expect(fields.map(String.init) == [type].compactMap(\.self))
    }

    @Test("An edit does not change a media type that the contract gives")
    func ownType() throws {
        let step = try Self.steps("      - { call: send, set: { /text: x } }")[0]
        #expect(Self.headers(step).last == "Content-Type: application/json")
    }

    @Test("A file is read with the contract, and is in the request by its complete path")
    func files() throws {
        let used = #"""
            contract: "1"
            operations: { up: { request: { method: PUT, path: /f, file: f.bin } } }
            """#
        let loaded = LoadedContract(
            "main/a.yaml",
            among: [
                "main/a.yaml": #"""
                contract: "1"
                use: [../tables/used.yaml]
                cases:
                  c: { steps: [{ call: up }, { call: up, file: f.bin }, { call: up, file: f.bin }] }
                """#,
                "tables/used.yaml": used,
                "tables/f.bin": "theirs",
                "main/f.bin": "ours",
            ]
        )
        #expect(loaded.diagnosis == "")
        let paths = loaded.contract.cases.first?.steps.map { $0.request?.template.constant("file") }
        #expect(paths == ["tables/f.bin", "main/f.bin", "main/f.bin"])
        let contents = loaded.contract.attachments.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(contents == ["tables/f.bin": "theirs", "main/f.bin": "ours"])
    }

    @Test(
        "In query and form a value may be computed, and its name is never taken for an expression"
    )
    func expressions() throws {
        let step = try Self.steps(
            #"""
                  - call: plain
                    query: { text: hello, where: { json: { text: a, list: ["{{hex 4}}"] } } }
                    form: "raw=%7B"
                    set: { /query/first: { join: [a, b], with: "+" } }
            """#
        )[0]
        let query = try #require(step.request?.template["query"]?.members)
        #expect(query.map(\.name) == ["text", "where", "first"])
        #expect(query[0].value == .constant("hello"))
        guard case .expression(.json(let inner)) = query[1].value else {
            Issue.record("where is not an expression: \(query[1].value)")
            return
        }
        #expect(inner.members?.map(\.name) == ["text", "list"])
        #expect(inner["text"] == .constant("a"))
        #expect(step.request?.template["form"] == .constant("raw=%7B"))
    }

    @Test("In JSON a repetition and a join are computed, and possible data stays data")
    func expressionsInJSON() throws {
        let step = try Self.steps(
            #"""
                  - call: plain
                    json: { n: { repeat: 2, of: { text: "{{index}}" } }, a: { text: hello } }
                    set:
                      /json/text: { repeat: 5, of: x, with: "" }
                      /json/names: { join: [{ text: 1 }, b], with: "," }
                      /json/first: { first: x, join: [] }
            """#
        )[0]
        let json = try #require(step.request?.template["json"])
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 1, name: "steps")
        )
        let expected = #"""
            {"n":[{"text":0},{"text":1}],"a":{"text":"hello"},"text":"xxxxx","names":"1,b",\#
            "first":{"first":"x","join":[]}}
            """#
        #expect(try evaluator.value(of: json).text == expected)
    }

    @Test("A raw request needs no operation and names the step")
    func rawRequest() throws {
        let steps = try Self.steps(
            #"""
                  - { request: { method: PUT, path: "/p/{id}", params: { id: 1 } } }
                  - { request: { url: "http://x/y" }, name: elsewhere }
            """#
        )
        #expect(steps.map(\.label) == ["PUT /p/{id}", "elsewhere"])
        #expect(steps.map(\.operation) == [nil, nil])
    }

    @Test("The covers of a case belong to its last step, in addition to that step's own promises")
    func covers() throws {
        let decoded = try Self.contractCase(
            "    covers: [send/E1, errors/E1]\n    steps: [{ call: send, covers: send }, "
                + "{ call: send, covers: send/E1 }]"
        )
        #expect(decoded.steps.map(\.covers) == [["send"], ["send/E1", "errors/E1"]])
        #expect(decoded.covers == ["send", "send/E1", "errors/E1"])
    }

    @Test("Timing, repetition, captures, tampering and states are read")
    func rest() throws {
        let decoded = try Self.contractCase(
            #"""
                summary: s
                tags: [slow, "*"]
                given: [off, { history: { count: "{{n}}" } }]
                let: { n: 3 }
                waived: { reason: r, until: "2127-06-30" }
                steps:
                  - call: send
                    let: { k: "{{pushId}}" }
                    repeat: 3
                    delay: 200ms
                    timeout: 1.5s
                    eventually: { within: 10s, every: 250ms, unless: { status: 500 } }
                    captures: { id: { jsonpath: "$.id", filters: [toString] } }
                    tamper: { set: { /headers/A: b }, unset: [/query/x], flip: /headers/Sig }
            """#
        )
        #expect(decoded.given.map(\.name) == ["off", "history"])
        #expect(decoded.given[1].parameters.templates.flatMap(\.names) == ["n"])
        #expect(decoded.waiver == Waiver(reason: "r", until: "2127-06-30"))
        #expect(decoded.tags == ["slow", "*"])
        let step = decoded.steps[0]
        #expect(step.repetitions == 3)
        #expect(step.delay == .milliseconds(200) && step.timeout == .milliseconds(1500))
        #expect(step.polling?.within == .seconds(10) && step.polling?.every == .milliseconds(250))
        #expect(step.polling?.unless != nil)
        #expect(step.captures.map(\.name) == ["id"] && step.captures[0].filters.count == 1)
        let pointers = (step.request?.tamper ?? []).map(\.pointer.description)
        #expect(pointers == ["/headers/A", "/query/x", "/headers/Sig"])
    }
}
