import Contract

/// A contract, profile or inventory in the one layout that such files have.
package enum FormattedFile {
    /// What became of a file.
    package enum Outcome: Equatable, Sendable {
        /// It is laid out that way.
        case same
        case changed([UInt8])
        /// The layout is not known to leave it as it is; why.
        case leftAlone(String)
    }

    /// Lays a file out, and makes sure that it still says the same.
    ///
    /// - Parameter source: The file.
    /// - Returns: What became of it.
    /// - Throws: What is wrong with the text as YAML.
    package static func outcome(of source: SourceText) throws(DiagnosticList) -> Outcome {
        let before = try YAMLDocument.parse(source)
        let bytes = YAMLLayout.bytes(of: source.bytes)
        guard bytes != source.bytes else { return .same }
        guard words(of: bytes) == words(of: source.bytes) else {
            return .leftAlone("more than white space would change")
        }
        let after: YAMLNode
        do {
            after = try YAMLDocument.parse(SourceText(file: source.file, bytes: bytes))
        } catch {
            return .leftAlone("it would no longer be YAML: \(error)")
        }
        if let place = difference(before, after) {
            return .leftAlone("line \(place.location.line): another text would stand there")
        }
        guard YAMLLayout.bytes(of: bytes) == bytes else {
            return .leftAlone("its layout would change each time")
        }
        return .changed(bytes)
    }

    /// Everything but white space: comments too.
    private static func words(of bytes: [UInt8]) -> [UInt8] {
        bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// The first node that is another; `nil` when all are the same.
    private static func difference(_ one: YAMLNode, _ other: YAMLNode) -> YAMLNode? {
        switch (one.content, other.content) {
        case (.scalar(let text, let isPlain), .scalar(let otherText, let otherPlain)):
            return text.utf8.elementsEqual(otherText.utf8) && isPlain == otherPlain ? nil : one
        case (.sequence(let elements), .sequence(let others)):
            guard elements.count == others.count else { return one }
            return zip(elements, others).lazy.compactMap(difference).first
        case (.mapping(let entries), .mapping(let others)):
            guard entries.count == others.count else { return one }
            return zip(entries, others).lazy.compactMap { entry, other in
                difference(entry.key, other.key) ?? difference(entry.value, other.value)
            }.first
        default: return one
        }
    }
}
