package import JSON

/// A change to a request document: before signing (`set`, `unset`) or after (`tamper`).
package struct RequestEdit: Equatable, Sendable {
    /// The action of an edit at its place.
    package enum Action: Equatable, Sendable {
        case set(TemplateValue)
        case unset
        /// Changes one character of a text, so that it stays well-formed and becomes wrong.
        case flip
    }

    package let pointer: JSONPointer
    package let action: Action
    package let location: SourceLocation

    package init(pointer: JSONPointer, action: Action, location: SourceLocation) {
        self.pointer = pointer
        self.action = action
        self.location = location
    }
}

extension RequestTemplate {
    /// Applies an edit; the message of an error has its place in the file.
    package mutating func apply(_ edit: RequestEdit) throws(TemplateError) {
        do {
            switch edit.action {
            case .set(let value): try set(value, at: edit.pointer.tokens)
            case .unset: try unset(at: edit.pointer.tokens)
            case .flip: try flip(at: edit.pointer.tokens)
            }
        } catch {
            throw TemplateError("\(edit.pointer): \(error.reason)", at: edit.location)
        }
    }

    private mutating func flip(at tokens: [String]) throws(TemplateError) {
        let value = document.value(at: canonical(tokens)[...])
        guard let text = value?.constantValue?.stringValue, !text.isEmpty else {
            throw TemplateError("\"flip\" expects a text there, with at least one character")
        }
        var characters = Array(text.unicodeScalars)
        // The first character: in Base64 the last one can contain unused bits.
        characters[0] = characters[0] == "A" ? "B" : "A"
        var flipped = String.UnicodeScalarView()
        flipped.append(contentsOf: characters)
        try set(.constant(.string(String(flipped))), at: tokens)
    }
}
