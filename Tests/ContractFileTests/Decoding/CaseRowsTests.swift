import Contract
import JSON
import Testing

struct CaseRowsTests {
    /// A contract with the operation `send` and the given cases.
    private static func contract(
        _ cases: String,
        _ files: [String: String] = [:]
    ) throws -> ContractDocument {
        let loaded = LoadedContract(
            #"""
            contract: "1"
            errors: { E1: {}, E2: {} }
            operations:
              send: { request: { method: POST, path: /push, json: {} }, errors: [E1, E2] }
              drop: { request: { method: DELETE, path: /push }, promises: { E1: { error: E1 } } }
              register:
                rows: [{ os: ios, token: "{{hex 64}}" }, { os: android }]
                request: { path: "/{{os}}", json: { token: "{{token}}", kind: "{{os}}" } }

            """# + cases,
            files
        )
        try #require(loaded.diagnosis == "")
        return loaded.contract
    }

    private static func json(_ step: Step?) -> JSONValue? {
        step?.request?.template["json"]?.constantValue
    }

    @Test("The first column names the row; a duplicate name is numbered, other values are counted")
    func labels() throws {
        let contract = try Self.contract(
            #"""
            cases:
              a:
                rows:
                  - { kind: x }
                  - { kind: x }
                  - { kind: x~2 }
                  - { kind: [1] }
                  - { kind: "a,b" }
                  - { kind: "{{hex 4}}" }
                  - { kind: "" }
                  - { kind: 8 }
                  - { other: 1.50 }
                steps: [{ call: send, json: ["{{kind}}", "{{other}}"] }]
            """#
        )
        let names = ["x", "x~2", "x~2~2", "4", "5", "6", "7", "8", "1.50"]
        #expect(contract.cases.map(\.name) == names.map { "a[\($0)]" })
    }

    @Test("A row's value replaces its placeholder with any type, and in a text by its spelling")
    func values() throws {
        let contract = try Self.contract(
            #"""
            cases:
              a:
                rows: [{ v: 1.50 }, { v: [1, { a: b }] }, { v: ~ }, { v: "1" }]
                steps: [{ call: send, json: { v: "{{ v }}" } }]
              b:
                rows: [{ v: 1.50, n: name }]
                steps: [{ call: send, json: { "{{n}}": "-{{v}}-{{ v }}" } }]
            """#
        )
        let values = contract.cases.map { Self.json($0.steps.first)?["v"]?.text }
        #expect(values == ["1.5", #"[1,{"a":"b"}]"#, "null", #""1""#, nil])
        #expect(Self.json(contract.cases[4].steps[0]) == ["name": "-1.50-1.50"])
    }

    @Test("A placeholder for a column of other rows only is omitted, as key, value and element")
    func absent() throws {
        let contract = try Self.contract(
            #"""
            cases:
              a:
                rows: [{ a: 1 }, { b: 2 }]
                steps:
                  - call: send
                    json: { a: "{{a}}", b: "{{b}}", list: ["{{a}}", "{{b}}"], "{{b}}": key }
            """#
        )
        let bodies = contract.cases.map { Self.json($0.steps.first)?.text }
        #expect(bodies == [#"{"a":1,"list":[1]}"#, #"{"b":2,"list":[2],"2":"key"}"#])
    }

    @Test("A row may contain complete sections, names of promises and templates drawn in place")
    func sections() throws {
        let contract = try Self.contract(
            #"""
            cases:
              a:
                rows:
                  - { name: one, edit: { /json/x: 1 }, error: send/E1 }
                  - { name: two, edit: { /json/y: "{{hex 8}}" }, error: [send/E1, send/E2] }
                covers: "{{error}}"
                steps: [{ call: send, set: "{{edit}}" }]
            """#
        )
        #expect(contract.cases.map(\.covers) == [["send/E1"], ["send/E1", "send/E2"]])
        #expect(contract.cases[0].steps[0].request?.template["json"]?["x"]?.constantValue == 1)
        #expect(contract.cases[1].steps[0].request?.template["json"]?["y"]?.templates.count == 1)
    }

    @Test("A CSV file yields texts; quotes enclose commas, quotes and line ends")
    func csv() throws {
        let table = "\u{FEFF}name,value,rest\r\none,\"a,\"\"b\"\"\r\nc\",\r\n\r\ntwo,1,\"\"\n"
        let contract = try Self.contract(
            #"""
            cases:
              a:
                rows: { csv: rows/table.csv }
                steps: [{ call: send, json: ["{{value}}", "{{rest}}"] }]
            """#,
            ["rows/table.csv": table]
        )
        #expect(contract.cases.map(\.name) == ["a[one]", "a[two]"])
        let bodies = contract.cases.map { Self.json($0.steps.first)?.text }
        #expect(bodies == [#"["a,\"b\"\r\nc",""]"#, #"["1",""]"#])
    }

    @Test("An operation with rows is called by row, and a case that names none runs for each")
    func operationRows() throws {
        let contract = try Self.contract(
            #"""
            cases:
              one: { steps: [{ call: "register[android]" }] }
              each: { rows: [{ n: 1 }, { n: 2 }], steps: [{ call: send }, { call: register }] }
            """#
        )
        let names = contract.cases.map(\.name)
        let each = ["1,ios", "1,android", "2,ios", "2,android"].map { "each[\($0)]" }
        #expect(names == ["one"] + each)
        #expect(Self.json(contract.cases[0].steps[0]) == ["kind": "android"])
        #expect(contract.cases[1].steps[1].request?.template.constant("path") == "/ios")
        #expect(
            contract.cases[1].steps[1].request?.template["json"]?["token"]?.templates.count == 1
        )
    }

    @Test("*/CODE runs for every operation that has the promise, and binds its name")
    func everyOperation() throws {
        let contract = try Self.contract(
            #"""
            cases:
              all:
                covers: "*/E1"
                rows: [{ n: a }, { n: b }]
                steps: [{ call: "{{operation}}", headers: { X: "{{operation}}-{{n}}" } }]
              some: { covers: "*/E2", steps: [{ call: "{{operation}}" }] }
            """#
        )
        let all = ["send,a", "send,b", "drop,a", "drop,b"].map { "all[\($0)]" }
        #expect(contract.cases.map(\.name) == all + ["some[send]"])
        #expect(contract.cases[2].covers == ["drop/E1"])
        #expect(
            contract.cases[2].steps[0].request?.template["headers"]?["X"]?.constantValue == "drop-a"
        )
    }

    @Test(
        "A column that no template uses is a warning, unless it names the row",
        arguments: [
            ("{ set: { /json/a: 1 } }, { sett: { /json/a: 2 } }", ["sett", "set"]),
            ("{ name: one, set: { /json/a: 1 } }, { name: two, more: 1 }", ["more"]),
            ("{ set: { /json/a: 1 }, when: now }", ["when"]),
            ("{ set: { /json/a: 1 } }, { set: { /json/a: 2 } }", []),
        ]
    )
    func unused(rows: String, names: [String]) {
        let diagnosis = LoadedContract(
            #"""
            contract: "1"
            operations: { send: { request: { method: POST, path: /push, json: {} } } }
            cases: { a: { rows: [ \#(rows) ], steps: [ { call: send, set: "{{ set }}" } ] } }
            """#
        ).diagnosis
        #expect(diagnosis.contains("warning: no template uses the column") == !names.isEmpty)
        for name in names { #expect(diagnosis.contains("\"\(name)\"")) }
    }
}
