import Contract
import ContractFile
import Testing

/// Promises with more content than a success that no case checks.
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
        #"8: warning: the steps that cover "send/arrives" check only that "send" succeeds"#

    @Test("A check on another step, without the promise, does not count for the promise")
    func elsewhere() {
        let check = "call: send, expect: { asserts: { jsonpath: $.sent, equals: 1 } }"
        let covering = "call: send, covers: send/arrives"
        #expect(Self.warnings("summary: It arrives.", covering, check) == [Self.hollow])
        #expect(
            Self.warnings("summary: It arrives.", covering, "\(check), covers: send/arrives")
                == []
        )
    }

    @Test("An assert on the model's own variable checks nothing")
    func memory() {
        #expect(
            Self.warnings(
                "acceptedOnly: true",
                "call: mark, covers: mark/marked, expect: { asserts: { state: last, equals: 1 } }"
            ) == [
                "16: warning: the steps that cover \"mark/marked\" check only the client's own "
                    + "state"
            ]
        )
        #expect(
            Self.warnings(
                "acceptedOnly: true",
                "call: mark, covers: mark/marked, expect: { requests: 1 }"
            ) == []
        )
    }

    @Test(
        "A promise that checks more, or need not, is not hollow",
        arguments: [
            ("summary: It arrives., acceptedOnly: true", "call: send"),
            ("error: E1", "call: send"),
            ("expect: { asserts: { jsonpath: $.sent, equals: 1 } }", "call: send"),
            ("waived: nobody does it", "call: send"),
            ("noDefect: it has no text", "call: send"),
            ("summary: It arrives.", "call: send, expect: { status: 202 }"),
            ("summary: It arrives.", "call: send, expect: { like: { sent: 1 } }"),
        ]
    )
    func quiet(promise: String, step: String) {
        #expect(Self.warnings(promise, "\(step), covers: send/arrives") == [])
    }

    @Test("The failure that another promise of the step expects is more than a success")
    func failure() {
        let covering = "call: send, covers: [send/refused, send/arrives]"
        #expect(Self.warnings("summary: It is refused then.", covering) == [])
    }

    @Test("A status that the operation declares anyway is hollow; a promise without a case is not")
    func edges() {
        let declared = "call: send, covers: send/arrives, expect: { status: 201 }"
        #expect(Self.warnings("summary: It arrives.", declared) == [Self.hollow])
        #expect(Self.warnings("summary: It arrives.", "call: send") == [])
    }
}
