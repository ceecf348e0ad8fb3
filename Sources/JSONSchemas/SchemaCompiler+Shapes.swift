import Base
import JSON
import RegularExpressions

extension SchemaCompiler {
    /// Whether a keyword's value is what the keyword needs; if not, the fault is noted.
    mutating func checkShape(
        _ shape: SchemaKeywordShape,
        of value: JSONValue,
        at place: SchemaPlace
    ) -> Bool {
        switch shape {
        case .anything, .schema: true
        case .boolean: check(value.boolValue != nil, "true or false", value, at: place)
        case .string: check(value.stringValue != nil, "string", value, at: place)
        case .array: check(value.arrayValue != nil, "array", value, at: place)
        case .number: check(value.isNumber, "number", value, at: place)
        case .positiveNumber:
            check(value.isPositive, "number greater than 0", value, at: place)
        case .count:
            check(value.countValue != nil, "whole number from 0", value, at: place)
        case .schemas: checkSchemas(value, at: place)
        case .schemasByName, .dependencies:
            check(value.objectValue != nil, "object of schemas", value, at: place)
        case .strings: checkStrings(value, at: place)
        case .stringsByName: checkStringsByName(value, at: place)
        case .types: checkTypes(value, at: place)
        case .pattern: checkPattern(value, at: place)
        case .schemasByPattern: checkPatterns(value, at: place)
        }
    }

    private mutating func check(
        _ isRight: Bool,
        _ expected: String,
        _ value: JSONValue,
        at place: SchemaPlace
    ) -> Bool {
        if !isRight {
            addFault(
                .badValue,
                at: place,
                "expected \(expected), got \(SchemaText.summary(of: value))"
            )
        }
        return isRight
    }

    private mutating func checkSchemas(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        check(value.arrayValue?.isEmpty == false, "array of one or more schemas", value, at: place)
    }

    private mutating func checkStrings(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        guard check(value.arrayValue != nil, "array of strings", value, at: place) else {
            return false
        }
        return checkEach(value.arrayValue ?? [], at: place) { compiler, element, place in
            compiler.check(element.stringValue != nil, "string", element, at: place)
        }
    }

    private mutating func checkStringsByName(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        guard check(value.objectValue != nil, "object of arrays of strings", value, at: place)
        else { return false }
        var isRight = true
        for member in value.objectValue?.members ?? [] {
            isRight = checkStrings(member.value, at: place.child(member.name)) && isRight
        }
        return isRight
    }

    private mutating func checkTypes(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        guard case .array(let elements) = value else { return checkType(value, at: place) }
        guard check(!elements.isEmpty, "one or more types", value, at: place) else { return false }
        return checkEach(elements, at: place) { compiler, element, place in
            compiler.checkType(element, at: place)
        }
    }

    private mutating func checkType(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        let names = JSONValue.Kind.allCases.map(\.rawValue).sorted()
        guard let name = value.stringValue else {
            return check(false, "the name of a type", value, at: place)
        }
        if JSONValue.Kind(rawValue: name) != nil { return true }
        let hint = NearestName.suggestion(for: name, among: names)
        addFault(
            .badValue,
            at: place,
            "expected one of \(SchemaText.list(names.map(SchemaText.quoted))), got "
                + SchemaText.quoted(name)
                + (hint.map { "; did you mean \(SchemaText.quoted($0))?" } ?? "")
        )
        return false
    }

    private mutating func checkPatterns(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        guard check(value.objectValue != nil, "object of schemas", value, at: place) else {
            return false
        }
        for name in value.objectValue?.names ?? [] {
            _ = checkPattern(.string(name), at: place.child(name))
        }
        return true
    }

    private mutating func checkPattern(_ value: JSONValue, at place: SchemaPlace) -> Bool {
        guard let source = value.stringValue else {
            return check(false, "regular expression", value, at: place)
        }
        do {
            _ = try RegularExpression(ecma: source)
            return true
        } catch {
            addFault(
                .badValue,
                at: place,
                "\(SchemaText.quoted(source)) is not a regular expression that can be used: "
                    + "expected \(error.expected) at character \(error.offset + 1), "
                    + "found \(error.found)"
            )
            return false
        }
    }

    private mutating func checkEach(
        _ elements: [JSONValue],
        at place: SchemaPlace,
        _ check: (inout SchemaCompiler, JSONValue, SchemaPlace) -> Bool
    ) -> Bool {
        var isRight = true
        for (position, element) in elements.enumerated() {
            isRight = check(&self, element, place.child(.index(position))) && isRight
        }
        return isRight
    }
}

extension JSONValue {
    fileprivate var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    fileprivate var isPositive: Bool {
        if case .number(let number) = self { number > .integer(0) } else { false }
    }
}
