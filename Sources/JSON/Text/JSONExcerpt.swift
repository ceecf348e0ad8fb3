import Base

/// The JSON text of a value, cut for a person to read.
///
/// The writer stops at the limit, so an excerpt of a huge value costs no more than its own length.
package struct JSONExcerpt {
    /// About how many characters are shown.
    package static let length = 200

    private var text = ""
    private var room: Int

    private init(room: Int) {
        self.room = room
    }

    /// The text of `value`; a cut one ends in `…` and says how much there is:
    /// `"abc…" (12,345 characters)`, `[1,2… (40 elements)`.
    package static func text(of value: JSONValue, length: Int = Self.length) -> String {
        var excerpt = JSONExcerpt(room: length)
        excerpt.write(value)
        guard excerpt.room < 0 else { return excerpt.text }
        if ShownText.redaction != nil {
            var longer = JSONExcerpt(room: ShownText.look(length) + 1)
            longer.write(value)
            let cut = ShownText.beginning(of: longer.text, length: length)
            excerpt.text = cut ?? longer.text
        }
        return switch value {
        case .string(let text):
            "\(excerpt.text)…\" (\(Count.grouped(text.unicodeScalars.count, "character")))"
        case .array(let elements): "\(excerpt.text)… (\(Count.grouped(elements.count, "element")))"
        case .object(let object): "\(excerpt.text)… (\(Count.grouped(object.count, "member")))"
        case .null, .bool, .number: "\(excerpt.text)…"
        }
    }

    /// The bytes as a JSON string when they are UTF-8, else in hexadecimal.
    package static func text(of bytes: [UInt8], length: Int = Self.length) -> String {
        if let text = String(validating: bytes, as: UTF8.self) {
            return Self.text(of: .string(text), length: length)
        }
        let shown = bytes.prefix(length / 6)
        let rest = shown.count < bytes.count ? " …" : ""
        return "\(bytes.count) bytes that are not UTF-8: "
            + shown.map { Hex.text(of: $0, digits: 2) }.joined(separator: " ") + rest
    }
}

extension JSONExcerpt {
    private mutating func write(_ value: JSONValue) {
        guard room >= 0 else { return }
        switch value {
        case .null: append("null")
        case .bool(let truth): append(truth ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let string): write(string)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        append("[")
        for (position, element) in elements.enumerated() {
            guard room >= 0 else { return }
            if position > 0 { append(",") }
            write(element)
        }
        append("]")
    }

    private mutating func write(_ object: JSONObject) {
        append("{")
        for (position, member) in object.members.enumerated() {
            guard room >= 0 else { return }
            if position > 0 { append(",") }
            write(member.name)
            append(":")
            write(member.value)
        }
        append("}")
    }

    private mutating func write(_ string: String) {
        append("\"")
        for scalar in string.unicodeScalars {
            guard room > 0 else {
                room = -1
                return
            }
            append(Self.escaped(scalar))
        }
        append("\"")
    }

    /// Appends what fits whole; the first piece that does not fit ends the excerpt.
    private mutating func append(_ piece: String) {
        guard room >= 0 else { return }
        room -= piece.unicodeScalars.count
        // Closing marks may stand past the limit: cutting only them would save nothing.
        if room < 0, piece == "]" || piece == "}" || piece == "\"" { room = 0 }
        if room >= 0 { text += piece }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200B}"..."\u{200F}",
            "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{2069}", "\u{FEFF}":
            "\\u" + Hex.text(of: scalar.value, digits: 4)
        default: String(scalar)
        }
    }
}
