import Contract
import JSON
import Testing

@testable import ContractDiff

struct ExpectationComparisonTests {
    @Test(
        "Responses widen or narrow when the order of lists is no longer or newly required",
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
            prefix: "",
            schemas: SchemaComparisons()
        )
        #expect(comparison.findings.map { "\($0.severity): \($0.what)" } == expected)
    }

    @Test("A waiver of an assert and a body in its coding are compared")
    func waiverAndCoding() {
        let place = SourceLocation(file: "a.yaml", line: 1, column: 1)
        func expectation(_ waiver: Waiver?, isEncoded: Bool) -> ExpectationTemplate {
            var expectation = ExpectationTemplate(location: place)
            expectation.isEncoded = isEncoded
            expectation.asserts = [
                AssertionTemplate(
                    query: .ready(.body),
                    filters: [],
                    predicate: .ready(.exists(true)),
                    basis: .observed,
                    location: place,
                    waiver: waiver
                )
            ]
            return expectation
        }
        let plain = expectation(nil, isEncoded: false)
        let waived = expectation(Waiver(reason: "known", until: nil), isEncoded: true)
        func findings(_ old: ExpectationTemplate, _ new: ExpectationTemplate) -> [String] {
            ExpectationComparison(old: old, new: new, prefix: "", schemas: SchemaComparisons())
                .findings
                .map { "\($0.severity) \($0.basis): \($0.what)" }
        }
        #expect(
            findings(plain, waived) == [
                "breaking observed: does not hold for now: body something (waived: known)",
                "breaking documented: the body is described in its content coding now",
            ]
        )
        #expect(
            findings(waived, plain) == [
                "compatible observed: holds again: body something",
                "breaking documented: the body is described without its content coding now",
            ]
        )
        #expect(findings(waived, waived).isEmpty)
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
