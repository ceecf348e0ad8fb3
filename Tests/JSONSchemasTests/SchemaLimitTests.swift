import JSON
import JSONSchemas
import Testing

@Suite("Schema limits")
struct SchemaLimitTests {
    @Test("An instance nested too deep for a recursive schema is undecided, never valid")
    func deepInstance() throws {
        let schema = try JSONSchema(document: ["properties": ["a": ["$ref": "#"]]])
        var instance: JSONValue = 1
        for _ in 0..<300 { instance = ["a": instance] }
        #expect(schema.isValid(instance))
        for _ in 0..<300 { instance = ["a": instance] }
        #expect(!schema.isValid(instance))
        let outcome = schema.violations(in: instance)
        #expect(outcome.isUndecided)
        #expect(outcome.count == 1)
        #expect(
            outcome.violations.map(\.message) == [
                "cannot be checked: expected at most 800 schemas inside one another, got more"
            ]
        )
    }

    @Test("A cycle that only some instances enter is found when one does")
    func circle() throws {
        let schema = try JSONSchema(
            document: ["if": ["type": "string"], "then": ["$ref": "#"], "else": ["type": "null"]]
        )
        #expect(schema.isValid(nil))
        #expect(!schema.violations(in: 1).isUndecided)
        let outcome = schema.violations(in: "a")
        #expect(outcome.isUndecided)
        #expect(!outcome.isValid)
        #expect(
            outcome.violations.map(\.message) == [
                "cannot be checked: expected references that go deeper into the instance, got an "
                    + "endless circle"
            ]
        )
    }

    @Test(
        "Numbers are compared exactly",
        arguments: [
            (["const": 1], "1.0", true),
            (["multipleOf": 0.01], "1e999999999", true),
            (["multipleOf": 0.01], "12345678901234567.89", true),
            (["multipleOf": 0.1], "12345678901234567.89", false),
            (["multipleOf": 7], "7000000000000000000000000000007", true),
            (["multipleOf": 7], "7000000000000000000000000000008", false),
            (["type": "integer"], "1e400", true), (["maximum": 1e308], "1e400", false),
            (["exclusiveMinimum": 9007199254740992], "9007199254740992.5", true),
        ] as [(JSONValue, String, Bool)]
    )
    func exact(document: JSONValue, instance: String, isValid: Bool) throws {
        let schema = try JSONSchema(document: document)
        #expect(schema.isValid(try JSONValue(parsing: instance)) == isValid)
    }

    @Test("Digits beyond the precision of a double are significant")
    func exactDigits() throws {
        let document = #"{"const":1236546565217899832645,"maximum":12345678901234567890123.4}"#
        let schema = try JSONSchema(document: try JSONValue(parsing: document))
        #expect(schema.isValid(try JSONValue(parsing: "1236546565217899832645.0")))
        #expect(!schema.isValid(try JSONValue(parsing: "1236546565217899832640")))
    }

    @Test("A divisor with too many digits leaves a number undecided")
    func longDivisor() throws {
        let document = try JSONValue(parsing: #"{"multipleOf":1.2345678901234567891}"#)
        let schema = try JSONSchema(document: document)
        #expect(schema.violations(in: 5).isUndecided)
        #expect(schema.isValid("text"))
    }

    @Test(
        "Two types that both have children are checked once at each position",
        .timeLimit(.minutes(1)),
        arguments: [true, false]
    )
    func twoKinds(isValid: Bool) throws {
        let kind = { (name: String) -> JSONValue in
            [
                "properties": ["kind": ["type": "string"], "child": ["$ref": "#"]],
                "required": ["kind"], "title": .string(name),
            ]
        }
        let schema = try JSONSchema(document: ["oneOf": [kind("a"), kind("b")]])
        var instance: JSONValue = isValid ? ["kind": "x"] : ["kind": 1]
        for _ in 0..<60 { instance = ["kind": "x", "child": instance] }
        let outcome = schema.violations(in: instance)
        // Either both kinds fit or neither does, so never exactly one.
        #expect(!outcome.isValid)
        #expect(!outcome.isUndecided)
    }

    @Test("A cycle below not makes no instance valid")
    func negatedCircle() throws {
        let schema = try JSONSchema(
            document: ["not": ["dependentSchemas": ["a": ["$ref": "#"]]]]
        )
        #expect(!schema.isValid(["a": 1]))
        #expect(schema.violations(in: ["a": 1]).isUndecided)
    }

    @Test("Nested alternatives take no exponential time")
    func nestedAlternatives() throws {
        let schema = try JSONSchema(
            document: [
                "anyOf": [
                    ["type": "string"], ["type": "object", "additionalProperties": ["$ref": "#"]],
                ]
            ]
        )
        var instance: JSONValue = 1
        for _ in 0..<100 { instance = ["a": instance] }
        let outcome = schema.violations(in: instance)
        #expect(outcome.count == 1)
    }

    @Test(
        "Multiples are those of the written decimal",
        arguments: [
            (0.3, 0.1, true), (1.1, 0.1, true), (19.99, 0.01, true), (0.0075, 0.0001, true),
            (0.00751, 0.0001, false), (1e308, 0.5, true), (1e308, 0.123456789, false),
            (12_391_239_123, 1e-8, true), (4.35, 0.01, true), (1e-300, 1e-301, true),
            (1e-301, 1e-300, false), (0, 0.1, true), (-0.3, 0.1, true),
            (.leastNonzeroMagnitude, .leastNonzeroMagnitude, true),
        ]
    )
    func multiples(value: Double, divisor: Double, isMultiple: Bool) throws {
        let schema = try JSONSchema(document: ["multipleOf": .number(.real(divisor))])
        #expect(schema.isValid(.number(.real(value))) == isMultiple)
    }

    @Test("Multiples of large integers are exact")
    func largeMultiples() throws {
        let schema = try JSONSchema(document: ["multipleOf": 3])
        #expect(schema.isValid(.number(.integer(9_007_199_254_740_993))))
        #expect(!schema.isValid(.number(.integer(9_007_199_254_740_992))))
        #expect(schema.isValid(.number(.unsigned(.max))))
        #expect(schema.isValid(.number(.integer(-9_007_199_254_740_993))))
    }

    @Test("Equal items among 50,000 are found without pairwise comparison")
    func uniqueItems() throws {
        let schema = try JSONSchema(document: ["uniqueItems": true])
        let items = (0..<50_000).map { JSONValue.integer($0) }
        #expect(schema.isValid(.array(items)))
        #expect(!schema.isValid(.array(items + [7])))
    }
}
