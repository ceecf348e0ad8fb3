import Contract

/// Reads the text of a contract file into a tree of nodes.
package enum YAMLDocument {
    /// Larger files are refused, unread.
    package static let maximumBytes = 8 * 1024 * 1024

    /// Parses one YAML document.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: The path as it is shown to the user.
    /// - Returns: The root node, of any kind.
    /// - Throws: Everything that is wrong with the text as YAML, not only the first error.
    package static func parse(
        _ bytes: [UInt8],
        file: String
    ) throws(DiagnosticList) -> YAMLNode {
        try parse(SourceText(file: file, bytes: bytes))
    }

    /// Parses one YAML document; otherwise like `parse(_:file:)`.
    package static func parse(_ source: SourceText) throws(DiagnosticList) -> YAMLNode {
        var builder = YAMLTreeBuilder(source)
        let events = YAMLEvents(source.bytes)
        do throws(YAMLSyntaxError) {
            reading: while !builder.isStopped {
                let event = try events.next()
                builder.take(event)
                if case .streamEnd = event.kind { break reading }
            }
        } catch {
            let place = source.location(ofCharacter: error.index)
            throw DiagnosticList(builder.diagnostics + [Diagnostic(error.problem, at: place)])
        }
        if !builder.diagnostics.isEmpty { throw DiagnosticList(builder.diagnostics) }
        guard let root = builder.root else {
            let message = "the file is empty; a contract begins with `contract: \"1\"`"
            let place = SourceLocation(file: source.file, line: 1, column: 1)
            throw DiagnosticList([Diagnostic(message, at: place)])
        }
        return root
    }
}
