import Contract
import HTTP
import JSON

/// Sorts of values that several tables have.
extension NodeDecoder where Value == Basis {
    /// How sure something is.
    static var basis: NodeDecoder<Basis> {
        .choice.described(by: ValueSchema(.ref("basis"), inRows: .ref("rowBasis")))
    }
}

extension NodeDecoder where Value == String {
    /// A sentence for people.
    static var summary: NodeDecoder<String> { .string.described(by: "summary") }
}

extension NodeDecoder where Value == [String] {
    /// Words by which runs are picked.
    static var tags: NodeDecoder<[String]> { .oneOrMany(of: .string).described(by: "tags") }
}

extension NodeDecoder where Value == [TransportFailure.Kind] {
    /// Ways of getting no response.
    static var transport: NodeDecoder<[TransportFailure.Kind]> {
        .oneOrMany(of: .choice).described(by: "transport")
    }
}

extension NodeDecoder where Value == [NamedValue<YAMLNode>] {
    /// Names and their values.
    static var bindings: NodeDecoder<[NamedValue<YAMLNode>]> {
        .entries(of: .node(.any)).described(by: "bindings")
    }

    /// Names and the queries that give their values.
    static var captures: NodeDecoder<[NamedValue<YAMLNode>]> {
        .entries(of: .node(.any)).described(by: "captures")
    }
}

extension NodeDecoder where Value == YAMLNode {
    /// A text with something in it, as a node.
    static var filledText: NodeDecoder<YAMLNode> {
        .node(["type": "string", "minLength": 1])
    }

    /// The phase of an exchange, where its duration is asked.
    static var phase: NodeDecoder<YAMLNode> {
        .node(["anyOf": [.ref("phase"), .ref("rowValue")]])
    }
}

extension NodeDecoder
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One value of a choice: the one that distinguishes this mapping from others.
    static func only(_ value: Value) -> NodeDecoder<Value> {
        .choice.described(by: ["enum": [.string(value.rawValue)]])
    }
}

extension ValueSchema {
    /// The name of a value, which a row may give.
    static let valueName = ValueSchema(
        .ref("valueName"),
        inRows: ["anyOf": [.ref("valueName"), template]]
    )

    /// Steps before and after, where no listener runs yet.
    static let sharedHooks: ValueSchema = [
        "allOf": [.ref("hooks"), ["items": ["properties": ["received": false]]]]
    ]
}
