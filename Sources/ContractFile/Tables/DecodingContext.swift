import Base
import Contract
import JSON
import Platform

/// What the decoders of one file share: where faults go, and which names there are.
struct DecodingContext {
    let file: String
    let session: ReadingSession
    /// Everything read so far, tables of used files included.
    @Box var contract: ContractDocument
    /// The tables by name, as far as they were complete when it was made.
    @Box var index: ContractIndex
    /// The `schemas` table, of used files too.
    var schemas = SchemaTable()
    /// Where each entry of each table is defined, in used files too.
    @Box var places = TablePlaces()
    /// What asserts may ask of a client here; `nil` where there is none.
    var clientScope: ClientScope?
    /// The `groups` table, of used files too.
    var groups: [String: StepGroup] = [:]
    /// Whether all tables could be read; if not, an undefined name is not an error.
    var isComplete = true
    /// Why the file could not be read at all.
    var unreadable: String?

    init(file: String, session: ReadingSession) {
        self.file = file
        self.session = session
        let contract = ContractDocument(file: file)
        self.contract = contract
        index = ContractIndex(contract)
    }
}

/// The names that asserts about a client may use.
struct ClientScope {
    let state: [String]
    /// `nil` where no call is known whose arguments could be meant.
    var arguments: [String]?
    /// Whether a request is about to be sent, so that `request: url` asks about that.
    var isBeforeRequest = false
    /// Whether the call has ended, so that its result and its requests can be asked for.
    var isAfterCall = false

    /// Whether a query about a client can be asked.
    func allows(_ name: String) -> Bool {
        switch name {
        case "state": true
        case "argument": arguments != nil
        case "request": isBeforeRequest || isAfterCall
        default: isAfterCall
        }
    }
}

extension DecodingContext {
    var diagnostics: Diagnostics { session.diagnostics }

    /// The same tables where asserts may ask about a client.
    func inClient(
        arguments: [String]? = nil,
        isBeforeRequest: Bool = false,
        isAfterCall: Bool = false
    ) -> DecodingContext {
        var context = self
        context.clientScope = ClientScope(
            state: contract.client?.state.map(\.name) ?? [],
            arguments: arguments,
            isBeforeRequest: isBeforeRequest,
            isAfterCall: isAfterCall
        )
        return context
    }

    /// Values elsewhere, in which only what can be no data is computed.
    var values: TemplateDecoder { TemplateDecoder(diagnostics: diagnostics) }

    /// Values in `let`, `form` and `query`, where every expression is computed.
    var expressions: TemplateDecoder {
        TemplateDecoder(diagnostics: diagnostics, allowsExpressions: true) { node in
            if clientScope == nil {
                diagnostics.error(
                    "a condition requires a call of a client",
                    at: node
                )
                return nil
            }
            return ExpectationDecoder(context: self).assertion(node)
        }
    }

    /// A path taken from the folder of this file.
    func path(of name: String) -> String {
        FilePath.joined(FilePath.folder(of: file), name)
    }

    /// Where to point when a text came from nowhere in particular.
    var start: SourceLocation { SourceLocation(file: file, line: 1, column: 1) }
}

// MARK: - Names

extension DecodingContext {
    /// Reports a name that is not in a table, with the nearest one that is.
    func reportUnknown(_ kind: String, _ name: String, among known: [String], at node: YAMLNode) {
        guard isComplete else { return }
        diagnostics.error(
            "unknown \(kind) \(Excerpt.quoted(name))",
            at: node,
            hint: hint(for: name, among: known)
        )
    }

    private func hint(for name: String, among known: [String]) -> String? {
        // Long lists are not read, and the search would be slow for many wrong names.
        guard diagnostics.list.count < 500 else { return nil }
        if known.isEmpty { return "there is none" }
        return Diagnostics.suggestion(for: name, among: known) ?? "known: "
            + Words.list(known, limit: 12)
    }

    /// Names that the tool defines itself while it signs or repeats.
    static let ownNames = [
        "request", "response", "parameters", "stringToSign", "index", Listener.scopeName,
    ]

    /// Reports a name that templates could not refer to.
    func reserve(_ name: String, at node: YAMLNode) {
        let quoted = Excerpt.quoted(name)
        if TemplateFunction.names.contains(name) {
            diagnostics.error(
                "\(quoted) is a function of templates and cannot name a value",
                at: node
            )
        } else if Self.ownNames.contains(name) {
            diagnostics.error("\(quoted) is a name of the tool's own", at: node)
        } else if name.isEmpty || name.contains(where: { " .'{}".contains($0) }) {
            diagnostics.error(
                "\(quoted) cannot name a value: no spaces, dots, quotes or braces",
                at: node
            )
        }
    }

    /// Reports a name of an operation, a promise or a case that would be ambiguous in
    /// identifiers and reports.
    func checkIdentifier(
        _ entry: NamedValue<YAMLNode>,
        _ kind: String,
        hint: String? = nil
    ) {
        let name = entry.name
        guard name.isEmpty || name.contains(where: { "[]/*".contains($0) || $0.isWhitespace })
        else { return }
        diagnostics.error(
            "\(Excerpt.quoted(name)) cannot name \(kind): no brackets, \"/\", \"*\" or spaces",
            at: entry.key,
            hint: hint
        )
    }
}

// MARK: - Small things that many tables have

extension DecodingContext {
    /// A pointer to a document: its key must be in `docs`.
    func doc(_ node: YAMLNode?) -> String? {
        guard let node else { return nil }
        guard let text = node.stringValue else {
            diagnostics.mismatch("a pointer such as \"objc#Heading\"", at: node)
            return nil
        }
        let key = String(text.prefix { $0 != "#" })
        if contract.documents[key] == nil {
            reportUnknown("document", key, among: contract.documents.keys.sorted(), at: node)
        }
        return text
    }

    /// Reads what every row of coverage can say of itself.
    func facts(_ id: String, _ key: YAMLNode, _ reader: KeyReader<FactKeys>) -> PromiseFacts {
        PromiseFacts(
            id: id,
            location: key.location,
            doc: doc(reader[\.doc]),
            summary: reader[\.summary],
            basis: reader[\.basis],
            waiver: waiver(reader[\.waived]),
            untestable: reader[\.untestable],
            noDefect: reader[\.noDefect]
        )
    }

    /// Reads `waived: { reason, until }`, or the reason alone.
    func waiver(_ node: YAMLNode?) -> Waiver? {
        guard let node else { return nil }
        guard node.entries != nil else {
            let reason = node.decoded(as: .filled("a reason, or { reason, until }"), diagnostics)
            return reason.map { Waiver(reason: $0, until: nil) }
        }
        guard let reader = KeyReader(node, of: "a waiver", WaiverKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let until = reader[\.until].flatMap(day)
        guard let reason = reader[\.reason] else { return nil }
        return Waiver(reason: reason, until: until)
    }

    /// Reads the last day of a waiver, and warns if it is over.
    func day(_ node: YAMLNode) -> String? {
        guard let text = node.stringValue, Self.isDay(text) else {
            diagnostics.mismatch("a day such as 2027-06-30", at: node)
            return nil
        }
        let now = Timestamp(seconds: MonotonicClock.wall / 1_000_000_000, nanoseconds: 0)
        if text < now.day {
            diagnostics.warning(
                "the waiver ended on \(text), so failures count",
                at: node,
                hint: "remove it, or set a later day"
            )
        }
        return text
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        return (1...12).contains(month) && (1...31).contains(day)
    }
}
