import Base
import Contract
import HTTP
import JSON
import JSONSchemas

/// What two contracts accept of the requests of one call.
///
/// A client that keeps to the old contract sends what that accepts, and breaks where the new one does not.
struct AcceptanceComparison {
    let old: DocumentedCall
    let new: DocumentedCall
    let schemas: SchemaComparisons

    /// One thing that is other.
    struct Finding {
        let severity: ContractChange.Severity
        let what: String
        var isAboutBody = false
        /// As in the section: `$.limit`.
        var path = "$"
        let section: String
        let old: SourceLocation?
        let new: SourceLocation?
    }

    /// Whether one of them says what a section has to look like.
    func describes(_ section: String) -> Bool {
        rule(section, old) != nil || rule(section, new) != nil
    }

    /// What is other, section by section.
    var findings: [Finding] {
        ["params", "query", "headers"].flatMap(fields) + body + mediaTypes
    }

    private func rule(_ section: String, _ call: DocumentedCall) -> AcceptanceRule? {
        call.operation.accepted.first { $0.section == section }
    }

    private static let names = [
        "params": "path", "query": "query", "headers": "headers", "json": "body", "form": "form",
        "multipart": "parts",
    ]

    private func finding(
        _ severity: ContractChange.Severity,
        _ section: String,
        _ what: String,
        at path: String = "$",
        isAboutBody: Bool = false
    ) -> Finding {
        Finding(
            severity: severity,
            what: "\(Self.names[section] ?? section) \(what)",
            isAboutBody: isAboutBody,
            path: path,
            section: section,
            old: rule(section, old)?.location,
            new: rule(section, new)?.location
        )
    }

    // MARK: - Fields

    /// What became of the fields of a section.
    private func fields(_ section: String) -> [Finding] {
        let (before, after) = (rule(section, old), rule(section, new))
        switch (before, after) {
        case (nil, nil): return []
        case (let before?, let after?): return compare(before, after, in: section)
        case (nil, let after?):
            // What the example has was sent before, however little was said of it.
            let sent = Set(fieldNames(section, old).map { spelled($0, section, isNew: false) })
            let form = form(of: after, isNew: true)
            let known = Self.only(sent, of: form)
            return changes(after, .object(known), after, .object(form), in: section)
                + refusal(after, of: old, in: section)
        case (let before?, nil):
            let sent = Set(fieldNames(section, new).map { spelled($0, section, isNew: true) })
            let form = form(of: before, isNew: false)
            let known = Self.only(sent, of: form)
            return changes(before, .object(form), before, .object(known), in: section)
        }
    }

    private func compare(
        _ before: AcceptanceRule,
        _ after: AcceptanceRule,
        in section: String
    ) -> [Finding] {
        let isPlain = ["query", "form", "multipart"].contains(section)
        return changes(
            before,
            isPlain
                ? SchemaComparisons.root(of: before.schema)
                : .object(form(of: before, isNew: false)),
            after,
            isPlain
                ? SchemaComparisons.root(of: after.schema) : .object(form(of: after, isNew: true)),
            in: section
        )
    }

    private func changes(
        _ before: AcceptanceRule,
        _ then: JSONValue,
        _ after: AcceptanceRule,
        _ now: JSONValue,
        in section: String
    ) -> [Finding] {
        let comparison = schemas.comparison(
            before.schema,
            before.location,
            after.schema,
            after.location,
            .request,
            isText: section != "json"
        )
        return comparison.changes(from: then, to: now).map { change in
            finding(
                change.severity(in: .request),
                section,
                "\(change.path) \(change.what)",
                at: change.path
            )
        }
    }

    /// The keywords of a rule, its fields called as both sides know them.
    private func form(of rule: AcceptanceRule, isNew: Bool) -> JSONObject {
        var form = SchemaDocument(rule.schema.document)
            .keywords(of: SchemaComparisons.root(of: rule.schema))
        if let properties = form["properties"]?.objectValue {
            form["properties"] = .object(
                JSONObject(
                    properties.members.map { member in
                        JSONObject.Member(
                            name: spelled(member.name, rule.section, isNew: isNew),
                            value: member.value
                        )
                    }
                )
            )
        }
        if let required = form["required"]?.arrayValue {
            form["required"] = .array(
                required.map { name in
                    .string(spelled(name.stringValue ?? "", rule.section, isNew: isNew))
                }
            )
        }
        return form
    }

    /// A header field's name has no case, and that of a variable in the path is not visible.
    private func spelled(_ name: String, _ section: String, isNew: Bool) -> String {
        switch section {
        case "headers": return name.lowercased()
        case "params":
            let (then, now) = (PathPattern(old.path).gaps, PathPattern(new.path).gaps)
            guard isNew, then.count == now.count, let index = now.firstIndex(of: name) else {
                return name
            }
            return then[index]
        default: return name
        }
    }

