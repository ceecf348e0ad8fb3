import Base
import Contract

/// Finds what makes bytes unfit as YAML text before a parser sees them.
///
/// libyaml would refuse most of it too, but names neither line nor column then. U+0085, U+2028 and
/// U+2029 it takes for line breaks, which they are no longer since YAML 1.2: refusing them keeps
/// the line numbers of libyaml and of every editor the same.
struct YAMLTextCheck {
    private static let utf8Hint = "save the file as UTF-8"

    /// What is wrong; empty when the text is fit.
    ///
    /// Of bytes that are not UTF-8 only the first is reported, of characters that are not allowed
    /// the first in each of at most ten lines.
    static func diagnostics(for source: SourceText) -> [Diagnostic] {
        let bytes = source.bytes
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let message = "the file is UTF-16; a contract is UTF-8"
            return [Diagnostic(message, at: .whole(source.file), hint: utf8Hint)]
        }
        if let offset = firstInvalidByte(in: bytes) {
            let message =
                "byte 0x\(Hex.text(of: bytes[offset], digits: 2, uppercase: true)) is not UTF-8"
            let place = source.location(ofByte: offset)
            return [Diagnostic(message, at: place, hint: utf8Hint)]
        }
        return forbiddenCharacters(in: source)
    }

    private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }

    private static func forbiddenCharacters(in source: SourceText) -> [Diagnostic] {
        var found: [Diagnostic] = []
        let bytes = source.bytes
        for offset in bytes.indices where mayBeForbidden(bytes[offset]) {
            let scalar = scalar(in: bytes, at: offset)
            guard let scalar, let reason = reason(for: scalar) else { continue }
            let place = source.location(ofByte: offset)
            if found.last?.location.line == place.line { continue }
            found.append(Diagnostic(reason.message, at: place, hint: reason.hint))
            if found.count == 10 { break }
        }
        return found
    }

    /// Whether a forbidden character can begin with this byte.
    private static func mayBeForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case 0x00..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: true
        default: false
        }
    }

    private static func scalar(in bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
        String(decoding: bytes[offset...].prefix(3), as: UTF8.self).unicodeScalars.first
    }

    private static func reason(
        for scalar: Unicode.Scalar
    ) -> (message: String, hint: String)? {
        let digits = Hex.text(of: scalar.value, digits: 4, uppercase: true)
        let name = "U+\(digits)"
        let escape = "write it as \\u\(digits) in double quotes"
        switch scalar.value {
        case 0: return ("a NUL byte; a contract is text", "is this the right file?")
        case 0x85, 0x2028, 0x2029:
            return ("\(name) is a line break to some programs and not to others", escape)
        case 1..<0x20, 0x7F..<0xA0:
            return ("the control character \(name) is not allowed", "\(escape), or remove it")
        case 0xFEFF: return ("a byte order mark (U+FEFF) inside the text", "remove it")
        case 0xFFFE, 0xFFFF: return ("\(name) is not a character", "remove it")
        default: return nil
        }
    }
}
