package import Contract
package import JSON

/// A part of a document that its contract does not express, so that the comparison does not see it.
package struct UncomparedPart: Sendable {
    /// The place in the document.
    package var pointer: JSONPointer
    /// What the part is about.
    package var subject: ContractChange.Subject
    /// Why the contract does not express it.
    package var reason: String
    /// The part itself; `nil` if it is in another file.
    package var value: JSONValue?
    /// The place in the text; `nil` if unknown.
    package var location: SourceLocation?

    package init(
        _ pointer: JSONPointer,
        of subject: ContractChange.Subject,
        reason: String,
        value: JSONValue?,
        location: SourceLocation?
    ) {
        self.pointer = pointer
        self.subject = subject
        self.reason = reason
        self.value = value
        self.location = location
    }

    /// A note for every part that only one document has, or that differs.
    ///
    /// - Parameters:
    ///   - old: The parts of the old document.
    ///   - new: The parts of the new one.
    /// - Returns: The notes, in the order of the parts.
    package static func notes(
        from old: [UncomparedPart],
        to new: [UncomparedPart]
    ) -> [ContractChange] {
        var (gone, added) = ([UncomparedPart](), new)
        for part in old {
            if let index = added.firstIndex(where: { $0.content == part.content }) {
                added.remove(at: index)
            } else {
                gone.append(part)
            }
        }
        var notes: [ContractChange] = []
        for part in gone {
            let index = added.firstIndex { $0.place == part.place }
            let successor = index.map { added.remove(at: $0) }
            let verb = successor == nil ? "was removed" : "changed"
            notes.append(part.note(verb, old: part.location, new: successor?.location))
        }
        return notes + added.map { $0.note("was added", old: nil, new: $0.location) }
    }

    private func note(
        _ verb: String,
        old: SourceLocation?,
        new: SourceLocation?
    ) -> ContractChange {
        let tokens = subject == .service ? pointer.tokens : Array(pointer.tokens.dropFirst(3))
        let name = JSONPointer(tokens: tokens).description.dropFirst()
        return ContractChange(
            .note,
            .notCompared,
            of: subject,
            "\(name) \(verb); not compared: \(reason)",
            old: old,
            new: new
        )
    }

    /// The place without positions in lists; names of header fields have no case.
    private var place: [String] {
        zip(pointer.tokens, [""] + pointer.tokens).compactMap { token, parent in
            if JSONPointer.index(token) != nil { return nil }
            return parent == "headers" ? token.lowercased() : token
        }
    }

    /// What makes two parts the same, wherever they are in lists, and whether or not a reference leads to them.
    private var content: Content { Content(name: place.last, reason: reason, value: value) }

    private struct Content: Hashable {
        let name: String?
        let reason: String
        let value: JSONValue?
    }
}
