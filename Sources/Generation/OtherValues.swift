import Contract
import JSON
import JSONPaths
import JSONSchemas

extension ResourceModel {
    /// The object with further updates that write other values than its creation: with the same values, a server that
    /// ignores updates looks right.
    var withOtherValues: ResourceModel {
        var resource = self
        resource.uses += uses.compactMap { use in
            guard use.role == .update,
                let template = otherValues(in: use.template, of: use.operation, use.isPartial)
            else { return nil }
            var other = use
            (other.template, other.isTrial) = (template, true)
            return other
        }
        return resource
    }

    /// The creation with other values.
    var otherCreation: RequestTemplate? {
        otherValues(in: creator.template, of: creator.operation, true)
    }

    /// The request with another value in each member that has that of the creation, or one that the server may choose
    /// by itself; `nil` if its schema admits none.
    private func otherValues(
        in request: RequestTemplate,
        of operation: Operation,
        _ isCompleted: Bool
    ) -> RequestTemplate? {
        guard let rule = operation.accepted.first(where: { $0.section == "json" }),
            let view = SchemaView(rule.schema)
        else { return nil }
        var template = request
        if isCompleted {
            template = CompleteBody.template(request, operation: operation) ?? request
        }
        let created = Self.members(of: creator.template)
        var body = Self.members(of: template)
        // Members whose values only a run determines are missing.
        let known = rule.violations(of: .object(body))
        for member in body.members
        where created[member.name] ?? member.value == member.value
            && !identifies(member.name, in: request)
        {
            guard let property = view.property(member.name), property.keywords["readOnly"] != true
            else { continue }
            for value in OtherValue.values(than: member.value, property) {
                var changed = body
                changed[member.name] = value
                guard rule.violations(of: .object(changed)) == known else { continue }
                do {
                    try template.set(.constant(value), at: ["json", member.name])
                    body = changed
                    break
                } catch {
                    continue
                }
            }
        }
        return template == request ? nil : template
    }

    /// Whether a member identifies an object, or a version of one.
    private func identifies(_ name: String, in request: RequestTemplate) -> Bool {
        let usual: Set = ["id", "_id", "uuid", "uid", "key", "slug", "version", "revision", "etag"]
        return usual.contains(name.lowercased()) || !PathShape.noun(of: name).isEmpty
            || request["params"]?[name] != nil || captures.contains { $0.isOf(member: name) }
    }
}

extension Capture {
    /// Whether it captures the value of a member with this name.
    func isOf(member name: String) -> Bool {
        guard case .ready(.jsonpath(let path)) = query else { return false }
        return path.description.hasSuffix(JSONPath.segment(name))
    }
}

/// Values that differ from another.
enum OtherValue {
    /// The most similar ones first; the schema may exclude some of them.
    static func values(than value: JSONValue, _ view: SchemaView) -> [JSONValue] {
        if let choices = view.keywords["enum"]?.arrayValue {
            return choices.filter { $0 != value && $0 != .null }
        }
        switch value {
        case .bool(let flag): return [.bool(!flag)]
        case .number(let number):
            guard case .number(let step) = view.keywords["multipleOf"] ?? 1 else { return [] }
            let near = [step, .integer(-1)].compactMap { number.adding($0).map(JSONValue.number) }
            return near + [0, 1].filter { $0 != value }
        case .string(let text):
            // The server may show a number or a text of a format in another spelling.
            guard view.keywords["format"] == nil, Double(text) == nil else { return [] }
            let start = text.dropLast()
            let near = [text + "2", start + "2", start + "3"]
            return near.filter { $0 != text }.map(JSONValue.string)
        case .array, .object, .null: return []
        }
    }
}
