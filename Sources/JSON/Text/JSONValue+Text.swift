import Base

extension JSONValue {
    /// The value as JSON text on one line, without spaces.
    package var text: String { String(decoding: textBytes, as: UTF8.self) }

    /// The UTF-8 bytes of `text`.
    package var textBytes: [UInt8] {
        var writer = JSONWriter(indent: nil)
        writer.write(self)
        return writer.bytes
    }

    /// The value as JSON text with one member or element a line, without a line end at the end.
    ///
    /// - Parameter indent: Spaces per level.
    /// - Returns: The text.
    package func prettyText(indent: Int = 2) -> String {
        precondition(indent >= 0, "indent \(indent)")
        var writer = JSONWriter(indent: indent)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The value as JSON text for a message, cut when it is long: `"abc…" (12,345 characters)`,
    /// `[1,2… (40 elements)`.
    ///
    /// - Parameter maximumLength: How many characters of text are shown before it is cut.
    /// - Returns: The whole text, or its beginning and how much the whole has.
    package func text(maximumLength: Int) -> String {
        let size: String
        switch self {
        case .null, .bool, .number: return text
        case .string(let text): return JSONQuoting.quoted(text, maximumLength: maximumLength)
        case .array(let elements): size = Count.grouped(elements.count, "element")
        case .object(let object): size = Count.grouped(object.count, "member")
        }
        let whole = text
        return ShownText.beginning(of: whole, length: maximumLength).map { "\($0)… (\(size))" }
            ?? whole
    }
}

extension JSONValue: CustomStringConvertible {
    package var description: String { text }
}
