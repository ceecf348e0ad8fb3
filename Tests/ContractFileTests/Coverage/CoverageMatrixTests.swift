import Contract
import ContractFile
import Testing

struct CoverageMatrixTests {
    private static let tables = """
        contract: "1"
        info: { title: Tables }
        targets: { api: {} }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
        operations:
          send:
            request: { method: POST, path: /send }
            responses: { "200": {} }
            promises:
              both: { error: E1 }
              neither: { error: E1 }
              slow: { waived: { reason: takes an hour, until: 2126-06-30 } }
              lost: { untestable: nobody knows how }
            errors: [E2]
          look: { request: { path: /look }, responses: { "200": {} } }
        errors: { E1: { status: 400 }, E2: { status: 401 }, E3: { status: 500 } }
        client:
          errors: { Busy: { domain: Errors, code: "7" } }
          outcomes: [ { when: { error: E1 }, error: Busy } ]
        calls:
          save: { performs: [ { call: send } ], errors: [Busy] }
          sort: { local: the app sorts }

        """

    private static let cases = """
        contract: "1"
        info: { title: Push sends }
        use: [common.yaml]
        cases:
          twice: { covers: send/both, rows: [ { name: a }, { name: b } ], steps: [ { call: send } ] }
          later: { covers: send/neither, waived: it is broken, steps: [ { call: send } ] }
          busy: { covers: save/Busy, steps: [ { call: save } ] }

        """

    private static func matrix(
        _ files: [String: String],
        _ paths: [String],
        today: String = "2126-06-30"
    ) -> CoverageMatrix {
        let library = ContractLibrary(
            files: InMemoryFiles(files: files.mapValues { Array($0.utf8) })
        )
        let contracts = paths.map(library.contract)
        #expect(library.diagnostics.list.map(\.message) == [])
        return CoverageMatrix(contracts, today: today)
    }

    private static func sample(today: String = "2126-06-30") throws -> CoverageMatrix.Service {
        let files = ["p/common.yaml": tables, "p/sends.yaml": cases]
        let matrix = matrix(files, ["p/common.yaml", "p/sends.yaml"], today: today)
        #expect(matrix.services.count == 1)
        return try #require(matrix.services.first)
    }

    @Test("Files that share tables are one service, named by the common start of their titles")
    func service() throws {
        let service = try Self.sample()
        #expect(service.name == "Push sends")
        #expect(service.path == "p")
        #expect(service.caseCount == 4)
        let more = Self.matrix(
            [
                "p/common.yaml": Self.tables, "p/sends.yaml": Self.cases,
                "p/looks.yaml": """
                contract: "1"
                info: { title: Push looks }
                use: [common.yaml]
                cases: { look: { steps: [ { call: look } ] } }
                """,
                "p/other.yaml": """
                contract: "1"
                info: { title: Other }
                targets: { api: {} }
                operations: { send: { request: { path: /send }, responses: { "200": {} } } }
                cases: { one: { steps: [ { call: send } ] } }
                """,
            ],
            ["p/sends.yaml", "p/other.yaml", "p/common.yaml", "p/looks.yaml"]
        )
        #expect(more.services.map(\.name) == ["Push", "Other"])
        #expect(more.services.map(\.path) == ["p", "p/other.yaml"])
        #expect(more.services.map { $0.server.calls.map(\.id) } == [["send", "look"], ["send"]])
    }

    @Test("The state of each promise follows from the contract's cases and keys")
    func promises() throws {
        let send = try #require(try Self.sample().server.calls.first)
        #expect(send.id == "send")
        #expect(
            send.rows.map { "\($0.promise.id): \($0.standing.rawValue)" } == [
                "send: not covered", "send/both: covered", "send/neither: not covered",
                "send/slow: waived", "send/lost: untestable", "send/E2: not covered",
            ]
        )
        #expect(send.rows[1].cases == ["twice[a]", "twice[b]"])
        #expect(send.rows[2].reason == "its case is waived: it is broken")
        #expect(send.rows[3].reason == "takes an hour (until 2126-06-30)")
        #expect(send.rows[4].reason == "nobody knows how")
        #expect(send.errors.map(\.code) == ["E1", "E2"])
        #expect(send.errors.map(\.rows.count) == [2, 1])
    }

    @Test("An expired waiver has no effect")
    func waiver() throws {
        let send = try #require(try Self.sample(today: "2126-07-01").server.calls.first)
        #expect(send.rows[3].standing == .notCovered)
    }

    @Test("A code of the catalogue is covered by any case that covers one of its triggers")
    func errors() throws {
        let server = try Self.sample().server
        #expect(server.errors.map(\.id) == ["E1", "E2", "E3"])
        #expect(server.errors.map(\.row.standing) == [.covered, .notCovered, .notCovered])
        #expect(server.errors[0].row.cases == ["twice[a]", "twice[b]"])
        #expect(server.errors.map { server.calls(promising: $0.id) } == [["send"], ["send"], []])
    }

    @Test("The client's side is separate, with the promises that stay in the app")
    func client() throws {
        let client = try Self.sample().client
        #expect(client.calls.map(\.id) == ["save", "sort"])
        #expect(client.calls[0].rows.map(\.standing) == [.notCovered, .covered])
        #expect(client.calls[1].rows.map(\.standing) == [.local])
        #expect(client.calls[1].rows.map(\.reason) == ["the app sorts"])
        #expect(client.errors.map(\.number) == ["Errors 7"])
        #expect(client.errors[0].row.cases == ["busy"])
        #expect(client.calls(promising: "Busy") == ["save"])
    }

    @Test("A success response is covered by every case that is judged for it")
    func success() throws {
        let files = [
            "a.yaml": """
            contract: "1"
            targets: { api: {} }
            operations: { send: { request: { path: /send }, responses: { "200": {}, "202": {} } } }
            cases:
              one: { steps: [ { call: send } ] }
              other: { steps: [ { call: send, expect: { status: 404 } } ] }
              prepared: { setup: [ { call: send } ], steps: [ { request: { path: /x } } ] }
            """
        ]
        let row = try #require(Self.matrix(files, ["a.yaml"]).rows.first)
        #expect(row.cases == ["one"])
    }

    @Test("Results of a run are joined by file and name")
    func verdicts() throws {
        let files = ["p/common.yaml": Self.tables, "p/sends.yaml": Self.cases]
        let matrix = Self.matrix(files, ["p/common.yaml", "p/sends.yaml"]).judged { key in
            key.file == "p/common.yaml" && key.id == "send/both"
                ? .passed : key.id == "errors/E1" ? .failed : nil
        }
        #expect(matrix.rows.count(.passed) == 1)
        #expect(matrix.services[0].server.calls[0].rows[1].verdict == .passed)
        #expect(matrix.services[0].server.errors[0].row.verdict == .failed)
        #expect(matrix.rows.count { $0.verdict == nil } == matrix.rows.count - 2)
    }
}
