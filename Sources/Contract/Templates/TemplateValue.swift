import Base
package import JSON

/// A JSON-like value in which some scalars are templates.
package indirect enum TemplateValue: Equatable, Sendable {
    case constant(JSONValue)
    case text(Template)
    case array([TemplateValue])
    case object([Member])
    case expression(TemplateExpression)

    /// One name and its value; names have no templates.
    package struct Member: Equatable, Sendable {
        package let name: String
        package var value: TemplateValue

        package init(name: String, value: TemplateValue) {
            self.name = name
            self.value = value
        }
    }
}

extension TemplateValue {
    /// The value, if it has no templates.
    package var constantValue: JSONValue? {
        switch self {
        case .constant(let value): return value
        case .text(let template): return template.constantText.map(JSONValue.string)
        case .expression: return nil
        case .array(let elements):
            let constants = elements.compactMap(\.constantValue)
            return constants.count == elements.count ? .array(constants) : nil
        case .object(let members):
            var object = JSONObject()
            for member in members {
                guard let value = member.value.constantValue else { return nil }
                object[member.name] = value
            }
            return .object(object)
        }
    }

    /// Every template in it, in order.
    package var templates: [Template] {
        switch self {
        case .constant: []
        case .text(let template): [template]
        case .array(let elements): elements.flatMap(\.templates)
        case .object(let members): members.flatMap(\.value.templates)
        case .expression(let expression): expression.templates
        }
    }

    /// The members, of a constant object too; `nil` if this is not an object.
    package var members: [Member]? {
        switch self {
        case .object(let members): members
        case .constant(.object(let object)):
            object.members.map { Member(name: $0.name, value: .constant($0.value)) }
        default: nil
        }
    }

    /// The elements, of a constant array too; `nil` if this is not an array.
    package var elements: [TemplateValue]? {
        switch self {
        case .array(let elements): elements
        case .constant(.array(let elements)): elements.map(TemplateValue.constant)
        default: nil
        }
    }

    /// The member with this name.
    package subscript(_ name: String) -> TemplateValue? {
        members?.first { $0.name.hasSameCodePoints(as: name) }?.value
    }
}

/// A value computed from others.
package enum TemplateExpression: Equatable, Sendable {
    /// The JSON text of a value.
    case json(TemplateValue)
    /// The Base64 of a text.
    case base64(TemplateValue)
    /// The texts of a list, with a separator.
    case join(TemplateValue, with: TemplateValue)
    /// A value repeated N times, `{{index}}` counting from 0: a list, or one text when joined.
    case repetition(count: TemplateValue, of: TemplateValue, joinedBy: TemplateValue?)
    /// A scalar as text.
    case text(TemplateValue)
    /// The first alternative whose conditions pass and whose value is not null.
    case first([Alternative])

    /// One of several values.
    package struct Alternative: Equatable, Sendable {
        /// All of them must pass; empty for a value that is always possible.
        package let conditions: [ConditionTemplate]
        package let value: TemplateValue

        package init(conditions: [ConditionTemplate] = [], value: TemplateValue) {
            self.conditions = conditions
            self.value = value
        }

        var templates: [Template] {
            conditions.flatMap(\.assertion.templates) + value.templates
        }
    }

    package var templates: [Template] {
        switch self {
        case .json(let value), .base64(let value), .text(let value): value.templates
        case .join(let list, let separator): list.templates + separator.templates
        case .repetition(let count, let value, let separator):
            count.templates + value.templates.map(Self.withoutIndex)
                + (separator?.templates ?? [])
        case .first(let alternatives): alternatives.flatMap(\.templates)
        }
    }

    /// `{{index}}` is defined inside a repetition, so it needs no other definition.
    private static func withoutIndex(_ template: Template) -> Template {
        let parts = template.parts.filter { $0 != .reference(["index"]) }
        return Template(parts: parts, location: template.location)
    }
}
