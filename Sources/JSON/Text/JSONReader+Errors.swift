import Base

extension JSONReader {
    /// An error at the current position that says what is there.
    func unexpected(_ expected: String) -> JSONTextError {
        JSONTextError(byteOffset: position, reason: "expected \(expected), found \(foundHere)")
    }

    /// Refuses byte order marks and texts that are UTF-16 or UTF-32.
    func refuseForeignEncodings() throws(JSONTextError) {
        let marks: [(bytes: [UInt8], name: String)] = [
            ([0xEF, 0xBB, 0xBF], "a byte order mark (EF BB BF)"),
            ([0xFE, 0xFF], "the byte order mark of UTF-16 (FE FF)"),
            ([0xFF, 0xFE], "the byte order mark of UTF-16 (FF FE)"),
        ]
        for mark in marks where bytes.starts(with: mark.bytes) {
            throw JSONTextError(
                byteOffset: 0,
                reason: "expected UTF-8 text without a byte order mark, found \(mark.name)"
            )
        }
    }

    /// The error for bytes of a string that are not UTF-8.
    func invalidUTF8(in range: Range<Int>) -> JSONTextError {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes[range].span)
            return JSONTextError(byteOffset: range.lowerBound, reason: "expected UTF-8")
        } catch {
            let start = range.lowerBound + error.byteOffsets.lowerBound
            let end = range.lowerBound + error.byteOffsets.upperBound
            let found = bytes[start..<end].map(Self.digits).joined(separator: " ")
            return JSONTextError(
                byteOffset: start,
                reason: "expected UTF-8, found \(Self.name(of: error.kind)) (\(found))"
            )
        }
    }

    private static func name(of kind: UTF8.ValidationError.Kind) -> String {
        switch kind {
        case .overlongEncodingByte: "an overlong encoding"
        case .surrogateCodePointByte: "an encoded surrogate"
        case .truncatedScalar: "a character cut short"
        case .unexpectedContinuationByte: "a continuation byte without a start"
        default: "a byte that UTF-8 does not use"
        }
    }

    private var foundHere: String {
        guard let byte = peek() else { return "the end of the text" }
        if byte.isASCIILetter {
            let word = bytes[position...].prefix(20).prefix(while: \.isASCIILetter)
            return "\"\(String(decoding: word, as: UTF8.self))\""
        }
        guard byte > 0x20, byte != 0x7F else {
            return "the character U+00\(Self.digits(of: byte))"
        }
        guard byte != UInt8(ascii: "\"") else { return "'\"'" }
        guard byte >= 0x80 else { return "\"\(Character(Unicode.Scalar(byte)))\"" }
        let sequence = bytes[position...].prefix(4)
        for length in 2...4 {
            if let text = String(validating: sequence.prefix(length), as: UTF8.self) {
                return "\"\(text)\""
            }
        }
        return "the byte \(Self.digits(of: byte)), which does not start a character"
    }

    private static func digits(of byte: UInt8) -> String {
        Hex.text(of: byte, digits: 2, uppercase: true)
    }
}
