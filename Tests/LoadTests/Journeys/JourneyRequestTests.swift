import Base
import Contract
import Testing

@testable import Load

/// Captured values, from the response to the bytes of a later request.
struct JourneyRequestTests {
    private static func planned(_ second: String) throws -> PlannedProfile {
        try PlannedProfile(
            """
            [{ name: a, steps: [{ call: push, captures: { id: { jsonpath: $.id }, tag: { header: ETag } } }, \(second)] }]
            """
        )
    }

    private static func text(
        _ planned: PlannedProfile,
        captured: [(String, isText: Bool)]
    ) -> String {
        let values = UnsafeMutablePointer<CapturedValues>.allocate(capacity: 1)
        values.initialize(to: CapturedValues())
        defer {
            values.deinitialize(count: 1)
            values.deallocate()
        }
        for value in captured { values.pointee.append(value.0.utf8, isText: value.isText) }
        var output = ByteBuffer(capacity: 1)
        var writer = RequestWriter(planned.requests.sends[1].layout)
        writer.captured = UnsafePointer(values)
        let moment = Timestamp(nanosecondsSince1970: 0)
        writer.write(.init(index: 0, seed: 7, moment: moment), to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test("A captured value is escaped for its place")
    func spelled() throws {
        let planned = try Self.planned(
            #"{ call: find, params: { id: "{{id}}" }, query: { tag: "{{tag}}" }, headers: { X-Id: "{{id}}" } }"#
        )
        let text = Self.text(planned, captured: [("a b/ü", true), ("\"x\"", true)])
        #expect(text.hasPrefix("GET /base/v1/find/a%20b%2F%C3%BC?tag=%22x%22 HTTP/1.1\r\n"))
        #expect(text.contains("\r\nX-Id: a b/ü\r\n"))
    }

    @Test(
        "A captured value in JSON keeps its type from the response; within a string it is text"
    )
    func typed() throws {
        let planned = try Self.planned(
            #"{ call: push, name: b, json: { id: "{{id}}", list: ["{{id}}", "{{tag}}"], words: "no. {{id}}" } }"#
        )
        #expect(
            Self.text(planned, captured: [("12", false), ("t", true)])
                .hasSuffix(#"{"id":12,"list":[12,"t"],"words":"no. 12"}"#)
        )
        #expect(
            Self.text(planned, captured: [("1\"2", true), ("true", false)])
                .hasSuffix(#"{"id":"1\"2","list":["1\"2",true],"words":"no. 1\"2"}"#)
        )
    }

    @Test("Every step draws its own values")
    func drawn() throws {
        let planned = try PlannedProfile(
            "[{ name: a, steps: [{ call: push }, { call: push, name: b }] }]"
        )
        let plan = LoadPlan(planned.profile, requests: planned.requests, seed: 7)
        let seeds = plan.sends.indices.map {
            SendEntry(plan.sends[$0], index: $0, in: plan, scheme: "http", isMultiplexed: false)
                .seed
        }
        #expect(seeds[0] == 7)
        #expect(seeds[1] != 7)
    }
}

struct CaptureRuleTests {
    /// The values captured from a response, or the reason why there are none.
    private static func taken(
        _ captures: String,
        from body: String,
        head: String = ""
    ) throws -> String {
        let planned = try PlannedProfile(
            "[{ name: a, steps: [{ call: push, captures: \(captures) }, { call: find }] }]"
        )
        let rule = try #require(planned.requests.sends[0].captures)
        var reader = ResponseReader()
        reader.begin(
            isResponseToHead: false,
            capture: .init(lowestStatus: 0, limit: 1 << 20, keepsHead: rule.readsHead)
        )
        let bytes = Array(
            "HTTP/1.1 201 Created\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8
        )
        let step = bytes.withUnsafeBytes { reader.take($0) }
        #expect(step == .complete)
        var values = CapturedValues()
        let fault: CaptureRule.Fault?
        if let members = rule.members {
            var scanner = MemberScanner(members)
            fault = rule.take(with: &scanner, from: reader, into: &values)
        } else {
            fault = rule.take(from: reader, into: &values)
        }
        if let fault { return fault.text }
        return (0..<values.count).map { index in
            var output = ByteBuffer(capacity: 1)
            values.append(index, to: &output)
            return String(decoding: output.bytes, as: UTF8.self) + (values.isText(index) ? "" : "#")
        }.joined(separator: " ")
    }

    @Test(
        "Values are taken from body and head",
        arguments: [
            ("{ id: { jsonpath: $.id } }", #"{"id":"abc","x":[1,{}]}"#, "abc"),
            (
                "{ id: { jsonpath: $.a.id }, n: { jsonpath: $.n } }",
                #"{"n":-12.5,"a":{"id":"x"}}"#, "x -12.5#"
            ),
            ("{ id: { jsonpath: $.id } }", #"{"id":"a\u00e9\"b"}"#, "aé\"b"),
            ("{ id: { jsonpath: $.id } }", #"{"id":true}"#, "true#"),
            ("{ id: { jsonpath: \"$.list[1].id\" } }", #"{"list":[{"id":1},{"id":2}]}"#, "2#"),
            ("{ id: { jsonpath: $.id }, tag: { header: ETag } }", #"{"id":"abc"}"#, "abc W/1"),
            ("{ id: { jsonpath: $.id } }", "{}", "without id"),
            ("{ id: { jsonpath: $.id } }", #"{"id":null}"#, "without id"),
            ("{ id: { jsonpath: $.id } }", #"{"id":{"a":1}}"#, "without id"),
            ("{ id: { jsonpath: $.id } }", "no JSON", "without id"),
            ("{ id: { jsonpath: $.id } }", #"{"id":"a\nb"}"#, "with unusable id"),
            (
                "{ id: { jsonpath: $.id }, tag: { header: Location } }", #"{"id":"abc"}"#,
                "without tag"
            ),
        ]
    )
    func taken(captures: String, body: String, expected: String) throws {
        #expect(try Self.taken(captures, from: body, head: "ETag: W/1\r\n") == expected)
    }

    @Test("A value of 1 kB is captured; a longer one is unusable")
    func length() throws {
        let (long, longer) = (
            String(repeating: "a", count: 1024), String(repeating: "a", count: 1025)
        )
        #expect(try Self.taken("{ id: { jsonpath: $.id } }", from: "{\"id\":\"\(long)\"}") == long)
        #expect(
            try Self.taken("{ id: { jsonpath: $.id } }", from: "{\"id\":\"\(longer)\"}")
                == "with unusable id"
        )
    }
}
