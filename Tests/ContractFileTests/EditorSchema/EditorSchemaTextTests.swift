import Contract
import ContractFile
import HTTP
import JSON
import JSONSchemas
import Testing

struct EditorSchemaTextTests {
    @Test("Every key has a description of one sentence, which an editor shows")
    func descriptions() throws {
        let schema = try EditorSchema.loaded()
        for part in schema.parts where part.schema["properties"] != nil {
            guard part.isClosed || part.definition == "jsonSchema" else { continue }
            for key in part.keys {
                let property = part.schema["properties"]?[key]
                let text = Self.description(of: property, in: schema.document) ?? ""
                let isSentence =
                    text.last == "." && !text.contains(". ") && (10...250).contains(text.count)
                #expect(isSentence, "\(part.pointer)/properties/\(key): \(text)")
            }
        }
    }

    @Test("A reference has no sibling key that an editor would use in its place")
    func references() throws {
        for part in try EditorSchema.loaded().parts where part.schema["$ref"] != nil {
            let others = Set(part.schema.names).subtracting(["$ref"])
            #expect(others.isSubset(of: ["description", "default", "examples"]), "\(part.pointer)")
        }
    }

    @Test("Every definition is used, and every reference resolves to one")
    func definitions() throws {
        let schema = try EditorSchema.loaded()
        let defined = (schema.document["$defs"]?.objectValue?.names ?? []).map { "#/$defs/\($0)" }
        let used = schema.parts.compactMap { $0.schema["$ref"]?.stringValue }
        #expect(Set(defined) == Set(used))
    }

    @Test("Examples and defaults match the schema that contains them")
    func examplesAreValid() throws {
        // One schema with a member for each: compiling a separate schema for each takes long.
        let editor = try EditorSchema.loaded()
        var references = JSONObject()
        var values = JSONObject()
        for part in editor.parts {
            let standard = part.schema["default"].map { [$0] } ?? []
            guard !(part.examples + standard).isEmpty else { continue }
            let name = part.pointer.description
            references[name] = ["items": ["$ref": .string("#" + name)]]
            values[name] = .array(part.examples + standard)
        }
        #expect(values.members.count > 80)
        var document = try #require(editor.document.objectValue)
        document["x-examples"] = ["properties": .object(references)]
        let schema = try JSONSchema(
            document: .object(document),
            at: JSONPointer(tokens: ["x-examples"])
        )
        let violations = schema.violations(in: .object(values)).violations
        #expect(violations.map(\.description) == [])
    }

    @Test("Closed sets of names equal those of the tool", arguments: closedSets)
    func names(definition: String, path: String, expected: [String]) throws {
        let schema = try EditorSchema.loaded().document
        let values = schema["$defs"]?[definition]
        let found = path.split(separator: "/").reduce(values) { value, token in
            if let index = Int(token) { return value?.arrayValue?[index] }
            return value?[String(token)]
        }
        let names = found?.objectValue?.names ?? found?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(names.sorted() == expected.sorted())
    }

    /// The sets that are written twice; the others are generated from the tool's own tables.
    private static let closedSets: [(String, String, [String])] = [
        ("filterWithArgument", "properties", Filter.namesWithArgument),
        ("predicate", "properties", PredicateForm.names + ["within"]),
        (
            "predicate", "properties/sorted/anyOf/0/enum",
            Predicate.Direction.allCases.map(\.rawValue)
        ),
        ("capture", "properties", QueryTemplate.names + ["filters"]),
        ("fault", "properties", Fault.Action.Name.allCases.map(\.rawValue) + Fault.furtherKeys),
        ("request", "properties", RequestTemplate.sections),
    ]

    /// The description of a key, either its own or that of the definition that it references.
    private static func description(of schema: JSONValue?, in document: JSONValue) -> String? {
        if let own = schema?["description"]?.stringValue { return own }
        guard let name = schema?["$ref"]?.stringValue?.split(separator: "/").last else {
            return nil
        }
        return description(of: document["$defs"]?[String(name)], in: document)
    }
}
