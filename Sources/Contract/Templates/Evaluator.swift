package import Base
import Cryptography
package import JSON

/// Evaluates templates: has the names in scope, the time and the source of randomness.
package struct Evaluator: Sendable {
    /// The defined names, with their values.
    package var scope: [String: JSONValue]
    /// The value of `{{now}}`.
    package var now: Timestamp
    package var random: RandomSource
    /// Names that are evaluated at every use; they take precedence over those of `scope`.
    package var computed: [String: TemplateValue] = [:]
    /// The client of conditions; `nil` outside the calls of one.
    package var client: ClientView?
    /// Provides other values in place of generated ones; `nil` generates them.
    package var standIns: (any ValueStandIns)?
    private var sequence = 0

    package init(scope: [String: JSONValue] = [:], now: Timestamp, random: RandomSource) {
        self.scope = scope
        self.now = now
        self.random = random
    }
}

extension Evaluator {
    /// The value with its templates evaluated; draws random values in the order of the text.
    package mutating func value(of template: TemplateValue) throws(TemplateError) -> JSONValue {
        switch template {
        case .constant(let value): return value
        case .text(let template): return try value(of: template)
        case .expression(let expression): return try value(of: expression)
        case .array(let elements):
            var values: [JSONValue] = []
            for element in elements { values.append(try value(of: element)) }
            return .array(values)
        case .object(let members):
            var object = JSONObject()
            for member in members { object[member.name] = try value(of: member.value) }
            return .object(object)
        }
    }

    /// A text that is exactly one template keeps the type of its value.
    package mutating func value(of template: Template) throws(TemplateError) -> JSONValue {
        if template.isSingle { return try value(of: template.parts[0], at: template.location) }
        return .string(try text(of: template))
    }

    /// The text with its templates evaluated, whatever its type.
    package mutating func text(of template: Template) throws(TemplateError) -> String {
        var text = ""
        for part in template.parts {
            text += try value(of: part, at: template.location).scalarText
        }
        return text
    }

    /// Binds names one after the other, each seeing those before it.
    package mutating func bind(_ bindings: [Binding]) throws(TemplateError) {
        for binding in bindings {
            do {
                scope[binding.name] = try value(of: binding.value)
            } catch {
                throw error.placed(at: binding.location)
            }
        }
    }

    private mutating func value(
        of part: Template.Part,
        at location: SourceLocation?
    ) throws(TemplateError) -> JSONValue {
        switch part {
        case .literal(let text): .string(text)
        case .reference(let path): try value(at: path, location)
        case .function(let function): value(of: function)
        }
    }

    private mutating func value(
        at path: [String],
        _ location: SourceLocation?
    ) throws(TemplateError) -> JSONValue {
        guard var value = try computedValue(path[0]) ?? scope[path[0]] else {
            throw TemplateError("\"\(path[0])\" is not defined", at: location)
        }
        for name in path.dropFirst() {
            guard let next = value[JSONPointer(tokens: [name])] else {
                throw TemplateError(
                    "\"\(path.joined(separator: "."))\" has no member \"\(name)\"",
                    at: location
                )
            }
            value = next
        }
        return value
    }

    /// A name cannot refer to itself: while it is evaluated, it has its outer meaning.
    private mutating func computedValue(_ name: String) throws(TemplateError) -> JSONValue? {
        guard let template = computed.removeValue(forKey: name) else { return nil }
        defer { computed[name] = template }
        return try value(of: template)
    }

    private mutating func value(of function: TemplateFunction) -> JSONValue {
        if let standIn = standIns?.value(of: function) { return standIn }
        return switch function {
        case .hex(let count): .string(random.text(count, of: "0123456789abcdef"))
        case .digits(let count): .string(random.text(count, of: "0123456789"))
        case .alphanumerics(let count):
            .string(
                random.text(
                    count,
                    of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                )
            )
        case .uuid: .string(random.uuid())
        case .sequence: nextInSequence()
        case .now(let format, let shift, let zone):
            Self.value(of: now.advanced(byNanoseconds: shift), format, zone)
        }
    }

