import JSON
import TestSupport
import Testing

@testable import Contract

struct BytesQueryTests {
    private static func differences(
        of filters: [Filter] = [],
        _ predicate: PredicateTemplate,
        _ body: [UInt8],
        scope: [String: JSONValue] = [:]
    ) throws -> [Difference] {
        let template = AssertionTemplate(
            query: .ready(.bytes),
            filters: filters,
            predicate: predicate,
            basis: .documented,
            location: .line(1)
        )
        var evaluator = NCMBSigning.evaluator()
        evaluator.scope.merge(scope) { _, new in new }
        return try template.assertion(using: &evaluator).differences(in: .answer(body)).kept
    }

    @Test(
        "A number compared with the bytes of a body is their count, UTF-8 or not",
        arguments: [
            (Predicate.equals(0), 0, true), (.equals(0), 1, false), (.equals(3), 3, true),
            (.compares(.lte, 3), 3, true), (.compares(.lte, 3), 4, false),
            (.not(.equals(0)), 3, true), (.not(.equals(0)), 0, false),
            (.anyOf([.equals(1), .compares(.gt, 3)]), 4, true),
            (.anyOf([.equals(1), .compares(.gt, 3)]), 2, false),
            (.approximately(.integer(5), within: .integer(1)), 4, true),
        ] as [(Predicate, Int, Bool)]
    )
    func size(predicate: Predicate, count: Int, holds: Bool) throws {
        for byte in [UInt8(ascii: "1"), 0xFF] {
            let body = [UInt8](repeating: byte, count: count)
            let found = try Self.differences(.ready(predicate), body)
            #expect(found.isEmpty == holds)
        }
    }

    @Test("A size that is filled in later is compared as a count too")
    func filledIn() throws {
        let limit = try PredicateTemplate.open(
            try #require(PredicateForm.named("lte")),
            TemplateValue("{{limit}}"),
            within: nil,
            .line(1)
        )
        let body = Array("abc".utf8)
        for (size, count) in [(3, 0), (2, 1)] {
            let scope: [String: JSONValue] = ["limit": .integer(size)]
            let found = try Self.differences(limit, body, scope: scope)
            #expect(found.count == count)
        }
    }

    @Test(
        "A text compared with the bytes is their content; after a filter, numbers are plain numbers"
    )
    func content() throws {
        let body = Array("12".utf8)
        #expect(try Self.differences(.ready(.equals("12")), body).isEmpty)
        #expect(try Self.differences(.ready(.startsWith("1")), body).isEmpty)
        let number = try Self.differences(of: [.toInteger], .ready(.equals(12)), body)
        #expect(number.isEmpty)
    }
}
