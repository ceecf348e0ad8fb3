package import JSON

/// What an editor may know of a value: JSON Schema, which is wider where rows put values in.
package struct ValueSchema: Sendable {
    /// Where the value stands as it is written.
    let plain: JSONValue
    /// Where `{{column}}` may stand for the value, or in it.
    let inRows: JSONValue

    /// The schema of a value, `inRows` being as `plain` unless it is given.
    package init(_ plain: JSONValue, inRows: JSONValue? = nil) {
        self.plain = plain
        self.inRows = inRows ?? plain
    }

    /// A reference to one of the definitions: the name of a table, or of a sort of value.
    package static func defined(_ name: String) -> ValueSchema {
        ValueSchema(["$ref": .string("#/$defs/\(name)")])
    }

    /// Nothing is known of the value.
    package static let any = ValueSchema(.object(JSONObject()))

    /// A text in which only rows can make the value.
    static let template: JSONValue = ["$ref": "#/$defs/template"]

    /// The schema where values are filled in, or not.
    func json(_ filling: Filling) -> JSONValue { filling == .none ? plain : inRows }

    /// This schema with another around it, in both places.
    func wrapped(
        _ plainly: (JSONValue) -> JSONValue,
        inRows: ((JSONValue) -> JSONValue)? = nil
    ) -> ValueSchema {
        ValueSchema(plainly(plain), inRows: inRows?(self.inRows) ?? plainly(self.inRows))
    }
}

extension ValueSchema: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral value: String) { self = .defined(value) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(.object(JSONObject(elements.map { .init(name: $0, value: $1) })))
    }
}

/// Where rows may put values into a mapping.
package enum Filling: Sendable {
    /// Nowhere.
    case none
    /// Into its keys and their values.
    case keys
    /// There too, or in place of the whole mapping.
    case whole
}

extension JSONValue {
    /// A text that the tool itself writes as JSON.
    init(fixed text: String) {
        do {
            self = try JSONValue(parsing: text)
        } catch {
            preconditionFailure("\(error) in \(text)")
        }
    }

    /// The object with the members of another; those it has already are kept.
    func adding(_ other: JSONValue) -> JSONValue {
        var object = objectValue ?? JSONObject()
        for member in other.objectValue?.members ?? [] where object[member.name] == nil {
            object[member.name] = member.value
        }
        return .object(object)
    }
}
