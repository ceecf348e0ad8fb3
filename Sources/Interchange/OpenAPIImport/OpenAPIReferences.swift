import JSON

/// Removes references that cannot be resolved from a document, so that the rest of it can be read.
///
/// A remote or missing reference removes the response, the parameter or the schema that contains it, which is listed;
/// data, such as an example or an `x-` member, stays unchanged.
struct OpenAPIReferences {
    private let document: JSONValue
    /// Why files cannot be read, by their names in the bundle.
    private let unread: [String: String]
    /// The problem with a reference, by its text; `nil` for none.
    private var known: [JSONValue: String?] = [:]
    private(set) var losses: [ImportLoss] = []

    /// - Parameters:
    ///   - document: The whole, with the files that it refers to in it.
    ///   - unread: Why files are missing, by the names that they have there.
    init(_ document: JSONValue, unread: [String: String] = [:]) {
        self.document = document
        self.unread = unread
    }

    /// The document without references that cannot be resolved.
    mutating func followed() -> JSONValue {
        value(document, [], in: "", isTable: false) ?? document
    }

    /// Members with data that is not part of the document, unless it is a name in a table.
    private static let data: Set<String> = ["example", "default", "enum", "const", "value"]

    /// Members with names that the author chose.
    private static let tables: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
        "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
        "links", "callbacks", "pathItems", "paths",
    ]

    /// Those whose entries are schemas.
    private static let schemaTables: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
    ]

    /// Whether the value under a name is data, in which `$ref` is a name like any other.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - value: The member.
    ///   - isTable: Whether it is in a table of the author's names.
    /// - Returns: `true` for examples, constants and remarks.
    static func isData(_ name: String, _ value: JSONValue, inTable isTable: Bool) -> Bool {
        guard !isTable else { return false }
        // A schema has a list of examples, all other objects a table of them.
        return data.contains(name) || name.hasPrefix("x-") && name != OpenAPIBundle.member
            || name == "examples" && value.arrayValue != nil
    }

    /// Whether a member has names that the author chose.
    static func isTable(_ name: String, inTable isTable: Bool) -> Bool {
        !isTable && (tables.contains(name) || name == OpenAPIBundle.member)
    }

    // MARK: The walk

    /// The value; `nil` when it is a reference that cannot be resolved, or requires one.
    private mutating func value(
        _ value: JSONValue,
        _ place: [String],
        in name: String,
        isTable: Bool
    ) -> JSONValue? {
        switch value {
        case .object(let object):
            if !isTable, let reference = object["$ref"], let fault = fault(of: reference) {
                losses.append(ImportLoss(JSONPointer(tokens: place), fault))
                return nil
            }
            return .object(members(of: object, place, in: name, isTable: isTable))
        case .array(let elements): return self.elements(elements, place, in: name)
        case .null, .bool, .number, .string: return value
        }
    }

    private mutating func members(
        of object: JSONObject,
        _ place: [String],
        in name: String,
        isTable: Bool
    ) -> JSONObject {
        var kept: [JSONObject.Member] = []
        kept.reserveCapacity(object.count)
        for member in object.members {
            if Self.isData(member.name, member.value, inTable: isTable) {
                kept.append(member)
                continue
            }
            let inner = value(
                member.value,
                place + [member.name],
                in: member.name,
                isTable: Self.isTable(member.name, inTable: isTable)
            )
            if let inner {
                kept.append(.init(name: member.name, value: inner))
            } else if isTable, Self.schemaTables.contains(name) {
                // The message still has this member's name.
                kept.append(.init(name: member.name, value: [:]))
            }
        }
        return JSONObject(kept)
    }

    private mutating func elements(
        _ elements: [JSONValue],
        _ place: [String],
        in name: String
    ) -> JSONValue? {
        var kept: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            let inner = value(element, place + ["\(index)"], in: "", isTable: false)
            if let inner {
                kept.append(inner)
            } else if ["anyOf", "oneOf"].contains(name) {
                // An unknown alternative could match any value.
                return nil
            } else if ["allOf", "prefixItems"].contains(name) {
                kept.append([:])
            }
        }
        return .array(kept)
    }

    // MARK: References

    private mutating func fault(of reference: JSONValue) -> String? {
        if let known = known[reference] { return known }
        let fault = foundFault(of: reference)
        known.updateValue(fault, forKey: reference)
        return fault
    }

    private func foundFault(of first: JSONValue) -> String? {
        var reference = first
        for _ in 0..<100 {
            guard let text = reference.stringValue else {
                return "\"$ref\" is \(reference.text(maximumLength: 40)), which is not a reference"
            }
            guard text.hasPrefix("#") else {
                return
                    "it refers to \(JSONValue.string(text).text(maximumLength: 120)); addresses, "
                    + "and other files of standard input, are not read: bundle the document into one "
                    + "first, for example with `redocly bundle`"
            }
            guard let pointer = OpenAPIDocument.pointer(of: text) else {
                return "it refers to \"\(text)\", where \"#\" and a JSON Pointer are expected"
            }
            if let name = OpenAPIBundle.fileName(in: pointer), let reason = unread[name] {
                return reason
            }
            guard let target = document[pointer] else {
                let place = OpenAPIBundle.origin(of: pointer, in: document)
                let shown = "\(place.path ?? "")#\(place.pointer)"
                return "it refers to \"\(shown)\", which is not there"
            }
            guard let next = target["$ref"] else { return nil }
            reference = next
        }
        return "its references are cyclic"
    }
}
