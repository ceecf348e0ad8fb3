import HTTP
import JSON

/// A request as the contract writes it: a document of sections with templates.
///
/// The sections are `method path basePath url target params headers query form json text file multipart security
/// encoding compression redirects`. JSON Pointers in `set` and `unset` refer to this document.
package struct RequestTemplate: Equatable, Sendable {
    /// An object; its members are the sections.
    package private(set) var document: TemplateValue
    package let location: SourceLocation

    package init(sections: [TemplateValue.Member], location: SourceLocation) {
        document = .object(sections)
        self.location = location
    }

    /// The sections for the body; a request has at most one of them.
    package static let bodySections = ["json", "form", "multipart", "text", "file"]

    /// Every section that a request can have.
    package static let sections =
        [
            "method", "path", "basePath", "url", "target", "params", "headers", "query", "security",
            "encoding", "compression", "redirects",
        ]
        + bodySections
}

extension RequestTemplate {
    /// One section.
    package subscript(_ section: String) -> TemplateValue? { document[section] }

    /// A section that is a constant text.
    package func constant(_ section: String) -> String? {
        self[section]?.constantValue?.stringValue
    }

    /// Replaces a section; a body replaces any other body.
    package mutating func replace(_ section: String, with value: TemplateValue) {
        var members = document.members ?? []
        if let index = members.firstIndex(where: { $0.name == section }) {
            members[index].value = value
        } else {
            members.append(TemplateValue.Member(name: section, value: value))
        }
        document = .object(members)
        displaceBodies(by: section)
    }

    private mutating func displaceBodies(by section: String) {
        guard Self.bodySections.contains(section) else { return }
        let members = document.members ?? []
        document = .object(
            members.filter { $0.name == section || !Self.bodySections.contains($0.name) }
        )
    }

    /// Adds header fields; existing ones stay unless `replacing` is set.
    package mutating func addHeaders(_ headers: [TemplateValue.Member], replacing: Bool) {
        var merged = self["headers"]?.members ?? []
        for header in headers {
            if let index = merged.firstIndex(where: { HTTPFields.areSame($0.name, header.name) }) {
                if replacing { merged[index] = header }
            } else {
                merged.append(header)
            }
        }
        replace("headers", with: .object(merged))
    }

    /// Sets a value at the place of a JSON Pointer; a body replaces any other body.
    package mutating func set(
        _ value: TemplateValue,
        at tokens: [String]
    ) throws(TemplateError) {
        document = try document.setting(value, at: canonical(tokens)[...])
        if let section = tokens.first { displaceBodies(by: section) }
    }

    /// Removes the value at the place of a JSON Pointer.
    package mutating func unset(at tokens: [String]) throws(TemplateError) {
        guard let edited = document.removing(at: canonical(tokens)[...]) else {
            throw TemplateError("nothing exists there to remove")
        }
        document = edited
    }

    /// Header names are case-insensitive.
    func canonical(_ tokens: [String]) -> [String] {
        guard tokens.count >= 2, tokens[0] == "headers",
            let known = self["headers"]?.members?.first(where: {
                HTTPFields.areSame($0.name, tokens[1])
            })
        else { return tokens }
        return [tokens[0], known.name] + tokens.dropFirst(2)
    }

    /// The section for the body: null counts as one in JSON alone; `nil` without a body.
    package var bodySection: String? {
        let isThere = { (section: String) in self[section] ?? .constant(.null) != .constant(.null) }
        return Self.bodySections.first(where: isThere) ?? (self["json"] == nil ? nil : "json")
    }

    /// The media type of the body, unless the contract sets another.
    package var defaultContentType: String? {
        switch bodySection {
        case "json": return "application/json"
        case "form": return "application/x-www-form-urlencoded"
        case "text": return "text/plain; charset=utf-8"
        default: return nil
        }
    }
}
