import Contract
import ContractFile
import Generation
import JSON
import Testing

/// The requests of a plan, and their order.
struct PlanTests {
    private struct OneFile: FileSource {
        let text: String

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
            Array(text.utf8)
        }
    }

    private static func contract(_ more: String) throws -> ContractDocument {
        let text = """
            contract: "1"
            targets: { api: {} }
            variables: { key: { default: abc } }
            securitySchemes: { app: { type: apiKey, headers: { X-Key: "{{key}}" } } }

            """
        let library = ContractLibrary(files: OneFile(text: text + more))
        let contract = library.contract(at: "a.yaml")
        try #require(library.diagnostics.list.isEmpty, "\(library.diagnostics.list)")
        return contract
    }

    private static let notes = """
        operations:
          create:
            request: { method: POST, path: /notes, security: app, json: { text: hey, rank: 2 } }
            accepts:
              json:
                required: [text]
                properties:
                  text: { type: string, minLength: 2, maxLength: 4 }
                  rank: { type: integer, minimum: 1, maximum: 3 }
            responses: { "201": { schema: { required: [id] } } }
          get: { request: { path: "/notes/{id}", params: { id: none } } }
          put: { request: { method: PUT, path: "/notes/{id}", params: { id: none }, json: { rank: 3 } } }
          remove: { request: { method: DELETE, path: "/notes/{id}", params: { id: none } } }
        cases: {}

        """

    private static func cases(
        of contract: ContractDocument,
        seed: UInt64,
        _ count: Int
    ) -> [GeneratedCase] {
        let models = contract.operations.compactMap {
            GenerationBases.models(of: $0, in: contract).first
        }
        var plan = CasePlan(models, of: contract, seed: seed)
        return (0..<count).compactMap { _ in plan.next() }
    }

    @Test("The same seed makes the same cases, another seed makes others")
    func seeds() throws {
        let contract = try Self.contract(Self.notes)
        let words = { (seed: UInt64) in Self.cases(of: contract, seed: seed, 400).map(\.words) }
        let first = words(1)
        #expect(first.count == 400)
        #expect(words(1) == first)
        #expect(words(2) != first)
    }

    @Test(
        "Each limit is tried on both sides, and the acceptance decides the expected outcome",
        arguments: [
            ("/json/text", [1, 2, 3, 4, 5, 16], "length"),
            ("/json/rank", [0, 1, 2, 3, 4], "value"),
        ]
    )
    func limits(place: String, wanted: [Int], measure: String) throws {
        let contract = try Self.contract(Self.notes)
        var outcomes: [Int: DeclaredOutcome] = [:]
        for generated in Self.cases(of: contract, seed: 1, 300)
        where generated.edits.count == 1 && generated.operation.id == "create" {
            let edit = generated.edits[0]
            guard edit.place == place, case .set(let value) = edit.change else { continue }
            let number =
                measure == "value" ? value.intValue : value.stringValue?.unicodeScalars.count
            guard let number, wanted.contains(number) else { continue }
            let steps = try generated.contractCase("a", timeout: .seconds(1)).steps
            outcomes[number] = steps[0].expectation?.declared
        }
        let legal = measure == "value" ? 1...3 : 2...4
        // The valid value itself is not a mutation.
        for number in wanted where !(measure == "value" && number == 2) {
            #expect(outcomes[number] == (legal.contains(number) ? .success : .failure), "\(number)")
        }
    }

    @Test("A text in place of a query value that is sent as JSON may be accepted or refused")
    func encoded() throws {
        let contract = try Self.contract(
            """
            operations:
              find:
                request: { path: /find, query: { filter: { json: { a: 1 } }, word: b } }
                accepts:
                  query: { required: [filter, word], properties: { word: { type: string } } }
            cases: {}

            """
        )
        var outcomes: [String: Set<DeclaredOutcome?>] = [:]
        for generated in Self.cases(of: contract, seed: 1, 300) where generated.edits.count == 1 {
            guard case .set(.string) = generated.edits[0].change else { continue }
            let step = try generated.contractCase("a", timeout: .seconds(1)).steps[0]
            outcomes[generated.edits[0].place, default: []].insert(step.expectation?.declared)
        }
        #expect(outcomes["/query/filter"] == [.any])
        #expect(outcomes["/query/word"]?.contains(.success) == true)
    }

    @Test("A case with a file that it cannot express shows the command that writes the file")
    func files() throws {
        let contract = try Self.contract(Self.notes)
        let spellings = try Self.cases(of: contract, seed: 1, 500).compactMap {
            try CaseSpelling(contract).spelling(of: $0.contractCase("a", timeout: .seconds(1)))
        }
        let remarks = Set(spellings.map(GeneratedFiles.remarks))
        #expect(
            remarks == [
                "",
                #"# Write its file first: mkdir -p generated && "#
                    + #"printf '{"text": "\377\376\303"}' > generated/not-utf-8.json"# + "\n",
            ]
        )
    }

    @Test("An object that one operation creates is followed through the operations at its path")
    func sequences() throws {
        let contract = try Self.contract(Self.notes)
        let words = Set(Self.cases(of: contract, seed: 1, 100).flatMap(\.words))
        for sequence in [
            "create → get", "create → put → get", "create → get → remove → get",
            "create → remove → put", "create → create → get → remove → get",
        ] {
            #expect(words.contains(sequence), "\(sequence)")
        }
        let case1 = try #require(
            Self.cases(of: contract, seed: 1, 100).first {
                $0.words == ["create → get → remove → get"]
            }
        )
        let steps = try case1.contractCase("a", timeout: .seconds(1)).steps
        #expect(steps.map { $0.expectation?.declared } == [.success, .success, .success, .failure])
        let spelling = try #require(
            CaseSpelling(contract).spelling(of: case1.contractCase("a", timeout: .seconds(1)))
        )
        #expect(
            spelling["steps"]?.arrayValue?.last?.text
                == #"{"call":"get","set":{"/params/id":"{{created}}"},"timeout":"1s","#
                + #""expect":{"declared":"failure"}}"#
        )
    }

    @Test("An update with the schema of the creation writes other values, where they can differ")
    func otherValues() throws {
        let draft = """
            { id: x, text: a-1, rank: 3, price: 9.95, color: red, kind: note, sort: a, done: false, \
            ownerId: o, day: "2026-01-31", size: 1, tags: [a] }
            """
        let contract = try Self.contract(
            """
            schemas:
              Draft:
                required: [id, text]
                properties:
                  id: { type: string }
                  text: { type: string, pattern: "^[a-z]-[0-9]$" }
                  rank: { type: integer, minimum: 1, maximum: 3 }
                  price: { type: number }
                  color: { enum: [red, green] }
                  kind: { enum: [note] }
                  sort: { const: a }
                  done: { type: boolean }
                  ownerId: { type: string }
                  day: { type: string, format: date }
                  size: { type: integer, readOnly: true }
                  tags: { type: array }
            operations:
              create:
                request: { method: POST, path: /notes, json: \(draft) }
                accepts: { json: { $ref: "#/schemas/Draft" } }
                responses: { "201": { schema: { required: [id] } } }
              get: { request: { path: "/notes/{id}", params: { id: none } } }
              put:
                request: { method: PUT, path: "/notes/{id}", params: { id: none }, json: \(draft) }
                accepts: { json: { $ref: "#/schemas/Draft" } }
            cases: {}

            """
        )
        let update = try #require(
            Self.cases(of: contract, seed: 1, 200).last { $0.words == ["create → put → get"] }
        )
        let steps = try update.contractCase("a", timeout: .seconds(1)).steps
        let written = try #require(steps[1].request?.template["json"]?.constantValue)
        #expect(
            written.text
                == #"{"id":"x","text":"a-2","rank":2,"price":10.95,"color":"green","kind":"note","#
                + #""sort":"a","done":true,"ownerId":"o","day":"2026-01-31","size":1,"tags":["a"]}"#
        )
    }

    @Test("No sequence calls an excluded operation")
    func excluded() throws {
        let contract = try Self.contract("generate: { exclude: { remove: no } }\n" + Self.notes)
        let words = Self.cases(of: contract, seed: 1, 300).flatMap(\.words)
        #expect(words.contains("create → get"))
        #expect(!words.contains { $0.contains("remove") && $0.contains("→") })
    }

    @Test("A case is minimized by its components, in decreasing steps")
    func smaller() throws {
        let contract = try Self.contract(Self.notes)
        let long = try #require(
            Self.cases(of: contract, seed: 1, 300).first {
                $0.words == [#"/json/text: "xxxxx", maxLength 4"#]
            }
        )
        #expect(
            long.smaller.map(\.words) == [
                [], [#"/json/text: """#], [#"/json/text: "xxx""#], [#"/json/text: "xxxx""#],
            ]
        )
        let pair = try #require(
            Self.cases(of: contract, seed: 1, 1_000).first { $0.edits.count == 2 }
        )
        #expect(pair.smaller.prefix(2).map(\.edits) == [[pair.edits[1]], [pair.edits[0]]])
    }
}
