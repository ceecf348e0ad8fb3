package import JSON

/// The keywords that hold at a place, put together from what is referred to and from all parts.
enum SchemaKeywords {
    /// The keywords of a schema together with those of what it refers to and of all its parts.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - document: What it stands in; only places in it are looked up.
    ///   - open: The references being followed, to which those that were followed here are added.
    /// - Returns: `nil` when a reference leads back to itself, or nowhere.
    static func merged(
        _ schema: JSONObject,
        in document: JSONValue,
        _ open: inout [String]
    ) -> JSONObject? {
        var own = schema
        own["allOf"] = nil
        own["$ref"] = nil
        var whole = JSONObject()
        if let reference = schema["$ref"]?.stringValue {
            guard !open.contains(reference), let target = target(of: reference, in: document)
            else { return nil }
            open.append(reference)
            guard let target = target.objectValue.flatMap({ merged($0, in: document, &open) })
            else { return nil }
            whole = target
        }
        for part in schema["allOf"]?.arrayValue ?? [] {
            guard let part = part.objectValue else { continue }
            guard let keywords = merged(part, in: document, &open) else { return nil }
            whole = combined(whole, keywords)
        }
        return combined(whole, own)
    }

    private static func combined(_ first: JSONObject, _ second: JSONObject) -> JSONObject {
        var combined = first
        for member in second.members {
            switch (member.name, combined[member.name], member.value) {
            case ("properties", .object(let one), .object(let other)):
                combined["properties"] = .object(JSONObject(one.members + other.members))
            case ("required", .array(let one), .array(let other)):
                combined["required"] = .array(one + other)
            case (_, .some(let one), let other):
                combined[member.name] = narrower(member.name, one, other)
            default:
                combined[member.name] = member.value
            }
        }
        return combined
    }

    /// The value of a keyword that stands for those of two parts, as far as one can.
    private static func narrower(
        _ keyword: String,
        _ one: JSONValue,
        _ other: JSONValue
    ) -> JSONValue {
        switch (keyword, one, other) {
        case ("multipleOf", _, _):
            guard let first = one.intValue, let second = other.intValue, first > 0, second > 0,
                first < 1_000_000, second < 1_000_000
            else { return other }
            var (divisor, rest) = (first, second)
            while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
            return .integer(first / divisor * second)
        case (_, .number(let first), .number(let second)):
            let isLeast = keyword.hasPrefix("min") || keyword == "exclusiveMinimum"
            let isMost = keyword.hasPrefix("max") || keyword == "exclusiveMaximum"
            if isLeast { return first < second ? other : one }
            return isMost && first < second ? one : other
        case ("enum", .array(let first), .array(let second)):
            return .array(first.filter(second.contains))
        case ("uniqueItems", .bool(let first), .bool(let second)): return .bool(first || second)
        default: return other
        }
    }

    private static func target(of reference: String, in document: JSONValue) -> JSONValue? {
        guard reference == "#" || reference.hasPrefix("#/") else { return nil }
        guard let text = URIReference.decoded(String(reference.dropFirst())) else { return nil }
        do {
            return document[try JSONPointer(text)]
        } catch {
            return nil
        }
    }
}

/// What a schema says of the values at one place, for those who make such values.
///
/// It is a hint: whether a value keeps to the schema, the schema itself says.
package struct SchemaView: Sendable {
    private let document: JSONValue
    /// The keywords, with those of references and parts; of alternatives those of the first.
    package let keywords: JSONObject
    /// The alternatives of `oneOf` or `anyOf`, each with what holds for all; empty where there are none.
    private let others: [JSONObject]

    /// A view of the whole; `nil` for one without keywords.
    package init?(_ schema: JSONSchema) {
        guard let root = schema.document[schema.place] else { return nil }
        self.init(root, in: schema.document)
    }

    /// A view of a schema that stands somewhere in a document; `nil` where none is.
    package init?(at place: JSONPointer, in document: JSONValue) {
        self.init(document[place], in: document)
    }

    private init?(_ schema: JSONValue?, in document: JSONValue) {
        var open: [String] = []
        guard let object = schema?.objectValue,
            var keywords = SchemaKeywords.merged(object, in: document, &open)
        else { return nil }
        var others: [JSONObject] = []
        for name in ["oneOf", "anyOf"] where keywords["properties"] == nil {
            let alternatives = (keywords[name]?.arrayValue ?? []).compactMap(\.objectValue)
            guard let first = alternatives.first else { continue }
            var shared = keywords
            shared[name] = nil
            others += alternatives.map { alternative in
                var whole = shared
                whole["allOf"] = [.object(alternative)]
                return whole
            }
            shared["allOf"] = [.object(first)]
            keywords = SchemaKeywords.merged(shared, in: document, &open) ?? keywords
        }
        self.others = others
        self.document = document
        self.keywords = keywords
    }

    /// What is said of a value by each alternative of `oneOf` or `anyOf`; empty where there are none.
    package var alternatives: [SchemaView] {
        others.compactMap { SchemaView(.object($0), in: document) }
    }

    /// The types that are allowed; empty where nothing is said.
    package var types: [String] {
        if let type = keywords["type"]?.stringValue { return [type] }
        return keywords["type"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The names that must be there.
    package var required: [String] {
        (keywords["required"]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    /// The members that are described, in order.
    package var properties: [String] { keywords["properties"]?.objectValue?.names ?? [] }

    /// What is said of a member; `nil` for nothing.
    package func property(_ name: String) -> SchemaView? {
        SchemaView(keywords["properties"]?[name], in: document)
    }

    /// What is said of an element; `nil` for nothing.
    package func element(_ index: Int) -> SchemaView? {
        let prefix = keywords["prefixItems"]?.arrayValue ?? []
        return SchemaView(
            prefix.indices.contains(index) ? prefix[index] : keywords["items"],
            in: document
        )
    }

    /// Whether it describes the bytes of a file: `format: binary` of OpenAPI 3.0, `contentMediaType` without an encoding
    /// of 3.1.
    package var describesFile: Bool {
        keywords["format"] == "binary"
            || keywords["contentMediaType"] != nil && keywords["contentEncoding"] == nil
    }

    /// A value that keeps to it as far as its keywords say; `nil` where none can be made.
    package var example: JSONValue? {
        SchemaExample.value(for: .object(keywords), in: document)
    }
}
