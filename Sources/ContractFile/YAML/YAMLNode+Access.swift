import Base
import Contract
package import JSON

extension YAMLNode {
    /// The value of a scalar by the core schema; `nil` for a mapping or a sequence.
    package var scalar: YAMLScalar? {
        guard case .scalar(let text, let isPlain) = content else { return nil }
        return isPlain ? YAMLScalar(plain: text) : .string(text)
    }

    /// A scalar as it is spelled, whatever it means (`007` stays `007`); `nil` for a collection.
    package var text: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }

    /// The entries in source order, when this is a mapping.
    package var entries: [Entry]? {
        guard case .mapping(let entries) = content else { return nil }
        return entries
    }

    /// The elements, when this is a sequence.
    package var elements: [YAMLNode]? {
        guard case .sequence(let elements) = content else { return nil }
        return elements
    }

    /// Whether this is the null scalar; also the value of a key with nothing behind its colon.
    package var isNull: Bool { scalar == .null }

    /// The text, when this is a string.
    package var stringValue: String? {
        guard case .string(let text) = scalar else { return nil }
        return text
    }

    /// The entry whose key has the code points of `key`, when this is a mapping that has one.
    package func entry(_ key: String) -> Entry? {
        entries?.first { $0.key.text?.hasSameCodePoints(as: key) ?? false }
    }

    /// The value under `key`, when this is a mapping that has it.
    package subscript(_ key: String) -> YAMLNode? { entry(key)?.value }

    /// The node as a JSON value, members in source order; keys are taken as they are spelled.
    package var json: JSONValue {
        switch content {
        case .scalar:
            switch scalar {
            case .null, nil: .null
            case .boolean(let value): .bool(value)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            }
        case .sequence(let elements):
            .array(elements.map(\.json))
        case .mapping(let entries):
            .object(
                JSONObject(entries.map { .init(name: $0.key.text ?? "", value: $0.value.json) })
            )
        }
    }

    /// "mapping", "sequence", "string", "integer", "number", "boolean" or "null".
    package var kindName: String {
        switch content {
        case .mapping: "mapping"
        case .sequence: "sequence"
        case .scalar:
            switch scalar {
            case .null, nil: "null"
            case .boolean: "boolean"
            case .number(.real): "number"
            case .number(let number): number.isIntegral ? "integer" : "number"
            case .string: "string"
            }
        }
    }

    /// The kind and, for a scalar, the value: `string "abc"`, `integer 3`, `null`, `mapping`.
    package var kindAndValue: String {
        guard case .scalar(let text, _) = content else { return kindName }
        if isNull { return "null" }
        return "\(kindName) \(stringValue == nil ? Excerpt.bare(text) : Excerpt.quoted(text))"
    }
}

extension YAMLNode {
    /// A document that stands for a JSON value; all of it is said to be at one place.
    init(_ json: JSONValue, at location: SourceLocation) {
        let content: Content =
            switch json {
            case .null: .scalar(text: "null", isPlain: true)
            case .bool(let value): .scalar(text: "\(value)", isPlain: true)
            case .number(let number): .scalar(text: number.text, isPlain: true)
            case .string(let text): .scalar(text: text, isPlain: false)
            case .array(let elements): .sequence(elements.map { Self($0, at: location) })
            case .object(let object):
                .mapping(
                    object.members.map { member in
                        Entry(
                            key: Self(.string(member.name), at: location),
                            value: Self(member.value, at: location)
                        )
                    }
                )
            }
        self.init(content, at: location)
    }
}
