import Contract
import JSON

/// Reads the `listeners` of a contract or of a case: servers that the tool plays.
struct ListenerDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var requests: RequestDecoder { RequestDecoder(context: context) }

    /// Reads `listeners: { apns: { respond: { status: 200 } } }`.
    func listeners(_ node: YAMLNode?) -> [String: Listener] {
        let entries = node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []
        return Dictionary(entries.compactMap(listener).map { ($0.name, $0) }) { first, _ in first }
    }

    private func listener(_ entry: NamedValue<YAMLNode>) -> Listener? {
        context.reserve(entry.name, at: entry.key)
        let subject = "listener \(Excerpt.quoted(entry.name))"
        guard let reader = MappingReader(entry.value, of: subject, diagnostics) else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        let summary = reader.optional("summary", as: .string)
        let answers = self.answers(reader.optional("respond"))
        return Listener(
            name: entry.name,
            summary: summary,
            answers: answers.isEmpty ? [Self.success(at: entry.key.location)] : answers,
            location: entry.key.location
        )
    }

    /// What a listener answers that does not say so.
    private static func success(at location: SourceLocation) -> ListenerAnswer {
        let content = RequestTemplate(sections: [], location: location)
        return ListenerAnswer(status: 200, content: content, location: location)
    }

    /// One answer, or a list of them, of which the last is for all further requests.
    private func answers(_ node: YAMLNode?) -> [ListenerAnswer] {
        guard let node else { return [] }
        if let elements = node.elements, elements.isEmpty {
            diagnostics.error("a listener has at least one answer", at: node)
        }
        return (node.elements ?? [node]).compactMap(answer)
    }

    private func answer(_ node: YAMLNode) -> ListenerAnswer? {
        guard let reader = MappingReader(node, of: "an answer", diagnostics) else { return nil }
        defer { reader.finish() }
        return ListenerAnswer(
            status: reader.optional("status", as: .integer(in: 200...599), default: 200),
            content: content(reader),
            delay: reader.optional("delay", as: .duration, default: .zero),
            location: node.location
        )
    }

    private func content(_ reader: MappingReader) -> RequestTemplate {
        let sections = ["headers"] + Self.bodySections
        var content = RequestTemplate(
            sections: sections.compactMap { name in
                reader.optional(name).map { .init(name: name, value: requests.section(name, $0)) }
            },
            location: reader.node.location
        )
        requests.refuseSecondBody(reader, Self.bodySections, of: "an answer")
        if let type = content.defaultContentType {
            let value = TemplateValue.constant(.string(type))
            content.addHeaders([.init(name: "Content-Type", value: value)], replacing: false)
        }
        return content
    }

    private static let bodySections = ["json", "form", "text", "file"]
}
