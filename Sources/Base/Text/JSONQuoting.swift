/// Quotes text as a JSON string (RFC 8259, section 7), with as few escapes as possible.
package enum JSONQuoting {
    /// The complete string, or its first `maximumLength` characters and its full length.
    package static func quoted(_ text: String, maximumLength: Int) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        let whole = String(decoding: bytes, as: UTF8.self)
        guard let beginning = ShownText.beginning(of: whole, length: maximumLength) else {
            return whole
        }
        let length = Count.grouped(text.unicodeScalars.count, "character")
        return "\(beginning)…\" (\(length))"
    }

    /// Writes the text between quotation marks.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += "\\u\(Hex.text(of: byte, digits: 4))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
