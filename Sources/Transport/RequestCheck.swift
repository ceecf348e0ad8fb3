import Base
import HTTP

extension HTTPRequest {
    /// Why this request cannot be sent unchanged; `nil` when it can.
    ///
    /// Only characters that would change the framing of the message are rejected. Others that a server may reject,
    /// such as `{`, `|` or bytes above 127 in the path, are sent unchanged.
    package var defect: String? {
        if !HTTPToken.isToken(method) {
            return "method: expected a token such as GET, got '\(method)'"
        }
        if let defect = originDefect { return defect }
        if !(target.utf8.first == UInt8(ascii: "/") || target == "*") {
            return "path: expected it to begin with '/', got '\(target)'"
        }
        if let byte = target.utf8.first(where: { $0 <= 0x20 || $0 == 0x7F }) {
            return
                "path: '\(target)' holds the character \(Self.name(of: byte)), which cannot stand in "
                + "a request line; write it percent-encoded"
        }
        for field in headers.fields {
            if !HTTPToken.isToken(field.name) {
                return "header: expected a token as field name, got '\(field.name)'"
            }
            if let byte = field.value.utf8.first(where: { [0, 10, 13].contains($0) }) {
                return
                    "header \(field.name): the value holds the character \(Self.name(of: byte)), "
                    + "which would end the field"
            }
        }
        return nil
    }

    private var originDefect: String? {
        let expected = "origin: expected http://HOST[:PORT] or https://HOST[:PORT], got '\(origin)'"
        guard let separator = origin.firstRange(of: "://") else { return expected }
        let scheme = origin[..<separator.lowerBound].lowercased()
        let authority = origin[separator.upperBound...].utf8
        guard ["http", "https"].contains(scheme), !authority.isEmpty else { return expected }
        let isPlain = authority.allSatisfy {
            $0 > 0x20 && $0 != 0x7F && !"/?#@\\".utf8.contains($0)
        }
        return isPlain ? nil : expected
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x20: "space"
        case 0x0A: "line feed"
        case 0x0D: "carriage return"
        default: "U+" + Hex.text(of: byte, digits: 4, uppercase: true)
        }
    }
}
