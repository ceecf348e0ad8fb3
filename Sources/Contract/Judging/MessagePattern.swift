/// The text of an error message, some of whose words are not known.
struct MessagePattern {
    /// Between two of them stands any text of at least one character.
    private let pieces: [String]
    let description: String

    /// The message a catalogue row and the mention of it ask for; `nil` when they ask for none.
    init?(
        _ expected: ExpectedError,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        var text: String
        switch expected.reference.message {
        case .verbatim(let template):
            text = try evaluator.text(of: template)
            self.init(pieces: [text], description: text)
            return
        case .arguments(let arguments):
            guard let message = expected.entry.message else { return nil }
            text = message
            for (position, argument) in arguments.enumerated() {
                let value = try evaluator.value(of: argument).scalarText
                text = text.replacing("{\(position)}", with: value)
            }
        case nil:
            guard let message = expected.entry.message else { return nil }
            text = message
        }
        self.init(text)
    }

    /// A text with `{0}`, `{1}` … for what is not known.
    init(_ text: String) {
        var pieces: [String] = []
        var piece = ""
        var rest = text[...]
        while let character = rest.first {
            if character == "{", let end = rest.firstIndex(of: "}"),
                Int(rest[rest.index(after: rest.startIndex)..<end]) != nil
            {
                pieces.append(piece)
                piece = ""
                rest = rest[rest.index(after: end)...]
            } else {
                piece.append(character)
                rest = rest.dropFirst()
            }
        }
        self.init(pieces: pieces + [piece], description: text)
    }

    private init(pieces: [String], description: String) {
        self.pieces = pieces
        self.description = description
    }

    /// Whether a message reads like this.
    func accepts(_ message: String) -> Bool {
        guard pieces.count > 1 else { return message == description }
        guard let first = pieces.first, let last = pieces.last, message.hasPrefix(first) else {
            return false
        }
        var rest = message.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() {
            guard let found = rest.dropFirst().firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count > last.count && rest.hasSuffix(last)
    }
}
