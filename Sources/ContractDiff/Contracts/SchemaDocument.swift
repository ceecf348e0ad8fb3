import Contract
import HTTP
import JSON

/// A document of schemas, as the comparison looks at it: with references replaced by what they mean.
struct SchemaDocument: Sendable {
    let document: JSONValue

    /// References in references end here.
    private static let maximumDepth = 32
    /// Keywords that say nothing about which values are allowed.
    private static let remarks: Set<String> = [
        "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly",
        "$comment", "$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs",
        "definitions", "contentSchema",
    ]

    /// The keywords of a schema that decide which values are allowed.
    ///
    /// References to this document are replaced by their target. `true` has no keywords, and
    /// `false` is `not: {}`.
    func keywords(of schema: JSONValue?) -> JSONObject {
        var object = Self.object(schema)
        var depth = 0
        while let reference = object["$ref"]?.stringValue, let target = target(of: reference) {
            depth += 1
            guard depth <= Self.maximumDepth else { break }
            object["$ref"] = nil
            object = Self.merged(object, Self.object(target))
        }
        return JSONObject(object.members.filter { !Self.remarks.contains($0.name) })
    }

    /// A schema with every reference replaced, so that two of one meaning are more often equal.
    func expanded(_ schema: JSONValue, depth: Int = 0) -> JSONValue {
        guard depth < Self.maximumDepth else { return schema }
        switch schema {
        case .array(let elements):
            return .array(elements.map { expanded($0, depth: depth + 1) })
        case .object(let object):
            let whole = object.contains("$ref") ? keywords(of: schema) : object
            return .object(
                JSONObject(
                    whole.members.map { member in
                        JSONObject.Member(
                            name: member.name,
                            value: expanded(member.value, depth: depth + 1)
                        )
                    }
                )
            )
        case .null, .bool, .number, .string: return schema
        }
    }

    private static func object(_ schema: JSONValue?) -> JSONObject {
        switch schema {
        case .object(let object): object
        case .bool(false): JSONObject([JSONObject.Member(name: "not", value: [:])])
        default: JSONObject()
        }
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

    /// What stands beside a reference holds together with it.
    private static func merged(_ own: JSONObject, _ target: JSONObject) -> JSONObject {
        var merged = target
        var others: [JSONObject.Member] = []
        for member in own.members {
            if target.contains(member.name), target[member.name] != member.value,
                !remarks.contains(member.name)
            {
                others.append(member)
            } else {
                merged[member.name] = member.value
            }
        }
        guard !others.isEmpty else { return merged }
        let all = merged["allOf"]?.arrayValue ?? []
        merged["allOf"] = .array(all + [.object(JSONObject(others))])
        return merged
    }
}
