import Contract
import ContractFile
import Testing

/// Promises that say more than a success, of which nobody asks more.
struct HollowPromiseTests {
    private static func warnings(_ promise: String, _ steps: String...) -> [String] {
        let text = """
            contract: "1"
            targets: { api: {} }
            operations:
              send:
                request: { method: POST, path: /send }
                responses: { "201": {} }
                promises:
                  arrives: { \(promise) }
                  refused: { error: E1 }
            errors: { E1: { status: 400 } }
            client: { state: { last: null } }
            calls:
              mark:
                performs: [ { call: send } ]
                then: { last: 1 }
                promises: { marked: { summary: It is marked. } }
            cases:
              one:
                steps:
            \(steps.map { "      - { \($0) }" }.joined(separator: "\n"))

            """
        let library = ContractLibrary(files: InMemoryFiles(files: ["a.yaml": Array(text.utf8)]))
        let contract = library.contract(at: "a.yaml")
        library.warnOfHollowPromises(in: [contract])
        return library.diagnostics.list.map { "\($0.location.line): \($0.severity): \($0.message)" }
    }

    private static let hollow =
        #"8: warning: the steps that provoke "send/arrives" ask for no more than that "send" succeeds"#

    @Test("The check on another step, without the promise, is none of the promise's")
    func elsewhere() {
        let check = "call: send, expect: { asserts: { jsonpath: $.sent, equals: 1 } }"
        let provoking = "call: send, provokes: send/arrives"
        #expect(Self.warnings("summary: It arrives.", provoking, check) == [Self.hollow])
        #expect(
            Self.warnings("summary: It arrives.", provoking, "\(check), provokes: send/arrives")
                == []
        )
    }

    @Test("An assert on the model's own variable asks nothing of anybody")
    func memory() {
        #expect(
            Self.warnings(
                "acceptance: true",
                "call: mark, provokes: mark/marked, expect: { asserts: { state: last, equals: 1 } }"
            ) == [
                #"16: warning: the steps that provoke "mark/marked" ask only what the client itself "#
                    + "remembers"
            ]
        )
        #expect(
            Self.warnings(
                "acceptance: true",
                "call: mark, provokes: mark/marked, expect: { requests: 1 }"
            ) == []
        )
    }

    @Test(
        "What asks for more, or needs not, is no hollow promise",
        arguments: [
            ("summary: It arrives., acceptance: true", "call: send"),
            ("error: E1", "call: send"),
            ("expect: { asserts: { jsonpath: $.sent, equals: 1 } }", "call: send"),
            ("waived: nobody does it", "call: send"),
            ("undefectable: it says nothing", "call: send"),
            ("summary: It arrives.", "call: send, expect: { status: 202 }"),
            ("summary: It arrives.", "call: send, expect: { like: { sent: 1 } }"),
        ]
    )
    func quiet(promise: String, step: String) {
        #expect(Self.warnings(promise, "\(step), provokes: send/arrives") == [])
    }

    @Test("The failure that another promise of the step wants is more than a success")
    func failure() {
        let provoking = "call: send, provokes: [send/refused, send/arrives]"
        #expect(Self.warnings("summary: It is refused then.", provoking) == [])
    }

    @Test("A status that the operation declares anyway, and no case at all")
    func edges() {
        let declared = "call: send, provokes: send/arrives, expect: { status: 201 }"
        #expect(Self.warnings("summary: It arrives.", declared) == [Self.hollow])
        #expect(Self.warnings("summary: It arrives.", "call: send") == [])
    }
}
