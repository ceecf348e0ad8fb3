import JSON
import JSONPaths
import Testing

@testable import Contract

struct JudgementLimitTests {
    private static func numbers(_ count: Int) -> String {
        JSONValue.array((0..<count).map { .integer($0) }).text
    }

    /// An assert that differs at every element of a list.
    private static func each(_ basis: Basis, line: Int) throws -> AssertionTemplate {
        let numbers = Query.jsonpath(try JSONPath("$[*]"))
        return JudgeSample.assert(numbers, .each(.type([.string])), basis: basis, line: line)
    }

    private static func judged(
        _ asserts: [AssertionTemplate],
        _ count: Int
    ) throws -> ResponseJudgement {
        let expected = JudgeSample.expected(
            expect: JudgeSample.expect(asserts: asserts),
            operation: nil
        )
        return try JudgeSample().judged(expected, 200, numbers(count))
    }

    @Test(
        "A hundred differences are stored, all are counted",
        arguments: [(100, 100), (101, 100), (350, 100)]
    )
    func limit(count: Int, kept: Int) throws {
        let judgement = try Self.judged([Self.each(.documented, line: 1)], count)
        #expect(judgement.differences.count == kept)
        #expect(judgement.total == count)
        #expect(
            judgement.headline
                == "$[0]: expected string, got integer 0 (and \(count - 1) more)"
        )
    }

    @Test(
        "A difference with a stronger basis is stored, however many weaker ones were found before it"
    )
    func surest() throws {
        let asserts = [
            try Self.each(.recommended, line: 1),
            JudgeSample.assert(.version, .equals("2"), line: 2),
            JudgeSample.assert(.header("X"), .exists(true), basis: .observed, line: 3),
        ]
        let judgement = try Self.judged(asserts, 150)
        #expect(judgement.total == 152)
        #expect(judgement.differences.count == 100)
        #expect(judgement.differences.suffix(2).map(\.basis) == [.documented, .observed])
        #expect(judgement.differences.prefix(98).allSatisfy { $0.basis == .recommended })
        #expect(judgement.differences[97].path == "$[97]")
        #expect(judgement.headline == #"version: expected "2", got "1.1" (and 151 more)"#)
    }

    @Test("A difference of a later expectation with a stronger basis is stored too")
    func acrossExpectations() throws {
        let promised = JudgeSample.expect(asserts: [try Self.each(.inferred, line: 1)])
        let rule = ResponseRule(status: .any, expectation: JudgeSample.expect())
        let sample = try JudgeSample(
            promises: [JudgeSample.promise("list", expect: promised)],
            responses: [rule]
        )
        let expected = JudgeSample.expected(
            covers: ["createPush/list"],
            expect: JudgeSample.expect(status: .equals(201))
        )
        let judgement = try sample.judged(expected, 200, Self.numbers(120))
        #expect(judgement.total == 121)
        #expect(judgement.differences.count == 100)
        #expect(judgement.differences.last?.path == "status")
        #expect(judgement.differences.last?.basis == .documented)
    }

    @Test(
        "A response that exceeds the examination limit is not judged unless it is already wrong"
    )
    func excess() throws {
        let body = "[" + String(repeating: "1,", count: 200_000) + "1]"
        func obstacle(
            _ asserts: [AssertionTemplate],
            _ body: String = body
        ) throws -> String? {
            let expected = JudgeSample.expected(
                expect: JudgeSample.expect(asserts: asserts),
                operation: nil
            )
            return try JudgeSample().judged(expected, 200, body, limits: BodyLimits(jobs: 256))
                .obstacle { $0.basis == .documented }
        }
        let each = try Self.each(.documented, line: 1)
        #expect(
            try obstacle([each])
                == "the response cannot be checked: its JSON takes more than 1,048,576 bytes of "
                + "memory"
        )
        let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
        #expect(
            try obstacle([each], deep)
                == "the response cannot be checked: its JSON is nested deeper than 512 levels"
        )
        // A bracket is missing in 512 levels.
        #expect(try obstacle([each], String(deep.dropFirst().dropLast(2))) == nil)
        let wrong = JudgeSample.assert(.version, .equals("2"), line: 2)
        let unsure = JudgeSample.assert(.version, .equals("2"), basis: .observed, line: 2)
        #expect(try obstacle([each, wrong]) == nil)
        #expect(try obstacle([each, unsure]) != nil)
        // The body is not needed.
        #expect(try obstacle([wrong]) == nil)
        #expect(try obstacle([]) == nil)
    }

    @Test("A single difference is the headline, without a count")
    func single() throws {
        let judgement = try Self.judged([Self.each(.documented, line: 1)], 1)
        #expect(judgement.headline == "$[0]: expected string, got integer 0")
    }
}
