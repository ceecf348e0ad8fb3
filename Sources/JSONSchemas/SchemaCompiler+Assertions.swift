import JSON
import RegularExpressions

extension SchemaCompiler {
    /// The assertion that a keyword stands for; `nil` for annotations.
    mutating func assertion(
        for keyword: String,
        _ value: JSONValue,
        in source: Source
    ) -> SchemaAssertion? {
        switch keyword {
        case "type": .types(Self.kinds(value))
        case "const": .constant(value)
        case "enum": enumeration(value)
        case "multipleOf": multiple(value)
        case "maximum": bound(.atMost, value)
        case "exclusiveMaximum": bound(.less, value)
        case "minimum": bound(.atLeast, value)
        case "exclusiveMinimum": bound(.greater, value)
        case "maxLength": size(.character, isMaximum: true, value)
        case "minLength": size(.character, isMaximum: false, value)
        case "maxItems": size(.item, isMaximum: true, value)
        case "minItems": size(.item, isMaximum: false, value)
        case "maxProperties": size(.member, isMaximum: true, value)
        case "minProperties": size(.member, isMaximum: false, value)
        case "pattern": pattern(value)
        case "uniqueItems": value.boolValue == true ? .unique : nil
        case "required": .required(Self.names(value))
        case "dependentRequired": dependentRequired(value)
        case "format": format(value, in: source)
        default: nil
        }
    }

    private func enumeration(_ value: JSONValue) -> SchemaAssertion? {
        value.arrayValue.map {
            .enumeration(SchemaEnumeration(values: $0, members: Set($0)))
        }
    }

    private func multiple(_ value: JSONValue) -> SchemaAssertion? {
        guard case .number(let number) = value, let exact = ExactDecimal(number) else { return nil }
        return .multiple(of: number, exact)
    }

    private func bound(_ relation: NumberBound.Relation, _ value: JSONValue) -> SchemaAssertion? {
        guard case .number(let number) = value else { return nil }
        return .bound(NumberBound(relation: relation, number: number))
    }

    private func size(
        _ unit: SizeBound.Unit,
        isMaximum: Bool,
        _ value: JSONValue
    ) -> SchemaAssertion? {
        value.countValue.map { .size(SizeBound(unit: unit, isMaximum: isMaximum, count: $0)) }
    }

    private func pattern(_ value: JSONValue) -> SchemaAssertion? {
        guard let source = value.stringValue,
            let expression = try? RegularExpression(ecma: source)
        else { return nil }
        return .pattern(expression, source: source)
    }

    private func dependentRequired(_ value: JSONValue) -> SchemaAssertion {
        .dependentRequired(
            (value.objectValue?.members ?? []).map { ($0.name, Self.names($0.value)) }
        )
    }

    private func format(_ value: JSONValue, in source: Source) -> SchemaAssertion? {
        guard assertsFormat || source.dialect.vocabularies.contains(.formatAssertion) else {
            return nil
        }
        return value.stringValue.flatMap(SchemaFormat.init(rawValue:)).map(SchemaAssertion.format)
    }

    private static func names(_ value: JSONValue) -> [String] {
        (value.arrayValue ?? []).compactMap(\.stringValue)
    }

    private static func kinds(_ value: JSONValue) -> [JSONValue.Kind] {
        let names = value.stringValue.map { [$0] } ?? names(value)
        return names.compactMap(JSONValue.Kind.init(rawValue:))
    }
}
