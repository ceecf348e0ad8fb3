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
        let place = Self.credentials(of: characters, at: tokens)
        characters[place] = characters[place] == "A" ? "B" : "A"
        var flipped = String.UnicodeScalarView()
        flipped.append(contentsOf: characters)
        try set(.constant(.string(String(flipped))), at: tokens)
    }

    /// The position of the credentials.
    ///
    /// In `Authorization` they follow the scheme, or the name of the signature (RFC 9110, section 11.4). A server that looks at the scheme only must not look as if it looked at them.
    private static func credentials(
        of characters: [Unicode.Scalar],
        at tokens: [String]
    ) -> Int {
        let fields = ["authorization", "proxy-authorization"]
        guard tokens.count == 2, tokens[0] == "headers", fields.contains(tokens[1].lowercased()),
            let space = characters.firstIndex(of: " "), space + 1 < characters.count
        else { return 0 }
        let rest = characters[(space + 1)...].map { $0.properties.lowercaseMapping }
        for name in ["signature=", "response="] {
            guard let found = rest.firstRange(of: name.map(String.init)) else { continue }
            let start = space + 1 + found.upperBound
            let value = start + (start < characters.count && characters[start] == "\"" ? 1 : 0)
            return value < characters.count ? value : space + 1
        }
        return space + 1
    }
}
