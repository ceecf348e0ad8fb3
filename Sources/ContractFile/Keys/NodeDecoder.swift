import Base
import Contract
import JSON

/// How a node becomes a value of a type, and what editors know of such a value: the vocabulary in
/// which keys are declared.
///
/// A decoder reports what is wrong to the collector and returns `nil`; it never stops the reading.
package struct NodeDecoder<Value>: Sendable {
    /// The schema of the values for editors.
    package let schema: ValueSchema
    /// Returns `nil` after it has reported why.
    package let decode: @Sendable (YAMLNode, Diagnostics) -> Value?

    /// Wraps a function.
    ///
    /// - Parameters:
    ///   - schema: The schema of the values for editors.
    ///   - decode: Must report an error whenever it returns `nil`.
    package init(
        _ schema: ValueSchema,
        _ decode: @escaping @Sendable (YAMLNode, Diagnostics) -> Value?
    ) {
        self.schema = schema
        self.decode = decode
    }

    /// The same, with more for an editor: often the name of a definition.
    package func described(by schema: ValueSchema) -> NodeDecoder {
        NodeDecoder(schema, decode)
    }
}

extension YAMLNode {
    /// Decodes this node; `nil` after the reason was reported.
    package func decoded<Value>(
        as decoder: NodeDecoder<Value>,
        _ diagnostics: Diagnostics
    ) -> Value? {
        decoder.decode(self, diagnostics)
    }
}

// MARK: - Scalars

extension NodeDecoder where Value == String {
    /// A string; a number must be quoted.
    package static var string: NodeDecoder<String> {
        NodeDecoder(["type": "string"]) { node, diagnostics in
            if let text = node.stringValue { return text }
            var hint: String?
            if let text = node.text, !node.isNull {
                hint = YAMLQuotes.hint(for: text)
            }
            diagnostics.mismatch("a string", at: node, hint: hint)
            return nil
        }
    }

    /// A string with something in it.
    ///
    /// - Parameter expected: What the string is, as messages name it: "a reason".
    /// - Returns: The decoder.
    package static func filled(_ expected: String) -> NodeDecoder<String> {
        NodeDecoder(["type": "string", "minLength": 1]) { node, diagnostics in
            if let text = node.stringValue, !text.isEmpty { return text }
            diagnostics.mismatch(expected, at: node)
            return nil
        }
    }

    /// Any scalar but null, as it is spelled: `0012` stays `0012` and `true` becomes "true".
    package static var spelling: NodeDecoder<String> {
        NodeDecoder("text") { node, diagnostics in
            if let text = node.text, !node.isNull { return text }
            diagnostics.mismatch("a string, a number or a boolean", at: node)
            return nil
        }
    }
}

extension NodeDecoder where Value == Int {
    /// An integer of any size that fits.
    package static var integer: NodeDecoder<Int> {
        NodeDecoder(.integer(["type": "integer"])) { node, diagnostics in
            if case .number(.integer(let value)) = node.scalar { return Int(value) }
            diagnostics.mismatch("an integer", at: node)
            return nil
        }
    }

    /// An integer within limits.
    package static func integer(in range: ClosedRange<Int>) -> NodeDecoder<Int> {
        let limits: JSONValue = [
            "type": "integer", "minimum": .number(.integer(Int64(range.lowerBound))),
            "maximum": .number(.integer(Int64(range.upperBound))),
        ]
        return NodeDecoder(.integer(limits)) { node, diagnostics in
            guard let value = node.decoded(as: .integer, diagnostics) else { return nil }
            if range.contains(value) { return value }
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            diagnostics.error("expected an integer from \(limits), got \(value)", at: node)
            return nil
        }
    }
}

extension ValueSchema {
    /// A number, or where rows are a text for one of them to fill in.
    fileprivate static func integer(_ limits: JSONValue) -> ValueSchema {
        let filled: JSONValue = ["type": ["integer", "string"], "pattern": "\\{\\{"]
        return ValueSchema(limits, inRows: filled.adding(limits))
    }
}

extension NodeDecoder where Value == Bool {
    /// `true` or `false`.
    package static var boolean: NodeDecoder<Bool> {
        let schema = ValueSchema(["type": "boolean"], inRows: ["$ref": "#/$defs/flag"])
        return NodeDecoder(schema) { node, diagnostics in
            if case .boolean(let value) = node.scalar { return value }
            diagnostics.mismatch("true or false", at: node)
            return nil
        }
    }
}

extension NodeDecoder where Value == YAMLNode {
    /// Any node, unread.
    package static func node(_ schema: ValueSchema) -> NodeDecoder<YAMLNode> {
        NodeDecoder(schema) { node, _ in node }
    }

    /// Any node, as it is: what has this table reads it.
    package static func node(_ table: (some KeyTable).Type) -> NodeDecoder<YAMLNode> {
        .node(.defined(table.name))
    }

    /// Any node, as it is, or several in a list.
    package static func nodes(_ schema: ValueSchema) -> NodeDecoder<YAMLNode> {
        .node(schema.wrapped { ["anyOf": [["type": "array", "items": $0], $0]] })
    }

    /// A mapping, as a node.
    package static var mapping: NodeDecoder<YAMLNode> { .mapping(["type": "object"]) }

    /// A mapping, as a node.
    package static func mapping(_ schema: ValueSchema) -> NodeDecoder<YAMLNode> {
        NodeDecoder(schema) { node, diagnostics in
            if node.entries != nil { return node }
            diagnostics.mismatch("a mapping", at: node)
            return nil
        }
    }

    /// A mapping, as a node: what has this table reads it.
    package static func mapping(_ table: (some KeyTable).Type) -> NodeDecoder<YAMLNode> {
        .mapping(.defined(table.name))
    }
}

extension NodeDecoder where Value == Duration {
    /// A time such as `200ms`, `10s`, `1.5s`, `3m`, `1h` or `1d`.
    package static var duration: NodeDecoder<Duration> {
        NodeDecoder("duration") { node, diagnostics in
            if let text = node.stringValue, let duration = TimeSpan.duration(text) {
                return duration
            }
            let hint = "a time is a number and us, ms, s, m, h or d"
            diagnostics.mismatch("a time such as 200ms, 10s or 3m", at: node, hint: hint)
            return nil
        }
    }
}

extension NodeDecoder
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the type's raw values.
    package static var choice: NodeDecoder<Value> {
        let values: JSONValue = [
            "enum": .array(Value.allCases.map { .string($0.rawValue) })
        ]
        let schema = ValueSchema(values, inRows: ["anyOf": [values, ValueSchema.template]])
        return NodeDecoder(schema) { node, diagnostics in
            let names = Value.allCases.map(\.rawValue)
            guard let text = node.stringValue else {
                diagnostics.mismatch("one of \(names.joined(separator: ", "))", at: node)
                return nil
            }
            for value in Value.allCases where value.rawValue.hasSameCodePoints(as: text) {
                return value
            }
            diagnostics.unknownName(text, among: names, at: node)
            return nil
        }
    }
}