    private mutating func nextInSequence() -> JSONValue {
        sequence += 1
        return .integer(sequence)
    }

    private static func value(
        of moment: Timestamp,
        _ format: TimeFormat,
        _ zone: Int
    ) -> JSONValue {
        let text = format.text(of: moment, offsetSeconds: zone)
        return format.isNumeric ? Int(text).map(JSONValue.integer) ?? .string(text) : .string(text)
    }
}

extension Evaluator {
    private mutating func value(
        of expression: TemplateExpression
    ) throws(TemplateError) -> JSONValue {
        switch expression {
        case .json(let inner): return .string(try value(of: inner).text)
        case .text(let inner): return .string(try value(of: inner).scalarText)
        case .base64(let inner):
            let text = try value(of: inner).scalarText
            if let standIn = standIns?.base64(of: text) { return .string(standIn) }
            return .string(Base64.encode(Array(text.utf8)))
        case .join(let list, let separator):
            let elements = try value(of: list)
            return try joined(elements, "join", by: value(of: separator).scalarText)
        case .repetition(let count, let inner, let separator):
            return try repeated(count, inner, separator)
        case .first(let alternatives):
            for alternative in alternatives where try holds(alternative.conditions) {
                let candidate = try value(of: alternative.value)
                if candidate != .null { return candidate }
            }
            return .null
        }
    }

    private mutating func holds(_ conditions: [ConditionTemplate]) throws(TemplateError) -> Bool {
        for condition in conditions {
            let subject = Subject(client: client ?? ClientView())
            guard try condition.assertion.assertion(using: &self).holds(for: subject) else {
                return false
            }
        }
        return true
    }

    /// The JSON text of a list or an object is inserted into a text only on request.
    private func joined(
        _ list: JSONValue,
        _ name: String,
        by separator: String
    ) throws(TemplateError) -> JSONValue {
        guard let elements = list.arrayValue else {
            throw TemplateError("\"join\" expects a list, got \(list.text(maximumLength: 60))")
        }
        for element in elements where element.arrayValue != nil || element.objectValue != nil {
            throw TemplateError(
                "\"\(name)\" joins texts, got \(element.text(maximumLength: 60)); to have its JSON "
                    + "text, write { json: … }"
            )
        }
        return .string(elements.map(\.scalarText).joined(separator: separator))
    }

    private mutating func repeated(
        _ count: TemplateValue,
        _ inner: TemplateValue,
        _ separator: TemplateValue?
    ) throws(TemplateError) -> JSONValue {
        let times = try value(of: count)
        guard let number = times.intValue, (0...1_000_000).contains(number) else {
            throw TemplateError(
                "\"repeat\" expects a number from 0 to 1000000, got \(times.text(maximumLength: 60))"
            )
        }
        let values = JSONValue.array(try values(of: inner, count: number))
        guard let separator else { return values }
        return try joined(values, "repeat", by: value(of: separator).scalarText)
    }

    /// N values, each with its `index`.
    private mutating func values(
        of inner: TemplateValue,
        count: Int
    ) throws(TemplateError) -> [JSONValue] {
        let outer = scope["index"]
        defer { scope["index"] = outer }
        var values: [JSONValue] = []
        for index in 0..<count {
            scope["index"] = .integer(index)
            values.append(try value(of: inner))
        }
        return values
    }
}

extension JSONValue {
    /// The text itself for a string, JSON text for everything else.
    package var scalarText: String { stringValue ?? text }
}

/// A name and the value it is bound to when its scope opens.
package struct Binding: Equatable, Sendable {
    package let name: String
    package let value: TemplateValue
    package let location: SourceLocation

    package init(name: String, value: TemplateValue, location: SourceLocation) {
        self.name = name
        self.value = value
        self.location = location
    }
}
