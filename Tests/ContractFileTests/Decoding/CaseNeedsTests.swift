import Contract
import ContractFile
import Testing

struct CaseNeedsTests {
    private static func loaded(_ cases: String) -> LoadedContract {
        LoadedContract(
            """
            contract: "1"
            targets: { api: {} }
            operations: { ping: { request: { path: /ping }, responses: { "200": {} } } }
            cases:
            \(cases)
            """
        )
    }

    @Test("A case knows the captures of the cases it needs, and of theirs")
    func captures() {
        let loaded = Self.loaded(
            """
              last: { needs: middle, steps: [ { request: { path: "/{{id}}/{{other}}" } } ] }
              middle: { needs: [first], steps: [ { call: ping, captures: { other: { jsonpath: $.o } } } ] }
              first: { steps: [ { call: ping, captures: { id: { jsonpath: $.id } } } ] }
            """
        )
        #expect(loaded.diagnosis == "")
        #expect(loaded.contract.cases[0].needs.map(\.cases) == [["middle"]])
    }

    @Test("All rows of a case are needed by its name, one row by the name with the row")
    func rows() {
        let loaded = Self.loaded(
            """
              first: { rows: [ { a: x }, { a: y } ], steps: [ { call: ping, captures: { id: { jsonpath: "$.{{a}}" } } } ] }
              all: { needs: first, steps: [ { call: ping } ] }
              one: { needs: "first[y]", steps: [ { request: { path: "/{{id}}" } } ] }
            """
        )
        #expect(loaded.diagnosis == "")
        let needs = loaded.contract.cases.map { $0.needs.flatMap(\.cases) }
        #expect(needs == [[], [], ["first[x]", "first[y]"], ["first[y]"]])
    }

    @Test("Captures of several rows are unknown, because they are ambiguous")
    func ambiguous() {
        let loaded = Self.loaded(
            """
              first: { rows: [ { a: x }, { a: y } ], steps: [ { call: ping, captures: { id: { jsonpath: "$.{{a}}" } } } ] }
              all: { needs: first, steps: [ { request: { path: "/{{id}}" } } ] }
            """
        )
        #expect(loaded.diagnostics.map(\.message) == ["\"id\" is not defined"])
    }

    @Test("An unknown case and a cycle are errors")
    func wrong() {
        let unknown = Self.loaded(
            """
              first: { steps: [ { call: ping } ] }
              second: { needs: frist, steps: [ { call: ping } ] }
            """
        )
        #expect(unknown.diagnostics.map(\.message) == ["unknown case \"frist\""])
        #expect(unknown.diagnostics.first?.hint == "did you mean \"first\"?")
        let circle = Self.loaded(
            """
              a: { needs: b, steps: [ { call: ping } ] }
              b: { needs: a, steps: [ { call: ping } ] }
            """
        )
        #expect(
            circle.diagnostics.map(\.message)
                == ["cyclic \"needs\": a needs b needs a"]
        )
    }
}
