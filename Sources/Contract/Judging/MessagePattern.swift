import Base
import JSON

/// The text of an error message in which some words are unknown.
struct MessagePattern {
    /// Between two of them is any text of at least one character.
    private let pieces: [String]
    /// The text, with `{0}` for unknown words.
    let description: String

    /// The message that a catalogue row and its reference require; `nil` when they require none.
    init?(
        _ expected: ExpectedError,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        switch expected.reference.message {
        case .verbatim(let template):
            let text = try evaluator.text(of: template)
            self.init(pieces: [text], description: text)
        case .arguments(let arguments):
            guard let message = expected.entry.message else { return nil }
            var words: [String] = []
            for argument in arguments {
                words.append(try evaluator.value(of: argument).scalarText)
            }
            self.init(message, filledWith: words)
        case nil:
            guard let message = expected.entry.message else { return nil }
            self.init(message)
        }
    }

    /// A text with `{0}`, `{1}` … for words, of which the known ones are filled in.
    init(_ text: String, filledWith words: [String] = []) {
        var pieces = [""]
        var description = ""
        for part in Self.parts(of: text) {
            switch part {
            case .text(let text):
                pieces[pieces.count - 1] += text
                description += text
            case .word(let number) where number < words.count:
                pieces[pieces.count - 1] += words[number]
                description += words[number]
            case .word(let number):
                pieces.append("")
                description += "{\(number)}"
            }
        }
        self.init(pieces: pieces, description: description)
    }

    private init(pieces: [String], description: String) {
        self.pieces = pieces
        self.description = description
    }

    private enum Part {
        case text(String)
        /// `{0}`: a word, by its number.
        case word(Int)
    }

    /// Braces around anything except digits are text.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text.utf8[...]
        while let opening = rest.firstIndex(of: UInt8(ascii: "{")) {
            let digits = rest[rest.index(after: opening)...].prefix(while: \.isASCIIDigit)
            let closing = rest[digits.endIndex...].first
            if closing == UInt8(ascii: "}"), let number = Int(String(Substring(digits))) {
                parts.append(.text(String(Substring(rest[..<opening]))))
                parts.append(.word(number))
                rest = rest[digits.endIndex...].dropFirst()
            } else {
                parts.append(.text(String(Substring(rest[...opening]))))
                rest = rest[rest.index(after: opening)...]
            }
        }
        return parts + [.text(String(Substring(rest)))]
    }

    /// Whether a message matches, code point by code point.
    func accepts(_ message: String) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return message.hasSameCodePoints(as: description)
        }
        guard message.utf8.starts(with: first.utf8) else { return false }
        var rest = message.utf8.dropFirst(first.utf8.count)
        for piece in pieces.dropFirst().dropLast() {
            guard !rest.isEmpty, let found = rest.dropFirst().firstRange(of: piece.utf8) else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return rest.count > last.utf8.count
            && rest.suffix(last.utf8.count).elementsEqual(last.utf8)
    }
}