    /// The same with some fields alone.
    private static func only(_ names: Set<String>, of form: JSONObject) -> JSONObject {
        var form = form
        let properties = form["properties"]?.objectValue ?? JSONObject()
        form["properties"] = .object(
            JSONObject(properties.members.filter { names.contains($0.name) })
        )
        let required = (form["required"]?.arrayValue ?? []).filter { name in
            name.stringValue.map(names.contains) ?? false
        }
        form["required"] = .array(required)
        return form
    }

    /// What an example sends in a section, of header fields also what targets and schemes add.
    private func fieldNames(_ section: String, _ call: DocumentedCall) -> [String] {
        let own = call.request?[section]?.members?.map(\.name) ?? []
        guard section == "headers" else { return own }
        let scheme = call.request?.constant("security").flatMap {
            call.surface.securitySchemes[$0]
        }
        return own + (call.target?.headers.map(\.name) ?? [])
            + (scheme?.headers.map(\.name) ?? [])
    }

    /// The example of a call, when it is not accepted; headers depend on more than it.
    private func refusal(
        _ rule: AcceptanceRule,
        of call: DocumentedCall,
        in section: String
    ) -> [Finding] {
        guard section != "headers", let template = call.request?[section],
            let sample = template.sample(with: call.surface.variables), !rule.accepts(sample)
        else { return [] }
        let why = rule.complaints(about: sample).joined(separator: "; ")
        return [finding(.breaking, section, "no longer accepts the old example: \(why)")]
    }
}

// MARK: - Bodies

extension AcceptanceComparison {
    private var body: [Finding] {
        let sections = (old.request?.bodySection, new.request?.bodySection)
        guard let section = sections.1 else { return [] }
        let (before, after) = (rule(section, old), rule(section, new))
        guard sections.0 == section else {
            guard sections.0 == nil else { return [] }
            // A body where there was none.
            let isOptional = after?.accepts(nil) ?? false
            let words = isOptional ? "may be sent now" : "is required now"
            return [
                finding(isOptional ? .compatible : .breaking, section, words, isAboutBody: true)
            ]
        }
        switch (before, after) {
        case (nil, nil): return []
        case (nil, let after?):
            let refusal = refusal(after, of: old, in: section)
            return refusal.isEmpty
                ? [finding(.compatible, section, "is described now")] : refusal
        case (.some, nil): return [finding(.note, section, "is no longer described")]
        case (let before?, let after?):
            guard section == "json" else { return compare(before, after, in: section) }
            return presence(before, after)
                + changes(
                    before,
                    .object(Self.withoutNull(form(of: before, isNew: false))),
                    after,
                    .object(Self.withoutNull(form(of: after, isNew: true))),
                    in: section
                )
        }
    }

    /// A body that is left out is null to its schema.
    private func presence(_ before: AcceptanceRule, _ after: AcceptanceRule) -> [Finding] {
        switch (before.accepts(nil), after.accepts(nil)) {
        case (true, false): [finding(.breaking, "json", "is required now")]
        case (false, true): [finding(.compatible, "json", "may be left out now")]
        case (true, true), (false, false): []
        }
    }

    private static func withoutNull(_ form: JSONObject) -> JSONObject {
        var form = form
        if let types = form["type"]?.arrayValue, types.count > 1 {
            form["type"] = .array(types.filter { $0 != "null" })
        }
        if let values = form["enum"]?.arrayValue, values.count > 1 {
            form["enum"] = .array(values.filter { $0 != .null })
        }
        for keyword in ["anyOf", "oneOf"] {
            if let all = form[keyword]?.arrayValue {
                form[keyword] = .array(
                    all.filter { $0["type"] != "null" && $0["type"] != ["null"] }
                )
            }
        }
        return form
    }

    /// The media types of the body: those that are listed, else that of the example.
    private var mediaTypes: [Finding] {
        guard let section = old.request?.bodySection, section == new.request?.bodySection,
            let before = Self.types(old), let after = Self.types(new)
        else { return [] }
        let gone = before.filter { type in !after.contains(type) }
        let added = after.filter { type in !before.contains(type) }
        var found: [Finding] = []
        if !gone.isEmpty {
            let words = "can no longer be \(gone.joined(separator: " or "))"
            found.append(finding(.breaking, section, words, isAboutBody: true))
        }
        if !added.isEmpty {
            let words = "may come as \(added.joined(separator: " or ")) now"
            found.append(finding(.compatible, section, words, isAboutBody: true))
        }
        return found
    }

    private static func types(_ call: DocumentedCall) -> [String]? {
        let own = call.request?["headers"]?.members?.first {
            HTTPFields.areSame($0.name, "Content-Type")
        }
        var types = call.operation.acceptedTypes
        if let own {
            guard let text = own.value.constantValue?.stringValue else { return nil }
            types.append(text)
        } else if let type = call.request?.defaultContentType {
            types.append(type)
        } else if types.isEmpty {
            return nil
        }
        var unique: [String] = []
        for type in types.map(HTTPFields.mediaType) where !unique.contains(type) {
            unique.append(type)
        }
        return unique
    }
}
