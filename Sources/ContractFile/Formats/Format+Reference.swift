import JSON

extension Format {
    /// The chapter "every key" in Markdown, without a line end at its end.
    package var reference: String {
        let kind = title.prefix { $0 != "," }.split(separator: " ").dropFirst()
            .joined(separator: " ")
        let head = [
            "# Every key of \(kind.first.map("aeiou".contains) ?? false ? "an" : "a") \(kind)",
            "",
            root.outline.doc ?? "",
            "",
            "This chapter is generated from the tables that the decoders use. In every mapping, "
                + "keys that begin with `x-` are your own remarks and are ignored.",
        ]
        let sections = ([root] + tables).map { section($0).joined(separator: "\n") }
        let values = definitions.compactMap(value)
        let list = ["## Values", ""] + values
        return (head + ["", sections.joined(separator: "\n\n"), ""] + list)
            .joined(separator: "\n")
    }

    private func section(_ table: any KeyTable.Type) -> [String] {
        let outline = table.outline
        let isRoot = table.name == root.name
        var lines = ["## \(isRoot ? "The file" : table.name)", ""]
        if !isRoot, let doc = outline.doc { lines += [doc, ""] }
        lines += table.keys.descriptions.map { key in
            let shape = shape(of: key.schema.plain) + (key.isRequired ? "; required" : "")
            return "- `\(key.name)` (\(shape)): \(meaning(key))"
        }
        for names in table.keys.choices where names.count > 1 {
            let list = names.map { "`\($0)`" }.joined(separator: ", ")
            lines += ["", "Exactly one of \(list) is required."]
        }
        return outline.text.isEmpty ? lines : lines + ["", "```text", outline.text, "```"]
    }

    private func meaning(_ key: KeyDescription) -> String {
        var text = key.remarks.doc ?? description(of: key.schema.plain) ?? ""
        if let standard = key.remarks.standard { text += " Default: `\(standard.text)`." }
        return text
    }

    /// What the definition that a schema refers to says of itself.
    private func description(of schema: JSONValue) -> String? {
        guard let name = schema["$ref"]?.stringValue?.dropFirst("#/$defs/".count) else {
            return nil
        }
        if let table = (tables + (base?.tables ?? [])).first(where: { $0.name == name }) {
            return table.outline.doc
        }
        let all = definitions + (base?.definitions ?? [])
        return all.first { $0.name == name }?.value["description"]?.stringValue
    }

    /// What a value is, in a few words.
    private func shape(of schema: JSONValue) -> String {
        if let name = schema["$ref"]?.stringValue?.dropFirst("#/$defs/".count) {
            return "`\(name)`"
        }
        if let values = schema["enum"]?.arrayValue {
            return values.map { "`\($0.text)`" }.joined(separator: ", ")
        }
        if let value = schema["const"] { return "`\(value.text)`" }
        if let choices = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
            return choices.map(shape).joined(separator: " or ")
        }
        if let first = schema["allOf"]?.arrayValue?.first { return shape(of: first) }
        let types =
            schema["type"]?.arrayValue?.compactMap(\.stringValue)
            ?? schema["type"]?.stringValue.map { [$0] } ?? []
        return types.isEmpty
            ? "any value" : types.map { word(for: $0, schema) }.joined(separator: " or ")
    }

    private func word(for type: String, _ schema: JSONValue) -> String {
        switch type {
        case "array":
            return schema["items"].map { "list of \(shape(of: $0))" } ?? "list"
        case "object":
            return schema["additionalProperties"].flatMap { $0.objectValue == nil ? nil : $0 }
                .map { "mapping of names to \(shape(of: $0))" } ?? "mapping"
        case "boolean": return "`true` or `false`"
        case "integer":
            guard let low = schema["minimum"]?.text, let high = schema["maximum"]?.text else {
                return "integer"
            }
            return "integer from \(low) to \(high)"
        default: return type
        }
    }

    /// A line of the list of values; `nil` without a description.
    private func value(_ definition: JSONObject.Member) -> String? {
        guard let description = definition.value["description"]?.stringValue else { return nil }
        return "- `\(definition.name)`: \(description)"
    }
}
