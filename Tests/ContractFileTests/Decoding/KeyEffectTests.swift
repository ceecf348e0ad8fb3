import Base
import Contract
import HTTP
import JSON
import Testing

/// Effects of some keys of a contract on cases and responses.
struct KeyEffectTests {
    @Test(
        "Lists of an example are checked in order, unless the contract says otherwise"
    )
    func arrays() throws {
        let response = (201, #"{"ids":[2,1]}"#)
        let cases = #"""
            cases:
              ordered: { steps: [{ call: send, expect: { contains: { ids: [1, 2] } } }] }
              unordered:
                steps: [{ call: send, expect: { contains: { ids: [1, 2] }, arrays: unordered } }]
            """#
        #expect(try Self.differences(cases, response).map(\.count) == [2, 0])
    }

    @Test("A case has the tags of the operations that its steps call, in addition to its own")
    func tags() throws {
        let contract = try Self.contract(
            #"""
            client: {}
            calls:
              notify: { performs: [{ call: send }] }
              look: { performs: [{ request: { path: /look } }] }
            cases:
              none: { tags: [own], steps: [{ call: plain }] }
              called: { tags: [slow, own], steps: [{ call: plain }, { call: send }] }
              prepared: { setup: [{ call: send }], steps: [{ call: plain }] }
              performed: { steps: [{ call: notify }, { call: look }] }
            """#
        )
        #expect(
            contract.cases.map(\.tags) == [
                ["own"], ["slow", "own", "costly"], [], ["costly", "slow"],
            ]
        )
    }

    @Test("The basis of a case is at most that of the states in which it runs")
    func statesBasis() throws {
        let cases = #"""
            states:
              closed: { basis: inferred }
              full: { basis: observed }
              old: {}
            cases:
              none: { given: [old], steps: [{ call: plain, expect: { status: 204 } }] }
              one: { given: [full, old], steps: [{ call: plain, expect: { status: 204 } }] }
              several: { given: [full, closed], steps: [{ call: plain, expect: { status: 204 } }] }
            """#
        let differences = try Self.differences(cases, (200, "{}"))
        #expect(
            differences.map { $0.map(\.basis) } == [[.documented], [.observed], [.inferred]]
        )
        let steps = try Self.contract(cases).cases.flatMap(\.steps)
        let judge = ResponseJudge(contract: try Self.contract(cases))
        #expect(steps.map { judge.basis(of: $0.expected) } == [.documented, .observed, .inferred])
    }

    @Test(
        "A failure has its code and message in the types that the contract gives",
        arguments: [
            (#"{"code":7,"text":"No."}"#, []),
            (#"{"code":"7","text":"No."}"#, [#"$.code: expected integer, got string "7""#]),
            (#"{"code":7,"text":null}"#, ["$.text: expected string, got null null"]),
            (#"{"code":7}"#, []),
        ]
    )
    func failureTypes(body: String, expected: [String]) throws {
        let cases = #"""
            failure:
              when: { status: { gte: 400 } }
              code: { jsonpath: "$.code", type: integer }
              message: { jsonpath: "$.text", type: string }
            errors: { "7": {} }
            cases: { refused: { steps: [{ call: plain, expect: { error: "7" } }] } }
            """#
        let found = try Self.differences(cases, (400, body)).flatMap(\.self)
        #expect(found.map(\.plainStatement) == expected)
    }

    @Test("Every predicate can check a response", arguments: PredicateForm.names)
    func predicates(name: String) throws {
        let form = try #require(PredicateForm.named(name))
        let (place, argument) = form.example
        let body = #"""
            {
              "code": "E1", "count": 2, "objectId": "AAAAAAAAAAAAAAAA", "deviceType": "ios",
              "target": ["android", "ios"], "createDate": "2026-01-01T00:00:00Z",
              "results": [
                { "rank": 1, "createDate": "c" }, { "rank": 2, "createDate": "b" },
                { "rank": 3, "createDate": "a" }
              ]
            }
            """#
        let assert = "{ jsonpath: '\(place)', \(name): \(argument) }"
        let cases = "cases: { c: { steps: [{ call: plain, expect: { asserts: \(assert) } }] } }"
        #expect(try Self.differences(cases, (200, body)) == [[]])
    }

    // MARK: -

    private static func contract(_ tables: String) throws -> ContractDocument {
        let loaded = LoadedContract(
            #"""
            contract: "1"
            targets: { api: {} }
            operations:
              send: { tags: [costly, slow], request: { method: POST, path: /push } }
              plain: { request: { path: /plain } }

            """# + tables + "\n"
        )
        try #require(loaded.diagnosis == "")
        return loaded.contract
    }

    /// The differences that the first step of each case finds in a response.
    private static func differences(
        _ tables: String,
        _ response: (status: Int, body: String)
    ) throws -> [[Difference]] {
        let contract = try contract(tables)
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 0, name: "")
        )
        return try contract.cases.map { contractCase in
            try ResponseJudge(contract: contract).judgement(
                of: contractCase.steps[0].expected,
                request: HTTPRequest(method: "GET", origin: "http://a", path: "/"),
                response: HTTPResponse(
                    status: response.status,
                    headers: HTTPFields([]),
                    body: Array(response.body.utf8)
                ),
                using: &evaluator
            ).differences
        }
    }
}
