import Base
package import JSON

extension URITemplate {
    /// Expands the template.
    ///
    /// Strings, numbers and Booleans are single values, arrays are lists, objects are associative arrays in their
    /// order. A variable that is missing, `null`, or an array or object with no other elements, is undefined and
    /// expands to nothing: check `variableNames` first when that would be a mistake.
    ///
    /// - Parameter values: A value for each variable, by name.
    /// - Returns: The URI reference, ASCII only.
    /// - Throws: A `URITemplateError` for a list within a list, or a prefix of a list.
    package func expand(_ values: JSONObject) throws(URITemplateError) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += text
            case .expression(let kind, let variables):
                result += try expanded(variables, kind, values)
            }
        }
        return result
    }

    /// Expands the template, like `expand(_:)` of an object.
    ///
    /// - Parameter values: A value for each variable, by name.
    /// - Returns: The URI reference, ASCII only.
    /// - Throws: A `URITemplateError` for a list within a list, or a prefix of a list.
    package func expand(_ values: [String: JSONValue]) throws(URITemplateError) -> String {
        try expand(JSONObject(values.map { JSONObject.Member(name: $0.key, value: $0.value) }))
    }

    private func expanded(
        _ variables: [Variable],
        _ kind: URITemplateOperator,
        _ values: JSONObject
    ) throws(URITemplateError) -> String {
        var pieces: [String] = []
        for variable in variables {
            guard let value = try DefinedValue(values[variable.name], variable, of: self) else {
                continue
            }
            pieces += try self.pieces(of: value, variable, kind)
        }
        guard !pieces.isEmpty else { return "" }
        return kind.first + pieces.joined(separator: kind.separator)
    }

    /// Pieces joined by the operator's separator: one, or more for an exploded value.
    private func pieces(
        of value: DefinedValue,
        _ variable: Variable,
        _ kind: URITemplateOperator
    ) throws(URITemplateError) -> [String] {
        let encoded = { (text: String) in
            PercentEncoding.encoded(text, keepsReserved: kind.keepsReserved)
        }
        let named = { (name: String, text: String) in
            kind.isNamed ? name + (text.isEmpty ? kind.afterEmptyName : "=" + text) : text
        }
        switch (value, variable.modifier) {
        case (.text(let text), .prefix(let length)):
            let prefix = Self.prefix(of: text, length: length, kind)
            return [named(variable.name, encoded(prefix))]
        case (.text(let text), .none), (.text(let text), .explode):
            return [named(variable.name, encoded(text))]
        case (.list(let texts), .explode):
            return texts.map { named(variable.name, encoded($0)) }
        case (.pairs(let pairs), .explode):
            return pairs.map { pair in
                let text = encoded(pair.text)
                guard kind.isNamed, text.isEmpty else { return encoded(pair.name) + "=" + text }
                return encoded(pair.name) + kind.afterEmptyName
            }
        case (.list(let texts), .none):
            return [named(variable.name, texts.map(encoded).joined(separator: ","))]
        case (.pairs(let pairs), .none):
            let texts = pairs.flatMap { [encoded($0.name), encoded($0.text)] }
            return [named(variable.name, texts.joined(separator: ","))]
        case (.list, .prefix), (.pairs, .prefix):
            throw URITemplateError(
                template: text,
                kind: .value(variable: variable.name),
                expected: "a string or a number, because of the length after \":\"",
                found: "an array or an object"
            )
        }
    }

    /// The first characters of a value; where triplets are kept, each counts as one.
    private static func prefix(
        of text: String,
        length: Int,
        _ kind: URITemplateOperator
    ) -> String {
        var input = ScalarScanner(text)
        for _ in 0..<length where !input.isAtEnd {
            let isTriplet =
                kind.keepsReserved && input.next == "%"
                && input.scalar(after: 1)?.hexadecimalValue != nil
                && input.scalar(after: 2)?.hexadecimalValue != nil
            input.position += isTriplet ? 3 : 1
        }
        return input.text(from: 0)
    }
}

/// A defined value of a variable.
private enum DefinedValue {
    case text(String)
    case list([String])
    case pairs([(name: String, text: String)])

    /// `nil` when the value is undefined.
    init?(
        _ value: JSONValue?,
        _ variable: URITemplate.Variable,
        of template: URITemplate
    ) throws(URITemplateError) {
        switch value {
        case nil, .null?: return nil
        case .array(let elements)?:
            var texts: [String] = []
            for element in elements {
                guard let text = try Self.text(of: element, variable, template) else { continue }
                texts.append(text)
            }
            guard !texts.isEmpty else { return nil }
            self = .list(texts)
        case .object(let object)?:
            var pairs: [(name: String, text: String)] = []
            for member in object.members {
                guard let text = try Self.text(of: member.value, variable, template) else {
                    continue
                }
                pairs.append((member.name, text))
            }
            guard !pairs.isEmpty else { return nil }
            self = .pairs(pairs)
        case let scalar?:
            guard let text = try Self.text(of: scalar, variable, template) else { return nil }
            self = .text(text)
        }
    }

    /// The text of a scalar; `nil` when it is `null`.
    private static func text(
        of value: JSONValue,
        _ variable: URITemplate.Variable,
        _ template: URITemplate
    ) throws(URITemplateError) -> String? {
        switch value {
        case .null: return nil
        case .string(let text): return text
        case .bool, .number: return value.text
        case .array, .object:
            throw URITemplateError(
                template: template.text,
                kind: .value(variable: variable.name),
                expected: "strings, numbers and truth values within an array or object",
                found: value.text(maximumLength: 60)
            )
        }
    }
}
