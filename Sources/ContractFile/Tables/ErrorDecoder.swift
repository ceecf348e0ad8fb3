import Contract
import JSON

/// Reads the error catalogue.
struct ErrorDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func errors(_ node: YAMLNode?) -> [ErrorEntry] {
        (node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []).compactMap(entry)
    }

    private func entry(_ entry: NamedValue<YAMLNode>) -> ErrorEntry? {
        let id = entry.name
        let subject = "error \(Excerpt.quoted(id))"
        guard let reader = MappingReader(entry.value, of: subject, diagnostics) else { return nil }
        defer { reader.finish() }
        context.checkIdentifier(entry, "an error")
        let facts = context.facts(id, entry.key, reader)
        let messageBasis: Basis = reader.optional(
            "messageBasis",
            as: .choice,
            default: facts.basis
        )
        return ErrorEntry(
            facts,
            status: reader.optional("status", as: .integer(in: 100...599)),
            code: code(reader.optional("code"), id),
            message: reader.optional("message", as: .string),
            messageBasis: max(facts.basis, messageBasis),
            signed: ExpectationDecoder.signed(reader.optional("signed"), diagnostics)
        )
    }

    /// `code: "1"`, `code: none` or `code: { matches: REGEX }`; the row's own name by default.
    private func code(_ node: YAMLNode?, _ id: String) -> ErrorEntry.Code {
        guard let node else { return .exactly(id) }
        guard node.entries != nil else {
            guard let text = node.text, !node.isNull else {
                diagnostics.mismatch("a code, none or { matches: … }", at: node)
                return .none
            }
            return text == "none" ? .none : .exactly(text)
        }
        guard let reader = MappingReader(node, of: "a code", diagnostics) else { return .none }
        defer { reader.finish() }
        guard let place = reader.required("matches"),
            let pattern = place.decoded(as: .string, diagnostics)
        else { return .none }
        do {
            return .matching(try RegularExpression(ecma: pattern))
        } catch {
            diagnostics.error("\(error)", at: place)
            return .none
        }
    }
}
