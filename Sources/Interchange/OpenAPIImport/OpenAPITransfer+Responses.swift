import JSON

extension OpenAPITransfer {
    /// Adds the responses of an operation: successes as responses, failures as promises.
    ///
    /// A response to HEAD has no content, whatever the document shows for it (RFC 9110, section 9.3.2).
    mutating func addResponses(
        _ operation: LocatedValue,
        isHead: Bool,
        to draft: inout ContractDraft.Operation
    ) throws(InterchangeError) {
        let responses = (operation["responses"]?.members ?? []).filter { !$0.name.hasPrefix("x-") }
        let hasSuccess = responses.contains { Self.isSuccess($0.name) }
        var seen: Set<String> = []
        for (status, response) in responses {
            guard let spelling = Self.spelling(status) else {
                throw document.error(
                    at: response.pointer,
                    expected: "a status such as 200, 4XX or default",
                    found: "\"\(status)\""
                )
            }
            guard seen.insert(spelling).inserted else {
                draft.comment.append("\(status) was left out: \(spelling) is listed before.")
                continue
            }
            if status.hasPrefix("1") {
                draft.comment.append("\(status) was left out: another response follows it.")
                continue
            }
            let resolved = try document.resolved(response)
            let content = isHead ? [] : resolved["content"]?.members ?? []
            // In addition to successes, `default` stands for the failures that are not listed.
            if Self.isSuccess(status) || status == "default" && !hasSuccess {
                draft.responses.append(try self.response(spelling, resolved, content))
            } else {
                draft.promises.append(
                    try promise(spelling, resolved, content, response.pointer)
                )
            }
        }
        if draft.responses.isEmpty {
            let comment = "FILL IN its successful response: the document lists none."
            draft.responses = [ContractDraft.Response(status: "2XX", comment: [comment])]
        }
    }

    /// Whether a status in a document's form is a success.
    static func isSuccess(_ status: String) -> Bool {
        status.hasPrefix("2") || status.hasPrefix("3")
    }

    /// The status in the form of a contract; `nil` for an invalid one.
    private static func spelling(_ status: String) -> String? {
        if status == "default" { return status }
        if let number = Int(status), (100...599).contains(number) { return status }
        let upper = status.uppercased()
        let isRange = upper.utf8.count == 3 && upper.hasSuffix("XX")
        return isRange && ("1"..."5").contains(upper.prefix(1)) ? upper : nil
    }

    /// The media type of a response whose schema is checked: the first JSON, else an event stream, else any type
    /// whose value is not a text.
    static func judged(
        _ content: [(name: String, value: LocatedValue)],
        in document: OpenAPIDocument
    ) throws(InterchangeError) -> (name: String, media: LocatedValue)? {
        if let (name, media) = content.first(where: { MediaType.isJSON($0.name) }) {
            return (name, media)
        }
        if let (name, media) = content.first(where: { MediaType.isEventStream($0.name) }) {
            return (name, media)
        }
        for (name, media) in content where name.contains("*") {
            guard let schema = media["schema"] else { continue }
            let words = try document.resolved(schema).value.objectValue ?? JSONObject()
            if ExampleBuilder.type(words) != "string" { return (name, media) }
        }
        return nil
    }

    private mutating func response(
        _ status: String,
        _ response: LocatedValue,
        _ content: [(name: String, value: LocatedValue)]
    ) throws(InterchangeError) -> ContractDraft.Response {
        var draft = ContractDraft.Response(status: status)
        if let (name, media) = try Self.judged(content, in: document) {
            let isStream = MediaType.isEventStream(name)
            draft.events = isStream ? [:] : nil
            draft.schema = isStream ? try eventSchema(of: media) : try schema(of: media)
            draft.examples = isStream ? try shownEvents(of: media) : try examples(of: media)
        }
        // `events` checks the media type too.
        if draft.events == nil { draft.asserts += try mediaTypes(of: content) }
        for (name, header) in response["headers"]?.members ?? []
        where name.lowercased() != "content-type" {
            let header = try document.resolved(header)
            guard header.value["required"]?.boolValue == true else { continue }
            draft.asserts.append(["header": .string(LiteralText.apart(name)), "exists": true])
        }
        return draft
    }

    /// The check of a response's media type.
    ///
    /// It must be the one with the checked schema, or else one of those in the document; of several JSON types it
    /// must be one of them.
    private func mediaTypes(
        of content: [(name: String, value: LocatedValue)]
    ) throws(InterchangeError) -> [JSONValue] {
        let judged = try Self.judged(content, in: document)?.name
        let types = content.map(\.name).filter { type in
            judged.map { MediaType.isJSON(type) == MediaType.isJSON($0) } ?? true
        }
        var starts: [String] = []
        for type in types {
            // `text/*` and the like; `*/*` needs no check.
            let name = MediaType.name(type)
            let start = String(name.prefix { $0 != "*" })
            guard start.contains("/") else { return [] }
            if !starts.contains(start) { starts.append(start) }
        }
        guard let first = starts.first else { return [] }
        let forms = starts.map { start -> JSONValue in
            ["startsWith": .string(LiteralText.literal(start))]
        }
        if forms.count > 1 { return [["header": "Content-Type", "anyOf": .array(forms)]] }
        return [["header": "Content-Type", "startsWith": .string(LiteralText.literal(first))]]
    }

    /// The schema of a message; `nil` for one that allows everything.
    private mutating func schema(
        of media: LocatedValue
    ) throws(InterchangeError) -> JSONValue? {
        guard let schema = media["schema"] else { return nil }
        let taken = try schemas.schema(schema)
        if taken.objectValue?.isEmpty == true { return nil }
        return taken
    }

    /// The examples of a message besides its schema.
    func examples(of media: LocatedValue) throws(InterchangeError) -> [JSONValue] {
        var examples = [media.value["example"]]
        for example in media["examples"]?.members ?? [] {
            examples.append(try document.resolved(example.value).value["value"])
        }
        return examples.compactMap(\.self)
    }

    private mutating func promise(
        _ status: String,
        _ response: LocatedValue,
        _ content: [(name: String, value: LocatedValue)],
        _ place: JSONPointer
    ) throws(InterchangeError) -> ContractDraft.Promise {
        let summary = response.text("description").flatMap(Prose.summary)
        contract.addErrorRow(status, summary: summary, doc: doc(place))
        let judged = try Self.judged(content, in: document)
        var draft = ContractDraft.Promise(
            name: status,
            summary: summary,
            error: status,
            doc: doc(place)
        )
        if let (name, media) = judged, !MediaType.isEventStream(name) {
            draft.schema = try schema(of: media)
            draft.examples = try examples(of: media)
        }
        draft.asserts = try mediaTypes(of: content)
        return draft
    }
}
