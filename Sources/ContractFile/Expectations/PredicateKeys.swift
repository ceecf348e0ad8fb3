import Contract
import JSON

/// A predicate, of which one key says what it is.
struct PredicateKeys: KeyTable {
    let predicates = Self.list
    let within = Self.within

    static let keys = Self()
    static let name = "predicate"
    static let outline = TableOutline(
        "One predicate.",
        rules: [.unlessFilled(.all(["onePredicate", "toleranceOfEquals"]))],
        // A name of one's own is a member of a value to equal.
        alternatives: ["type": "object", "patternProperties": ["\\{\\{": true]],
        examples: lines { "\($0.name): \($0.example.argument)" }
    )

    /// Asserts that show every predicate at a place of a response.
    static let assertExamples = lines {
        #"jsonpath: "\#($0.example.place)", \#($0.name): \#($0.example.argument)"#
    }

    static let list = KeyList(PredicateForm.all.map { Key($0.name, .node($0.schema), $0.doc) })
    static let within = Key(
        "within",
        .node(["type": ["number", "string"], "pattern": "\\{\\{"]),
        "The tolerance of `equals`: the largest allowed difference of two numbers."
    )

    private static func lines(_ text: (PredicateForm) -> String) -> String {
        PredicateForm.all.map { "- { \(text($0)) }" }.joined(separator: "\n")
    }
}

extension PredicateForm {
    /// What an editor knows of what stands behind the name.
    fileprivate var schema: ValueSchema {
        switch argument {
        case .value: .any
        case .ordered: "ordered"
        case .text: "string"
        case .truth: "boolean"
        case .schema: "jsonSchema"
        case .predicate(.count, _): "countOrPredicate"
        case .predicate: "valueOrPredicate"
        case .list: Self.filled(["type": "array"])
        case .direction:
            Self.filled(["enum": .names(Predicate.Direction.allCases.map(\.rawValue))])
        case .kinds:
            [
                "anyOf": [
                    .ref("valueType"),
                    [
                        "type": "array", "minItems": 1,
                        "items": ["anyOf": [.ref("valueType"), .ref("template")]],
                    ], .ref("template"), .ref("textExpression"),
                ]
            ]
        case .alternatives:
            [
                "type": ["array", "string"], "pattern": .string(ValueSchema.rowPattern),
                "minItems": 1, "items": .ref("valueOrPredicate"),
            ]
        }
    }

    /// A value, or a template that makes one.
    private static func filled(_ value: JSONValue) -> ValueSchema {
        ["anyOf": [value, .ref("template"), .ref("textExpression")]]
    }
}
