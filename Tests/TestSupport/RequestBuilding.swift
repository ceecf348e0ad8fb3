package import Contract
package import JSON

extension SourceLocation {
    /// A line of the contract that tests claim to read.
    package static func line(_ line: Int) -> SourceLocation {
        SourceLocation(file: "c.yaml", line: line, column: 1)
    }
}

extension RequestTemplate {
    /// A request on line 1; strings that contain `{{`, at the top of a section, are templates.
    package static func request(_ sections: JSONObject) throws(TemplateError) -> RequestTemplate {
        var members: [TemplateValue.Member] = []
        for section in sections.members {
            members.append(.init(name: section.name, value: try TemplateValue(section.value)))
        }
        return RequestTemplate(sections: members, location: .line(1))
    }
}

extension TemplateValue {
    /// The value, with its strings parsed as templates.
    package init(_ value: JSONValue) throws(TemplateError) {
        switch value {
        case .string(let text): self = .text(try Template(parsing: text, at: .line(1)))
        case .array(let elements):
            var values: [TemplateValue] = []
            for element in elements { values.append(try TemplateValue(element)) }
            self = .array(values)
        case .object(let object):
            var members: [Member] = []
            for member in object.members {
                members.append(Member(name: member.name, value: try TemplateValue(member.value)))
            }
            self = .object(members)
        default: self = .constant(value)
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
