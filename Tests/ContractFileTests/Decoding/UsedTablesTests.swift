import Contract
import ContractFile
import JSON
import Testing

struct UsedTablesTests {
    private static let base = #"""
        contract: "1"
        docs: { d: { title: base } }
        variables: { key: base, other: base }
        targets: { api: { basePath: /base }, second: {} }
        schemas: { S: { type: object } }
        failure: { when: { status: { gte: 400 } } }
        errors: { E1: {} }
        let: { mark: "{{key}}" }
        operations: { send: { doc: d, request: { path: /s }, errors: [E1] } }
        setup: [{ call: send }]
        cases: { own: { steps: [{ call: send }] } }
        """#

    @Test("Tables come through chains and diamonds once; cases and hooks do not")
    func diamond() {
        let loaded = LoadedContract(
            #"""
            contract: "1"
            use: [left.yaml, right.yaml]
            operations:
              more: { request: { path: /m }, responses: { "200": { schema: { $ref: "#/schemas/S" } } } }
            cases: { a: { covers: send/E1, steps: [{ call: send, json: "{{mark}}" }] } }
            """#,
            [
                "base.yaml": Self.base,
                "left.yaml": "contract: \"1\"\nuse: base.yaml\n",
                "right.yaml": "contract: \"1\"\nuse: [./base.yaml]\n",
            ]
        )
        #expect(loaded.diagnosis == "")
        let contract = loaded.contract
        #expect(contract.operations.map(\.id) == ["send", "more"])
        #expect(contract.errors.map(\.id) == ["E1"])
        #expect(contract.bindings.map(\.name) == ["mark"])
        #expect(contract.targets.map(\.name) == ["api", "second"])
        #expect(contract.cases.map(\.name) == ["a"])
        #expect(contract.setup.isEmpty)
        #expect(contract.failure != nil)
        #expect(contract.usedFilesWithCases == ["base.yaml"])
        #expect(loaded.sources.map(\.file) == ["a.yaml", "left.yaml", "base.yaml", "right.yaml"])
    }

    @Test("The using file overrides variables, docs and targets in place")
    func overriding() {
        let loaded = LoadedContract(
            #"""
            contract: "1"
            use: [base.yaml]
            docs: { d: { title: mine } }
            variables: { other: mine, new: 1 }
            targets: { second: { basePath: /mine }, third: {} }
            """#,
            ["base.yaml": Self.base]
        )
        #expect(loaded.diagnosis == "")
        let contract = loaded.contract
        #expect(contract.documents["d"]?.title == "mine")
        #expect(contract.variables.map(\.name) == ["key", "other", "new"])
        let values = contract.variables.map(\.defaultValue)
        #expect(values == [.constant("base"), .constant("mine"), .constant(1)])
        #expect(contract.targets.map(\.name) == ["api", "second", "third"])
        #expect(contract.targets.map(\.basePath?.constantText) == ["/base", "/mine", nil])
    }

    @Test("Overriding resolves conflicts between two used files")
    func settled() {
        let table = "contract: \"1\"\nvariables: { v: 1 }\n"
        let loaded = LoadedContract(
            "contract: \"1\"\nuse: [b.yaml, c.yaml]\nvariables: { v: 3 }\n",
            ["b.yaml": table, "c.yaml": table]
        )
        #expect(loaded.diagnosis == "")
        #expect(loaded.contract.variables.map(\.defaultValue) == [.constant(3)])
    }

    @Test("A file is read once, whatever its spelling and its users")
    func once() {
        let files = ["base.yaml": Self.base, "a.yaml": "contract: \"1\"\nuse: [x/../base.yaml]\n"]
        let library = ContractLibrary(
            files: InMemoryFiles(files: files.mapValues { Array($0.utf8) })
        )
        #expect(library.contract(at: "./a.yaml").file == "a.yaml")
        #expect(library.contract(at: "././base.yaml").cases.map(\.name) == ["own"])
        #expect(library.sources.map(\.file) == ["a.yaml", "base.yaml"])
        #expect(library.diagnostics.list.isEmpty)
    }

    @Test("Names are relative to the folder of the file that contains them")
    func folders() {
        let loaded = LoadedContract(
            "/top/cases/a.yaml",
            among: [
                "/top/cases/a.yaml": "contract: \"1\"\nuse: [../tables/b.yaml]\n",
                "/top/tables/b.yaml": "contract: \"1\"\nuse: [c.yaml, /abs/d.yaml]\n",
                "/top/tables/c.yaml": "contract: \"1\"\nvariables: { c: 1 }\n",
                "/abs/d.yaml": "contract: \"1\"\nvariables: { d: 1 }\n",
            ]
        )
        #expect(loaded.diagnosis == "")
        #expect(loaded.contract.variables.map(\.name) == ["c", "d"])
    }

    @Test("A missing contract is reported as a file, without a position in it")
    func missing() {
        let loaded = LoadedContract("missing.yaml", among: [:])
        #expect(
            loaded.diagnosis == """
                missing.yaml: error: cannot read the file: No such file or directory
                1 error

                """
        )
        #expect(loaded.contract.cases.isEmpty)
    }
}
