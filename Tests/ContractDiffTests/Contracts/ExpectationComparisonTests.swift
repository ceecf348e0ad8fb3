import Contract
import JSON
import Testing

@testable import ContractDiff

struct ExpectationComparisonTests {
    @Test(
        "Answers are more or fewer when the order of lists is asked for or no longer",
        arguments: [
            (.ordered, .unordered, ["breaking: its lists are unordered now, before: ordered"]),
            (.unordered, .ordered, ["compatible: its lists are ordered now, before: unordered"]),
            (.unordered, .unordered, []),
        ] as [(BodyMatcher.ArrayOrder, BodyMatcher.ArrayOrder, [String])]
    )
    func arrays(
        before: BodyMatcher.ArrayOrder,
        after: BodyMatcher.ArrayOrder,
        expected: [String]
    )
        throws
    {
        let comparison = ExpectationComparison(
            old: try Self.expectation(before),
            new: try Self.expectation(after),
            prefix: ""
        )
        #expect(comparison.findings.map { "\($0.severity): \($0.what)" } == expected)
    }

    private static func expectation(
        _ arrays: BodyMatcher.ArrayOrder
    ) throws -> ExpectationTemplate {
        let place = SourceLocation(file: "a.yaml", line: 1, column: 1)
        var expectation = ExpectationTemplate(location: place)
        expectation.arrays = arrays
        expectation.examples = [
            .init(mode: .contains, value: .constant(["ids": [1, 2]]), location: place)
        ]
        return expectation
    }
}
