/// The bytes of a body as a person can read them on a terminal.
enum BodyText {
    /// Lines of text; bytes that are no text as a hexadecimal dump.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - limit: How many bytes are shown; what is left out is said.
    /// - Returns: At least one line.
    static func lines(_ bytes: [UInt8], limit: Int) -> [String] {
        if bytes.isEmpty { return ["(no body)"] }
        let shown = Array(bytes.prefix(limit))
        let rest = bytes.count - shown.count
        let note = rest > 0 ? ["… \(rest) more of \(bytes.count) bytes"] : []
        return (isText(shown) ? textLines(shown) : dumpLines(shown)) + note
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        // The cut may have gone through a character, so its bytes do not decide.
        var whole = bytes[...]
        for _ in 0..<3 where String(validating: whole, as: UTF8.self) == nil {
            whole = whole.dropLast()
        }
        guard String(validating: whole, as: UTF8.self) != nil else { return false }
        return !bytes.contains(0)
    }

    private static func textLines(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var line = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n":
                lines.append(line)
                line = ""
            case "\t": line += "\\t"
            case "\r": line += "\\r"
            default:
                // Control characters could rewrite the terminal.
                let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                if isControl {
                    line += "\\x" + hex(UInt8(scalar.value))
                } else {
                    line.unicodeScalars.append(scalar)
                }
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func dumpLines(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            let row = bytes[start..<min(start + 16, bytes.count)]
            let digits = row.map(hex).joined(separator: " ")
            let padding = String(repeating: " ", count: 47 - digits.count)
            let letters = row.map { (0x20...0x7E).contains($0) ? Character(.init($0)) : "." }
            let offset = String(start, radix: 16)
            let zeros = String(repeating: "0", count: max(0, 6 - offset.count))
            return "\(zeros)\(offset)  \(digits)\(padding)  \(String(letters))"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
