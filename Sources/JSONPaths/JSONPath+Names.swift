/// Spells normalized paths of RFC 9535, in dots where names allow it.
extension JSONPath {
    /// `$.header.resultCode`.
    package static func text(ofMembers names: [String]) -> String {
        "$" + names.map(segment).joined()
    }

    /// `.name`, or `['a name']`.
    package static func segment(_ name: String) -> String {
        let isPlain =
            name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } ?? false
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard !isPlain else { return ".\(name)" }
        let escaped = name.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "'": "\\'"
            case "\\": "\\\\"
            case _ where scalar.value < 0x20:
                "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "['\(escaped.joined())']"
    }
}
