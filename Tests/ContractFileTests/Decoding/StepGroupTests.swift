import Contract
import ContractFile
import JSON
import Testing

struct StepGroupTests {
    private static let tables = """
        contract: "1"
        targets: { api: {} }
        operations: { send: { request: { method: POST, path: /send, json: { text: hello } }, promises: { kept: {} } } }
        groups:
          send:
            parameters: [text, name]
            steps:
              - { name: "{{name}}", call: send, json: { text: "{{text}}" }, captures: { id: { jsonpath: $.id } } }
          twice:
            parameters: [text]
            steps: [ { group: send, with: { text: "{{text}}", name: a } }, { group: send, with: { text: 2, name: b } } ]

        """

    @Test("A group's steps replace its use, with the typed values of that use")
    func expanded() throws {
        let loaded = LoadedContract(
            Self.tables + """
                cases:
                  one:
                    covers: send/kept
                    rows: [ { row: [1, x] } ]
                    steps: [ { call: send }, { group: twice, with: { text: "{{row}}" } } ]
                    teardown: [ { request: { path: "/{{id}}" } } ]
                """
        )
        #expect(loaded.diagnosis == "")
        let steps = try #require(loaded.contract.cases.first).steps
        #expect(steps.map(\.label) == ["send", "a", "b"])
        #expect(steps.map(\.covers) == [[], [], ["send/kept"]])
        let texts = steps.map { $0.request?.template["json"]?["text"]?.constantValue }
        #expect(texts == ["hello", [1, "x"], 2])
    }

    @Test(
        "A wrong use of a group is an error that names the missing part",
        arguments: [
            ("{ group: sent }", "unknown group \"sent\"", "did you mean \"send\"?"),
            (
                "{ group: send, with: { text: a } }",
                "group \"send\" needs a value for \"name\"", "write with: { name: … }"
            ),
            (
                "{ group: twice, with: { text: a, txt: b } }",
                "unknown parameter of group twice \"txt\"", "did you mean \"text\"?"
            ),
            (
                "{ group: twice, with: { text: { a: [\"x {{uuid}}\"] } } }",
                "\"x {{uuid}}\" would be a different value at each place",
                "bind it under \"let\" and pass its name"
            ),
        ]
    )
    func wrong(step: String, message: String, hint: String) {
        let loaded = LoadedContract(Self.tables + "cases: { one: { steps: [ \(step) ] } }")
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        // A group that passes a value on to another reports this for both; a report shows it once.
        #expect(Set(errors.map(\.message)) == [message])
        #expect(errors.first?.hint == hint)
    }

    @Test("Groups that use each other in a cycle are an error, not an endless list")
    func circle() {
        let loaded = LoadedContract(
            """
            contract: "1"
            groups:
              a: { steps: [ { group: b } ] }
              b: { steps: [ { group: a } ] }
            cases: { one: { steps: [ { group: a } ] } }
            """
        )
        let circles = loaded.diagnostics.map(\.message).filter { $0.contains("cyclic") }
        #expect(circles == ["cyclic groups: a uses b uses a"])
    }

    @Test("A file may use the groups of another")
    func used() {
        let loaded = LoadedContract(
            """
            contract: "1"
            use: common.yaml
            cases: { one: { steps: [ { group: twice, with: { text: a } } ] } }
            """,
            ["common.yaml": Self.tables]
        )
        #expect(loaded.diagnosis == "")
        #expect(loaded.contract.cases.first?.steps.count == 2)
    }
}
