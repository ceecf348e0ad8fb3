import Contract
import HTTP
import JSON

/// A document of schemas, as the comparison looks at it: each schema in one form, however it is written.
final class SchemaDocument {
    private let document: JSONValue
    /// The forms of schemas that were asked for.
    private var known: [JSONValue: JSONObject] = [:]
    /// Those that are being worked out.
    private var open: Set<JSONValue> = []

    /// Alternatives in alternatives are looked into so far.
    private static let maximumDepth = 16
    /// More parts of one schema are not put together.
    private static let mostParts = 1_000
    /// Longer lists of alternatives are not joined with those in them.
    private static let mostAlternatives = 200

    init(_ document: JSONValue) { self.document = document }

    /// The keywords of a schema that decide which values are allowed, in one form.
    ///
    /// References to this document and `allOf` are replaced by what they mean together; what cannot be
    /// put together stays in `allOf`. `const` is an `enum` of one value, `type` a list, alternatives of
    /// different types are one schema with all of them, and keywords without effect are left out. `true` has no
    /// keywords, and `false` allows no type.
    func keywords(of schema: JSONValue?) -> JSONObject {
        let schema = schema ?? true
        if let form = known[schema] { return form }
        var whole = SchemaConjunction()
        for part in parts(of: schema) { whole.add(part) }
        guard open.count < Self.maximumDepth, open.insert(schema).inserted else {
            return whole.keywords
        }
        defer { open.remove(schema) }
        for keyword in ["anyOf", "oneOf"] {
            guard let listed = whole.take(keyword) else { continue }
            switch union(of: listed, keyword) {
            case .anything: break
            case .schema(let schema): whole.add(schema)
            case .list(let alternatives): whole.put(keyword, .array(alternatives))
            }
        }
        let form = whole.keywords
        known[schema] = form
        return form
    }

    /// Whether a schema, or one that it consists of, has a mark such as `readOnly`.
    func isMarked(_ schema: JSONValue?, _ mark: String) -> Bool {
        parts(of: schema).contains { $0[mark]?.boolValue == true }
    }

    /// What stands for a value that is left out; `nil` for nothing.
    func standIn(of schema: JSONValue?) -> JSONValue? {
        parts(of: schema).lazy.compactMap { $0["default"] }.first
    }

    /// The objects that a schema consists of, which all hold: itself, what it refers to and `allOf`.
    private func parts(of schema: JSONValue?) -> [JSONObject] {
        var parts: [JSONObject] = []
        var seen: Set<String> = []
        var open = [schema ?? true]
        // Whether everything that is looked at next is the whole schema.
        var isWhole = true
        while let next = open.popLast(), parts.count < Self.mostParts {
            guard var object = next.objectValue else {
                if next == false { parts.append(SchemaConjunction.nothing) }
                continue
            }
            // Of what stands in an `allOf`, these keywords see that alone.
            if !isWhole, SchemaConjunction.isAboutTheRest(object) {
                parts.append(JSONObject([.init(name: "allOf", value: [.object(object)])]))
                continue
            }
            if let reference = object["$ref"]?.stringValue, let target = target(of: reference) {
                object["$ref"] = nil
                if seen.insert(reference).inserted { open.append(target) }
            }
            open += (object["allOf"]?.arrayValue ?? []).reversed()
            object["allOf"] = nil
            isWhole = isWhole && object.isEmpty && open.count < 2
            if !object.isEmpty { parts.append(object) }
        }
        return parts
    }

    /// Only places in this document are looked up; anything else stays a reference.
    private func target(of reference: String) -> JSONValue? {
        guard reference == "#" || reference.hasPrefix("#/") else { return nil }
        do {
            return document[try JSONPointer(PercentEncoding.decoded(String(reference.dropFirst())))]
        } catch {
            return nil
        }
    }
}

// MARK: - Alternatives

extension SchemaDocument {
    /// What alternatives come to.
    private enum Union {
        case anything
        case schema(JSONObject)
        case list([JSONValue])
    }

    private func union(of alternatives: [JSONValue], _ keyword: String) -> Union {
        var listed: [JSONValue] = []
        var forms: [JSONObject] = []
        var seen: Set<JSONObject> = []
        func add(_ alternative: JSONValue, _ form: JSONObject) {
            // A schema that no value satisfies is not an alternative.
            guard form != SchemaConjunction.nothing else { return }
            if keyword == "anyOf", !seen.insert(form).inserted { return }
            listed.append(alternative)
            forms.append(form)
        }
        for alternative in alternatives {
            let form = keywords(of: alternative)
            if keyword == "anyOf", form.isEmpty { return .anything }
            if keyword == "anyOf", form.count == 1, let inner = form["anyOf"]?.arrayValue,
                listed.count + inner.count < Self.mostAlternatives
            {
                for part in inner { add(part, keywords(of: part)) }
            } else {
                add(alternative, form)
            }
        }
        guard !forms.isEmpty else { return .schema(SchemaConjunction.nothing) }
        return SchemaConjunction.union(of: forms).map(Union.schema) ?? .list(listed)
    }
}
