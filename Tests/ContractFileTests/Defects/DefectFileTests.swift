import Contract
import ContractFile
import JSON
import Testing

struct DefectFileTests {
    /// A single file in memory.
    private struct Held: FileSource {
        let text: String

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
            Array(text.utf8)
        }
    }

    private static func read(_ text: String) -> (file: DefectFile?, faults: [String]) {
        let library = ContractLibrary(files: Held(text: text))
        let file = library.defects(at: "svc/defects.yaml")
        return (file, library.diagnostics.list.map { "\($0.location.line): \($0.message)" })
    }

    @Test("A defect takes four lines")
    func smallest() throws {
        let (file, faults) = Self.read(
            """
            defects: "1"
            service: svc
            list:
              created-status:
                summary: What is created is answered with 200
                answered: { status: 201 }
                response: { set: { status: 200 } }
            """
        )
        #expect(faults.isEmpty)
        let rule = try #require(file?.defects.first)
        #expect(rule.name == "created-status")
        #expect(rule.answered.allSatisfy { $0.holds(for: ["status": 201]) })
        #expect(rule.response.applied(to: ["status": 201]) == ["status": 200])
    }

    @Test("Every key of a defect is read")
    func whole() throws {
        let (file, faults) = Self.read(
            """
            defects: "1"
            service: svc
            relative: other
            leading: 2
            calls: { send: [POST messages, PUT messages/*] }
            found: { json.ok: true }
            replies: { fine: { status: 200, headers: { a-b: c }, json: { ok: true } } }
            list:
              all:
                summary: All of it
                breaks: [send, send/once]
                on: [send, DELETE messages]
                when: [{ json.a: { gt: 1 } }, { json.a: { lt: 9 } }]
                answered: { status: { anyOf: [200, 201] } }
                look: { set: { method: GET } }
                begin: night
                end: [day, noon]
                before: []
                request: { change: { json.a: [toString, { append: x }] } }
                reply: fine
                after: { remove: json }
                response: [{ each: "json[*]", when: { b: null }, replace: { b: 0 } }]
                notification: { set: { aps.badge: 1 } }
                forge: true
            borrowed: { theirs: [send] }
            """
        )
        #expect(faults.isEmpty)
        let read = try #require(file)
        let rule = try #require(read.defects.first)
        #expect(read.relative == "other" && read.leadingSegments == 2)
        #expect(read.replies["fine"]?["headers"] == ["a-b": "c"])
        #expect(read.borrowed.map(\.name) == ["theirs"])
        #expect(rule.calls.count == 3)
        #expect(rule.breaks == ["send", "send/once"])
        let states = rule.states.map { "\($0.name) \($0.begins)" }
        #expect(states == ["day false", "noon false", "night true"])
        #expect(rule.before?.isEmpty == true)
        #expect(rule.request.applied(to: ["json": ["a": 5]]) == ["json": ["a": "5x"]])
        let seen: JSONValue = ["json": [["b": nil], ["b": 2]]]
        #expect(rule.response.applied(to: seen) == ["json": [["b": 0], ["b": 2]]])
        #expect(rule.forges)
    }

    @Test(
        "Errors are reported with their line",
        arguments: [
            ("on: tags", "expected a method, a space and a path, got \"tags\""),
            ("reply: fine", "fine"),
            ("response: { remove: 'a[' }", "expected a place in a message, got \"a[\""),
            ("response: { set: { 'a[*]': 1 } }", "expected a single place to set"),
            ("response: { set: { a: '{{b[}}' } }", "expected places between \"{{\" and \"}}\""),
            ("response: { change: { a: shout } }", "unknown filter \"shout\""),
            ("when: { a: { gt: '{{b}}' } }", "expected a predicate without templates"),
            ("respond: {}", "respond"),
        ]
    )
    func faults(body: String, fault: String) {
        let head = "defects: \"1\"\nservice: svc\nlist:\n  d:\n    summary: S\n    "
        let (_, faults) = Self.read(head + body)
        #expect(faults.count == 1)
        #expect(faults.contains { $0.hasPrefix("6: ") && $0.contains(fault) }, "\(faults)")
    }

    @Test("A file of another kind is reported")
    func otherVersion() {
        let (_, faults) = Self.read("defects: \"2\"\nlist: {}\n")
        #expect(
            faults == [
                "1: expected version \"1\" of the format, got string \"2\"",
                "1: missing key \"service\" in a file of defects",
            ]
        )
    }
}
