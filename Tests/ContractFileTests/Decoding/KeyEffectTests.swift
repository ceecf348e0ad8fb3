import Base
import Contract
import HTTP
import JSON
import Testing

/// What some keys of a contract do to cases and answers.
struct KeyEffectTests {
    @Test("Lists of an example are held against an answer in order, unless the contract says not")
    func arrays() throws {
        let answer = (201, #"{"ids":[2,1]}"#)
        let cases = #"""
            cases:
              ordered: { steps: [{ call: send, expect: { contains: { ids: [1, 2] } } }] }
              unordered:
                steps: [{ call: send, expect: { contains: { ids: [1, 2] }, arrays: unordered } }]
            """#
        #expect(try Self.differences(cases, answer).map(\.count) == [2, 0])
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

    /// What the first step of each case finds in an answer.
    private static func differences(
        _ tables: String,
        _ answer: (status: Int, body: String)
    ) throws -> [[Difference]] {
        let contract = try contract(tables)
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 0, name: "")
        )
        return try contract.cases.map { contractCase in
            try AnswerJudge(contract: contract).judgement(
                of: contractCase.steps[0],
                request: HTTPRequest(method: "GET", origin: "http://a", path: "/"),
                response: HTTPResponse(
                    status: answer.status,
                    headers: HTTPFields([]),
                    body: Array(answer.body.utf8)
                ),
                using: &evaluator
            ).differences
        }
    }
}
