import Contract
import JSON

/// What the decoders of one file share: where faults go, and which names there are.
struct LoadingContext {
    let file: String
    let diagnostics: Diagnostics
    /// Reads the files a contract names.
    let files: any FileSource
    /// Everything read so far, tables of used files included.
    var contract: ContractDocument
    /// The `schemas` table, of used files too.
    var schemas: JSONObject = JSONObject()
    /// The identifiers of the error catalogue, known before its rows are read.
    var errorNames: [String] = []
    /// The files that requests send.
    let attachments = Attachments()
    /// The keys of the `docs` table.
    var documentKeys: [String] = []

    init(file: String, diagnostics: Diagnostics, files: any FileSource) {
        self.file = file
        self.diagnostics = diagnostics
        self.files = files
        contract = ContractDocument(file: file)
    }
}

extension LoadingContext {
    /// Values, without expressions.
    var values: TemplateDecoder { TemplateDecoder(diagnostics: diagnostics) }

    /// Values in `let`, `form` and `query`, where expressions are computed.
    var expressions: TemplateDecoder {
        TemplateDecoder(diagnostics: diagnostics, allowsExpressions: true)
    }

    /// Reports a name that is not in a table, with the nearest one that is.
    func reportUnknown(_ kind: String, _ name: String, among known: [String], at node: YAMLNode) {
        let near = NearestName.suggestion(for: name, among: known)
        let list = known.isEmpty ? "there is none" : "known: " + Self.list(known)
        diagnostics.report(
            Diagnostic(
                "unknown \(kind) \"\(name)\"",
                at: node.location,
                length: node.length,
                hint: near.map { "did you mean \"\($0)\"?" } ?? list
            )
        )
    }

    /// The first names of a table, and how many more there are.
    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(12).joined(separator: ", ")
        return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
    }

    /// A pointer to a document: its key must be in `docs`.
    func doc(_ node: YAMLNode?) -> String? {
        guard let node else { return nil }
        guard let text = node.stringValue else {
            diagnostics.error(
                "expected a pointer such as \"objc#Heading\", got \(node.kindAndValue)",
                at: node
            )
            return nil
        }
        let key = String(text.prefix { $0 != "#" })
        if !documentKeys.contains(key) {
            reportUnknown("document", key, among: documentKeys, at: node)
        }
        return text
    }

    /// Reads `waived: { reason, until }`.
    func waiver(_ node: YAMLNode?) -> Waiver? {
        guard let node else { return nil }
        if let reason = node.stringValue { return Waiver(reason: reason, until: nil) }
        guard let reader = MappingReader(node, of: "a waiver", diagnostics) else { return nil }
        let reason = reader.required("reason", as: .string) ?? ""
        let until = reader.optional("until", as: .string)
        if let until, !Self.isDay(until), let place = node["until"] {
            diagnostics.error("expected a day such as 2027-06-30, got \"\(until)\"", at: place)
        }
        reader.finish()
        return Waiver(reason: reason, until: until)
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [4, 2, 2]
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}

/// Reads the files that contracts name; a protocol so that tests need no disk.
package protocol FileSource: Sendable {
    /// The bytes of a file.
    ///
    /// - Parameter path: As written, taken from the folder of the file that names it.
    /// - Returns: All of it.
    /// - Throws: `FileSourceError` saying why it cannot be read.
    func read(_ path: String) throws(FileSourceError) -> [UInt8]
}

/// Why a file could not be read.
package struct FileSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// For example `no such file`.
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
}
