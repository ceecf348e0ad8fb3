import Base

/// A JSON value that remembers the order of its members and the kind of its numbers.
///
/// Two values are equal when RFC 8259 and RFC 9535 call them equal: member order does not matter,
/// `1` equals `1.0`, and strings are equal only when their code points are.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// An integral number.
    package static func integer(_ value: Int) -> JSONValue { .number(.integer(Int64(value))) }

    /// The kind of a value, by the name that JSON Schema gives it.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case null, boolean, integer, number, string, array, object
    }

    /// `integer` for every number without a fraction (`1.0` too), else `number`.
    package var kind: Kind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number(let number): number.isIntegral ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The members, when this is an object.
    package var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The elements, when this is an array.
    package var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The text, when this is a string.
    package var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, when this is an integer that fits.
    package var intValue: Int? {
        guard case .number(let number) = self else { return nil }
        return number.exactInt64.flatMap(Int.init(exactly:))
    }

    /// The truth value, when this is one.
    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The member called `name`, when this is an object that has one.
    package subscript(_ name: String) -> JSONValue? { objectValue?[name] }
}

extension JSONValue: Hashable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameCodePoints(as: b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): text.hashCodePoints(into: &hasher)
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .number(.integer(value)) }
    package init(floatLiteral value: Double) { self = .number(.real(value)) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(name: $0, value: $1) }))
    }
}
