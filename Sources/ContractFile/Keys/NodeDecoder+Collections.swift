import JSON

extension NodeDecoder {
    /// A sequence; elements that cannot be decoded are reported, and the whole is `nil` then.
    package static func list<Element>(
        of element: NodeDecoder<Element>
    ) -> NodeDecoder<[Element]> where Value == [Element] {
        let schema = element.schema.wrapped({ ["type": "array", "items": $0] }) {
            ValueSchema.orRow("array").adding(["items": $0])
        }
        return NodeDecoder(schema) { node, diagnostics in
            guard let elements = node.elements else {
                diagnostics.mismatch("a sequence", at: node)
                return nil
            }
            let values = elements.map { element.decode($0, diagnostics) }
            let decoded = values.compactMap(\.self)
            return decoded.count == values.count ? decoded : nil
        }
    }

    /// A sequence, or one element without the brackets.
    package static func oneOrMany<Element>(
        of element: NodeDecoder<Element>
    ) -> NodeDecoder<[Element]> where Value == [Element] {
        let schema = element.schema.wrapped {
            ["anyOf": [["type": "array", "items": $0], $0]]
        }
        return NodeDecoder(schema) { node, diagnostics in
            if node.elements != nil { return node.decoded(as: .list(of: element), diagnostics) }
            return element.decode(node, diagnostics).map { [$0] }
        }
    }

    /// A mapping whose keys are names of the author's; values that cannot be decoded are left out.
    ///
    /// Keys that begin with `x-` are left out too. In source order.
    ///
    /// - Parameters:
    ///   - element: What stands under each name.
    ///   - names: The schema of the names for editors.
    ///   - telling: Keys by which a remark looks like an entry that was meant; such a one is reported.
    /// - Returns: The decoder.
    package static func entries<Element>(
        of element: NodeDecoder<Element>,
        names: ValueSchema = .any,
        unlessRemarked telling: [String] = []
    ) -> NodeDecoder<[NamedValue<Element>]> where Value == [NamedValue<Element>] {
        let schema = ValueSchema(
            .entries(["type": "object"], of: element.schema.plain, names.plain),
            inRows: .entries(ValueSchema.orRow("object"), of: element.schema.inRows, names.inRows)
        )
        return NodeDecoder(schema) { node, diagnostics in
            guard let entries = node.entries else {
                diagnostics.mismatch("a mapping", at: node)
                return nil
            }
            return entries.compactMap { entry in
                guard let name = entry.key.text else { return nil }
                if name.utf8.starts(with: "x-".utf8) {
                    if telling.contains(where: { entry.value[$0] != nil }) {
                        diagnostics.warning(
                            "\(Excerpt.quoted(name)) begins with \"x-\", so it is a remark and does not run",
                            at: entry.key,
                            hint:
                                "name it differently, for example \(Excerpt.quoted("x_" + name.dropFirst(2)))"
                        )
                    }
                    return nil
                }
                return element.decode(entry.value, diagnostics).map {
                    NamedValue(name: name, key: entry.key, value: $0)
                }
            }
        }
    }
}

extension ValueSchema {
    /// A collection, or a value that a row gives in its place.
    static func orRow(_ type: JSONValue) -> JSONValue {
        ["type": [type, "string"], "pattern": .string(rowPattern)]
    }

    /// A text of which a row makes a value of any type.
    static let rowPattern = "^\\{\\{ *[^{} ]+ *\\}\\}$"
}

extension JSONValue {
    /// A mapping whose keys are names of the author's.
    fileprivate static func entries(
        _ shape: JSONValue,
        of element: JSONValue,
        _ names: JSONValue
    ) -> JSONValue {
        var rules: JSONValue = ["patternProperties": ["^x-": true]]
        if names != [:] { rules = rules.adding(["propertyNames": names]) }
        if element != [:] { rules = rules.adding(["additionalProperties": element]) }
        return shape.adding(rules)
    }
}

/// A value under a name that the author of the file chose.
package struct NamedValue<Value> {
    package let name: String
    /// The key itself, for diagnostics about the name.
    package let key: YAMLNode
    package let value: Value
}

extension NamedValue: Sendable where Value: Sendable {}

extension Diagnostics {
    /// Reports "expected a mapping, got string "abc"".
    package func mismatch(_ expected: String, at node: YAMLNode, hint: String? = nil) {
        error("expected \(expected), got \(node.kindAndValue)", at: node, hint: hint)
    }

    /// Reports a name that is none of the allowed ones, with the nearest as a hint.
    ///
    /// - Parameters:
    ///   - name: What was found.
    ///   - names: What is allowed; listed in the message.
    ///   - node: What to underline.
    package func unknownName(_ name: String, among names: [String], at node: YAMLNode) {
        let allowed = names.joined(separator: ", ")
        error(
            "expected one of \(allowed), got \(Excerpt.quoted(name))",
            at: node,
            hint: Self.suggestion(for: name, among: names)
        )
    }
}
