import Base
import Contract
import JSON
import JSONSchemas

/// The `schemas` table, and the schemas that were compiled against it.
struct SchemaTable {
    /// The schemas as one object, so that `#/schemas/NAME` finds them.
    private var schemas = JSONObject()
    private var nodes: [String: YAMLNode] = [:]
    private var compiled = CompiledSchemas()
    /// The file's own schemas, not checked yet; those of used files were checked there.
    private var own: [String] = []

    /// Adds a schema.
    mutating func add(_ name: String, _ node: YAMLNode) {
        schemas[name] = node.json
        nodes[name] = node
        own.append(name)
        compiled = CompiledSchemas()
    }

    /// Adds the schemas of a used file.
    mutating func add(_ used: SchemaTable) {
        if schemas.isEmpty {
            (schemas, nodes) = (used.schemas, used.nodes)
        } else {
            for member in used.schemas.members {
                schemas[member.name] = member.value
                nodes[member.name] = used.nodes[member.name]
            }
        }
        compiled = CompiledSchemas()
    }

    /// Reports what is wrong in any of the file's own schemas, whether it is referred to or not.
    func check(_ diagnostics: Diagnostics) {
        let references = own.map { name -> JSONValue in
            let pointer = JSONPointer(tokens: ["schemas", name]).description
            return ["$ref": .string("#" + URIReference.encodedFragment(pointer))]
        }
        guard !references.isEmpty else { return }
        report(compile(["allOf": .array(references)]), at: nil, diagnostics)
    }

    /// The schema of a node, which may refer to those of the table; faults are reported where
    /// they stand.
    func schema(_ node: YAMLNode, _ diagnostics: Diagnostics) -> JSONSchema? {
        let json = node.json
        let result = compiled.results[json] ?? compile(json)
        compiled.results[json] = result
        report(result, at: node, diagnostics)
        guard case .success(let schema) = result else { return nil }
        return schema
    }

    private typealias Outcome = Result<JSONSchema, JSONSchemaError>

    private func compile(_ schema: JSONValue) -> Outcome {
        let document: JSONValue = ["schemas": .object(schemas), "schema": schema]
        do {
            return .success(try JSONSchema(document: document, at: JSONPointer(tokens: ["schema"])))
        } catch {
            return .failure(error)
        }
    }

    /// Compiled schemas by their JSON: many responses are promised to look the same.
    private final class CompiledSchemas {
        var results: [JSONValue: Outcome] = [:]
    }
}

// MARK: - Diagnostics

extension SchemaTable {
    private func report(_ outcome: Outcome, at node: YAMLNode?, _ diagnostics: Diagnostics) {
        switch outcome {
        case .success(let schema):
            for unknown in schema.unknownKeywords {
                guard let entry = entry(unknown.pointer, node) else { continue }
                diagnostics.warning(
                    "unknown \(unknown.kind.rawValue) \(Excerpt.quoted(unknown.name)) checks nothing",
                    at: unknown.kind == .keyword ? entry.key ?? entry.value : entry.value,
                    hint: unknown.suggestion.map { "did you mean \(Excerpt.quoted($0))?" }
                )
            }
        case .failure(let error):
            for fault in error.faults {
                let pointer = fault.document == nil ? fault.pointer : ""
                guard let entry = entry(pointer, node) else { continue }
                diagnostics.error(
                    "schema: \(fault.reason)",
                    at: entry.value,
                    hint: hint(for: fault, entry.value)
                )
            }
        }
    }

    private func hint(for fault: SchemaFault, _ node: YAMLNode) -> String? {
        let prefix = "#/schemas/"
        if fault.kind != .unresolvedReference, let name = node.stringValue {
            let known = schemas.names
            let meant =
                known.first { $0.hasSameCodePoints(as: name) }
                ?? NearestName.suggestion(for: name, among: known)
            if let meant { return "write { $ref: \"\(prefix)\(meant)\" }" }
        }
        guard fault.kind == .unresolvedReference, node.stringValue?.hasPrefix(prefix) ?? false,
            !fault.reason.contains("did you mean")
        else { return nil }
        return schemas.isEmpty
            ? "the table of schemas is empty"
            : "known: \(schemas.names.prefix(12).joined(separator: ", "))"
    }

    /// Where a place of the compiled document stands in a file.
    ///
    /// Where the way ends early, that is the last node on it; `nil` for a place that is in no file.
    private func entry(
        _ pointer: String,
        _ node: YAMLNode?
    ) -> (key: YAMLNode?, value: YAMLNode)? {
        var tokens = ((try? JSONPointer(pointer))?.tokens ?? [])[...]
        var entry: (key: YAMLNode?, value: YAMLNode)
        if tokens.first == "schemas" {
            guard tokens.count > 1, let root = nodes[tokens[1]] ?? node else { return nil }
            entry = (nil, root)
            tokens = tokens.dropFirst(2)
        } else {
            guard let node else { return nil }
            entry = (nil, node)
            tokens = tokens.dropFirst()
        }
        for token in tokens {
            if let next = entry.value.entry(token) {
                entry = (next.key, next.value)
            } else if let elements = entry.value.elements, let index = Int(token),
                elements.indices.contains(index)
            {
                entry = (nil, elements[index])
            } else {
                break
            }
        }
        return entry
    }
}
