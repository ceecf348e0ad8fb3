import JSON
import RegularExpressions

/// Makes a JSON Schema from an example body and its matchers.
struct PactSchema {
    let rules: PactRules
    /// What a schema cannot express, with its matcher; `nil` for the example itself.
    private(set) var leftOut: [(what: String, at: ReadValue?)] = []

    init(rules: PactRules) {
        self.rules = rules
    }

    /// A schema of every body that the file allows.
    mutating func schema(of example: JSONValue) -> JSONValue {
        schema(of: example, at: [], isLoose: false)
    }

    /// A schema of a part of it; `isLoose` means that an outer matcher checks types only.
    private mutating func schema(
        of example: JSONValue,
        at path: [String],
        isLoose: Bool
    ) -> JSONValue {
        guard let rule = rules.rule(for: path), !rule.matchers.isEmpty else {
            return isLoose
                ? typed(example, at: path, minimum: nil, maximum: nil) : exact(example, at: path)
        }
        var schemas: [JSONValue] = []
        for matcher in rule.matchers { schemas.append(schema(matcher, example, path)) }
        if schemas.count == 1 { return schemas[0] }
        return [rule.isAnyEnough ? "anyOf" : "allOf": .array(schemas)]
    }

    // MARK: Without a matcher

    /// The example itself; objects can have more members.
    private mutating func exact(_ example: JSONValue, at path: [String]) -> JSONValue {
        switch example {
        case .object: return object(example, at: path, isLoose: false)
        case .array(let elements):
            var schema = JSONObject()
            schema["type"] = "array"
            if !elements.isEmpty {
                schema["prefixItems"] = .array(
                    elements.enumerated().map { index, element in
                        self.schema(of: element, at: path + ["\(index)"], isLoose: false)
                    }
                )
            }
            schema["minItems"] = .integer(elements.count)
            schema["maxItems"] = .integer(elements.count)
            return .object(schema)
        case .string(let text) where LiteralText.isTemplate(text):
            // In a schema nothing is read as a template.
            return ["type": "string", "pattern": .string("^\(Self.escaped(text))$")]
        case .null, .bool, .number, .string: return ["const": example]
        }
    }

    private mutating func object(
        _ example: JSONValue,
        at path: [String],
        isLoose: Bool
    ) -> JSONValue {
        var schema = JSONObject()
        schema["type"] = "object"
        let everyone = example.objectValue?.members ?? []
        let members = everyone.filter { !LiteralText.isTemplate($0.name) }
        for member in everyone where LiteralText.isTemplate(member.name) {
            leftOut.append(("the member \(member.name), as schemas cannot contain braces", nil))
        }
        guard !members.isEmpty else { return .object(schema) }
        schema["required"] = .array(members.map { .string($0.name) })
        var properties = JSONObject()
        for member in members {
            properties[member.name] = self.schema(
                of: member.value,
                at: path + [member.name],
                isLoose: isLoose
            )
        }
        schema["properties"] = .object(properties)
        return .object(schema)
    }

    // MARK: Matchers of types

    private mutating func typed(
        _ example: JSONValue,
        at path: [String],
        minimum: JSONValue?,
        maximum: JSONValue?
    ) -> JSONValue {
        switch example {
        case .object: return object(example, at: path, isLoose: true)
        case .array(let elements):
            var schema = JSONObject()
            schema["type"] = "array"
            schema["minItems"] = minimum
            schema["maxItems"] = maximum
            var items: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                let item = self.schema(of: element, at: path + ["\(index)"], isLoose: true)
                if !items.contains(item) { items.append(item) }
            }
            if items.count == 1 { schema["items"] = items[0] }
            if items.count > 1 { schema["items"] = ["anyOf": .array(items)] }
            return .object(schema)
        case .number: return ["type": "number"]
        case .null, .bool, .string: return ["type": .string(example.kind.rawValue)]
        }
    }

    private mutating func schema(
        _ matcher: PactRules.Matcher,
        _ example: JSONValue,
        _ path: [String]
    ) -> JSONValue {
        let content = matcher.content
        switch matcher.kind {
        case "type", "min", "max", "minType", "maxType", "minMaxType":
            return typed(
                example,
                at: path,
                minimum: Self.count(content, "min"),
                maximum: Self.count(content, "max")
            )
        case "equality": return exact(example, at: path)
        case "integer": return ["type": "integer"]
        case "decimal", "number": return ["type": "number"]
        case "boolean", "null": return ["type": .string(matcher.kind)]
        case "notEmpty":
            let limits = ["string": "minLength", "array": "minItems", "object": "minProperties"]
            let type = example.kind.rawValue
            return limits[type].map { ["type": .string(type), $0: 1] } ?? ["type": .string(type)]
        case "regex":
            return pattern(content["regex"]?.text ?? "", matcher, example)
        case "include":
            let text = content["value"]?.scalarText ?? ""
            return pattern(Self.escaped(text), matcher, example)
        case "semver":
            return ["type": "string", "pattern": "^\\d+\\.\\d+\\.\\d+([-+].+)?$"]
        case "date", "time", "timestamp", "datetime": return date(matcher, example)
        case "values": return values(example, path)
        case "arrayContains": return contains(content, example)
        case "eachKey", "eachValue": return each(matcher, example, path)
        default:
            leftOut.append(("the matcher \"\(matcher.kind)\"", content))
            return typed(example, at: path, minimum: nil, maximum: nil)
        }
    }

    /// The number of elements that a matcher requires; values that are not numbers stay unread.
    private static func count(_ content: ReadValue, _ name: String) -> JSONValue? {
        guard let number = content.value[name]?.intValue, number >= 0 else { return nil }
        return content[name]?.take()
    }

    private mutating func pattern(
        _ pattern: String,
        _ matcher: PactRules.Matcher,
        _ example: JSONValue
    ) -> JSONValue {
        guard example.stringValue != nil else {
            leftOut.append(
                ("an expression for \(example.text(maximumLength: 40)), no text", matcher.content)
            )
            return ["type": .string(example.kind.rawValue)]
        }
        guard !LiteralText.isTemplate(pattern) else {
            leftOut.append(
                ("the expression \(pattern), as schemas cannot contain braces", matcher.content)
            )
            return ["type": "string"]
        }
        do {
            return [
                "type": "string", "pattern": .string(try RegularExpression(ecma: pattern).pattern),
            ]
        } catch {
            leftOut.append(
                ("the expression \(pattern), which cannot be read here", matcher.content)
            )
            return ["type": "string"]
        }
    }

    private static func escaped(_ text: String) -> String {
        RegularExpression.escaped(text).replacing("/", with: "\\/")
    }
}

