import Contract
import JSON
import RegularExpressions

/// Reads the error catalogue.
struct ErrorDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func errors(_ entries: [NamedValue<YAMLNode>]?) -> [ErrorEntry] {
        (entries ?? []).compactMap(entry)
    }

    private func entry(_ entry: NamedValue<YAMLNode>) -> ErrorEntry? {
        let id = entry.name
        let subject = "error \(Excerpt.quoted(id))"
        guard let reader = KeyReader(entry.value, of: subject, ErrorEntryKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        context.checkIdentifier(
            entry,
            "an error",
            hint: "write its text as the message: "
                + "\(Self.code(of: entry.name)): { status: 422, message: "
                + "\(YAMLQuotes.quoted(entry.name)) }"
        )
        let facts = context.facts(id, entry.key, reader.part(\.facts))
        let messageBasis = reader[\.messageBasis] ?? facts.basis
        return ErrorEntry(
            facts,
            statuses: statuses(reader),
            code: code(reader[\.code], id),
            message: reader[\.message],
            messageBasis: max(facts.basis, messageBasis),
            signed: ExpectationDecoder.signed(reader[\.signed], diagnostics)
        )
    }

    /// A name for an error that is given as a text: `Text is missing` becomes `TEXT_IS_MISSING`.
    private static func code(of text: String) -> String {
        let words = text.uppercased().split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "CODE" : words.prefix(6).joined(separator: "_")
    }

    /// `status: 400` or `status: [400, 422]`.
    private func statuses(_ reader: KeyReader<ErrorEntryKeys>) -> [Int] {
        guard let statuses = reader[\.status] else { return [] }
        if statuses.isEmpty, let entry = reader.entry(\.status) {
            diagnostics.mismatch("a status, or a list of at least one", at: entry.value)
        }
        return statuses
    }

    /// `code: "1"`, `code: none` or `code: { matches: REGEX }`; by default the row's own name, or none
    /// where the contract does not say where a failure has its code.
    private func code(_ node: YAMLNode?, _ id: String) -> ErrorEntry.Code {
        guard let node else {
            let hasCodes = context.contract.failure.map { $0.code != nil } ?? true
            return hasCodes ? .exactly(id) : .none
        }
        guard node.entries != nil else {
            guard let text = node.text, !node.isNull else {
                diagnostics.mismatch("a code, none or { matches: … }", at: node)
                return .none
            }
            return text == "none" ? .none : .exactly(text)
        }
        guard let reader = KeyReader(node, of: "a code", CodePatternKeys.self, diagnostics) else {
            return .none
        }
        defer { reader.finish() }
        guard let pattern = reader[\.matches], let place = reader.entry(\.matches)?.value
        else { return .none }
        do {
            return .matching(try RegularExpression(ecma: pattern))
        } catch {
            diagnostics.error("\(error)", at: place)
            return .none
        }
    }
}
