import Base

extension JSONReader {
    /// Reads a string, the position being at its opening quote.
    mutating func readString() throws(JSONTextError) -> String {
        let start = position + 1
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                position = index + 1
                return try text(in: start..<index)
            }
            if byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            index += 1
        }
        return try readStringWithEscapes(start: start, firstStop: index)
    }

    private mutating func readStringWithEscapes(
        start: Int,
        firstStop: Int
    ) throws(JSONTextError) -> String {
        unescaped.removeAll(keepingCapacity: true)
        var runStart = start
        position = firstStop
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                try appendRun(runStart..<position)
                position += 1
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try appendRun(runStart..<position)
                try readEscape()
                runStart = position
            case 0..<0x20:
                throw unexpected("control characters in a string to be escaped")
            default:
                position += 1
            }
        }
        throw unexpected("\"\\\"\" at the end of a string")
    }

    private mutating func appendRun(_ range: Range<Int>) throws(JSONTextError) {
        guard !range.isEmpty else { return }
        _ = try text(in: range)
        unescaped.append(contentsOf: bytes[range])
    }

    /// The bytes as text, refused where they are not UTF-8.
    private func text(in range: Range<Int>) throws(JSONTextError) -> String {
        if let text = String(validating: bytes[range], as: UTF8.self) { return text }
        throw invalidUTF8(in: range)
    }

    private mutating func readEscape() throws(JSONTextError) {
        position += 1
        let simple: UInt8
        switch peek() {
        case UInt8(ascii: "\""): simple = UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): simple = UInt8(ascii: "\\")
        case UInt8(ascii: "/"): simple = UInt8(ascii: "/")
        case UInt8(ascii: "b"): simple = 0x08
        case UInt8(ascii: "f"): simple = 0x0C
        case UInt8(ascii: "n"): simple = 0x0A
        case UInt8(ascii: "r"): simple = 0x0D
        case UInt8(ascii: "t"): simple = 0x09
        case UInt8(ascii: "u"):
            let scalar = try readUnicodeEscape()
            unescaped.append(contentsOf: scalar.utf8)
            return
        default:
            throw unexpected("one of \" \\ / b f n r t u after \"\\\"")
        }
        unescaped.append(simple)
        position += 1
    }

    /// Reads `uXXXX`, or the two escapes of a surrogate pair.
    private mutating func readUnicodeEscape() throws(JSONTextError) -> Unicode.Scalar {
        let start = position - 1
        let first = try readFourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00 else {
            throw loneSurrogate(at: start, "a high surrogate before it")
        }
        guard peek() == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw loneSurrogate(at: start, "the escape of a low surrogate after it") }
        position += 1
        let second = try readFourHexDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw loneSurrogate(at: start, "the escape of a low surrogate after it") }
        return scalar
    }

    /// Reads four digits, the position being at the `u` before them.
    private mutating func readFourHexDigits() throws(JSONTextError) -> UInt32 {
        position += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = byte.hexDigitValue else {
                throw unexpected("four hexadecimal digits after \"\\u\"")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func loneSurrogate(at offset: Int, _ expected: String) -> JSONTextError {
        let escape = String(decoding: bytes[offset..<min(offset + 6, bytes.count)], as: UTF8.self)
        return JSONTextError(
            byteOffset: offset,
            reason: "expected \(expected), found the lone surrogate \(escape)"
        )
    }
}
