import Contract
import HTTP
import JSON

extension OpenAPITransfer {
    /// The schema of a list of events as checks see it; `nil` for one that allows everything.
    ///
    /// `itemSchema` (OpenAPI 3.2) describes an event. `schema` describes the list if it is one, else an event or, as
    /// in most documents of OpenAPI 3.0 and 3.1, the JSON in the data of each.
    mutating func eventSchema(of media: LocatedValue) throws(InterchangeError) -> JSONValue? {
        let item = try media["itemSchema"].map { item throws(InterchangeError) in try event(item) }
        let lists = [item.flatMap(Self.list), try listSchema(of: media)].compactMap(\.self)
        return lists.count == 2 ? ["allOf": .array(lists)] : lists.first
    }

    private mutating func listSchema(
        of media: LocatedValue
    ) throws(InterchangeError) -> JSONValue? {
        guard let schema = media["schema"] else { return nil }
        let whole = try document.resolved(schema)
        if let items = whole["items"] {
            let taken = try schemas.schema(whole)
            guard var list = taken.objectValue else { return taken }
            list["items"] = .object(try event(items))
            return .object(list)
        }
        if isEvent(whole) { return Self.list(of: try event(whole)) }
        guard !Self.isText(whole) else { return nil }
        // Not required: many streams end with a text such as `[DONE]`.
        var event = JSONObject()
        event["properties"] = ["value": try schemas.schema(schema)]
        return Self.list(of: event)
    }

    /// The example events of a stream: a list, or a text as sent.
    func shownEvents(of media: LocatedValue) throws(InterchangeError) -> [JSONValue] {
        try examples(of: media).compactMap { example in
            guard let text = example.stringValue else {
                return example.arrayValue == nil ? nil : example
            }
            var parser = EventStreamParser()
            guard let events = try? parser.take((text + "\n\n").utf8), !events.isEmpty else {
                // The stub cannot send it.
                return nil
            }
            return .array(events.map { $0.json() })
        }
    }

    private static func list(of item: JSONObject) -> JSONValue? {
        item.isEmpty ? nil : ["items": .object(item)]
    }

    private static let alternatives = ["allOf", "oneOf", "anyOf"]

    /// Whether a schema, after following references, is that of a text.
    static func isText(_ schema: LocatedValue) -> Bool {
        let words = schema.value.objectValue ?? JSONObject()
        return ExampleBuilder.type(words) == "string"
            && !alternatives.contains { words[$0] != nil }
    }

    /// Whether a schema describes the fields of an event, not the JSON in its data.
    private func isEvent(_ schema: LocatedValue) -> Bool {
        let names = schema["properties"]?.members.map(\.name) ?? []
        return names.contains("data")
            && names.allSatisfy { ["event", "data", "id", "retry"].contains($0) }
    }

    /// The schema of an event; a schema of JSON in its data becomes one of `value`.
    private mutating func event(
        _ schema: LocatedValue,
        depth: Int = 0
    ) throws(InterchangeError) -> JSONObject {
        let schema = try document.resolved(schema)
        guard var event = try schemas.schema(schema).objectValue else { return JSONObject() }
        // Alternatives can refer to the event itself.
        guard depth < 8 else { return event }
        for word in Self.alternatives where event[word]?.arrayValue != nil {
            var parts: [JSONValue] = []
            for part in schema[word]?.elements ?? [] {
                parts.append(.object(try self.event(part, depth: depth + 1)))
            }
            event[word] = .array(parts)
        }
        guard var properties = event["properties"]?.objectValue else { return event }
        if let data = schema["properties"]?["data"], let taken = properties["data"] {
            let data = try document.resolved(data)
            if let content = data["contentSchema"] {
                properties["value"] = try schemas.schema(content)
            } else if !Self.isText(data) {
                properties["value"] = taken
                properties["data"] = nil
            }
            if properties["value"] != nil, let names = event["required"]?.arrayValue {
                event["required"] = .array(names.map { $0 == "data" ? "value" : $0 })
            }
        }
        if event["additionalProperties"] == false {
            // Checks see these members, whatever the server sends.
            for name in ["event", "data", "id", "retry", "value"] where properties[name] == nil {
                properties[name] = true
            }
        }
        event["properties"] = .object(properties)
        return event
    }
}