// MARK: - Matchers of collections

extension PactSchema {
    /// An object whose members are all like the first, whatever their names.
    private mutating func values(_ example: JSONValue, _ path: [String]) -> JSONValue {
        guard let first = example.objectValue?.members.first else {
            return typed(example, at: path, minimum: nil, maximum: nil)
        }
        let member = schema(of: first.value, at: path + [first.name], isLoose: true)
        return ["type": "object", "additionalProperties": member]
    }

    /// A list that contains a match of each of some elements.
    private mutating func contains(_ content: ReadValue, _ example: JSONValue) -> JSONValue {
        let elements = example.arrayValue ?? []
        var wanted: [JSONValue] = []
        for variant in content["variants"]?.elements ?? [] {
            guard let index = variant["index"]?.take().intValue, elements.indices.contains(index)
            else {
                continue
            }
            var inner = PactSchema(rules: PactRules(nested: variant["rules"]))
            wanted.append(["contains": inner.schema(of: elements[index])])
            leftOut += inner.leftOut
            // They only generate examples.
            variant["generators"]?.settle()
        }
        return ["type": "array", "allOf": .array(wanted)]
    }

    private mutating func each(
        _ matcher: PactRules.Matcher,
        _ example: JSONValue,
        _ path: [String]
    ) -> JSONValue {
        let isKey = matcher.kind == "eachKey"
        let first = example.objectValue?.members.first
        let known = isKey ? first.map { JSONValue.string($0.name) } : first?.value
        // The matcher also contains an example of a key or a value.
        let inner = known ?? matcher.content["value"]?.take()
        var schemas: [JSONValue] = []
        for rule in matcher.content["rules"]?.elements ?? [] {
            let kind = rule["match"]?.text ?? "type"
            schemas.append(
                schema(.init(kind: kind, content: rule), inner ?? .string(""), path + ["*"])
            )
        }
        let all: JSONValue = schemas.count == 1 ? schemas[0] : ["allOf": .array(schemas)]
        let name =
            isKey ? "propertyNames" : example.arrayValue == nil ? "additionalProperties" : "items"
        return ["type": .string(example.kind.rawValue), name: all]
    }

    /// A date in a Java format as an expression.
    private mutating func date(_ matcher: PactRules.Matcher, _ example: JSONValue) -> JSONValue {
        let written = matcher.content[matcher.kind] ?? matcher.content["format"]
        guard let format = written?.text, !format.isEmpty else { return ["type": "string"] }
        guard let pattern = Self.pattern(ofDate: format) else {
            leftOut.append(("the format \(format) of dates", matcher.content))
            return ["type": "string"]
        }
        return ["type": "string", "pattern": .string("^\(pattern)$")]
    }

    private static let dateParts: [Character: String] = [
        "y": "\\d", "M": "\\d", "d": "\\d", "H": "\\d", "h": "\\d", "m": "\\d", "s": "\\d",
        "S": "\\d",
    ]

    private static func pattern(ofDate format: String) -> String? {
        var pattern = ""
        var rest = Substring(format)
        while let next = rest.first {
            let run = rest.prefix { $0 == next }
            if next == "'" {
                let text = rest.dropFirst().prefix { $0 != "'" }
                pattern += escaped(String(text))
                rest = rest[text.endIndex...].dropFirst()
                continue
            }
            switch next {
            case "X", "Z": pattern += "(Z|[+-]\\d{2}:?\\d{2})"
            case "E" where run.count <= 3: pattern += "[A-Z][a-z]{2}"
            case "M" where run.count == 3: pattern += "[A-Z][a-z]{2}"
            case _ where Self.dateParts[next] != nil:
                pattern += run.count == 1 ? "\\d+" : "\\d{\(run.count)}"
            case _ where next.isLetter: return nil
            default: pattern += run.map { escaped(String($0)) }.joined()
            }
            rest = rest[run.endIndex...]
        }
        return pattern
    }
}
