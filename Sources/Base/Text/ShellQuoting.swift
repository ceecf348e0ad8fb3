/// Words of the POSIX shell's command language.
///
/// Source: POSIX.1-2017, Shell & Utilities, 2.2 "Quoting" and "printf".
package enum ShellQuoting {
    /// The text in single quotes, valid for any content.
    package static func quoted(_ text: String) -> String {
        var quoted: [UInt8] = [UInt8(ascii: "'")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") { quoted += "'\\''".utf8 } else { quoted.append(byte) }
        }
        quoted.append(UInt8(ascii: "'"))
        return String(decoding: quoted, as: UTF8.self)
    }

    /// The text, quoted only if the shell would interpret it.
    package static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || "-_./:=@%+,".utf8.contains(byte)
        }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    /// Whether the shell takes a text for the name of a variable.
    package static func isName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
        }
        return isPlain && text.utf8.first.map { !$0.isASCIIDigit } == true
    }

    /// Placeholder for a variable's value until the surrounding text is quoted; does not occur in real text.
    package static func mark(_ name: String) -> String { "\u{F0000}\(name)\u{F0001}" }

    /// The command with variables in place of their placeholders in single quotes.
    package static func withVariables(_ command: String) -> String {
        guard command.unicodeScalars.contains("\u{F0000}") else { return command }
        var scalars = String.UnicodeScalarView()
        for scalar in command.unicodeScalars {
            switch scalar {
            case "\u{F0000}": scalars += "'\"$".unicodeScalars
            case "\u{F0001}": scalars += "\"'".unicodeScalars
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// A format that makes `printf` write exactly `bytes`, for use between single quotes.
    package static func printfFormat(_ bytes: [UInt8]) -> String {
        var format: [UInt8] = []
        for (position, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%"): format += "%%".utf8
            case UInt8(ascii: "\\"): format += "\\\\".utf8
            case UInt8(ascii: "\n"): format += "\\n".utf8
            case UInt8(ascii: "\r"): format += "\\r".utf8
            // A leading "-" would be read as an option; a quote would end the word.
            case UInt8(ascii: "-") where position > 0: format.append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: "'"): format += octal(byte)
            case 0x20...0x7E: format.append(byte)
            default: format += octal(byte)
            }
        }
        return String(decoding: format, as: UTF8.self)
    }

    private static func octal(_ byte: UInt8) -> [UInt8] {
        let digits = String(byte, radix: 8)
        return Array(("\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits).utf8)
    }
}
