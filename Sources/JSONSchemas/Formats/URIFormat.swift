import Base

/// URIs, IRIs and references.
///
/// Source: RFC 3986 appendix A; RFC 3987 §2.2.
struct URIFormat {
    /// Whether letters beyond ASCII may stand unescaped.
    let isInternational: Bool
    /// Whether a scheme is needed.
    let isAbsolute: Bool

    func matches(_ text: String) -> Bool {
        let parts = URIReference(text)
        guard parts.scheme != nil || (!isAbsolute && !startsLikeScheme(parts)) else { return false }
        return isAuthority(parts.authority)
            && isMade(of: Self.path, parts.path)
            && isMade(of: Self.query, parts.query ?? "", mayBePrivate: true)
            && isMade(of: Self.query, parts.fragment ?? "")
    }

    private static let unreservedMarks = "-._~!$&'()*+,;="
    private static let userInfo = unreservedMarks + ":"
    private static let path = unreservedMarks + ":@/"
    private static let query = unreservedMarks + ":@/?"

    /// A colon in the first segment would make a scheme of what is before it.
    private func startsLikeScheme(_ parts: URIReference) -> Bool {
        guard parts.authority == nil else { return false }
        return parts.path.utf8.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
    }

    private func isAuthority(_ authority: String?) -> Bool {
        guard let authority else { return true }
        var rest = authority.utf8[...]
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            guard isMade(of: Self.userInfo, String(Substring(rest[..<at]))) else { return false }
            rest = rest[rest.index(after: at)...]
        }
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let literal = String(Substring(rest[rest.index(after: rest.startIndex)..<end]))
            return isLiteral(literal) && isPort(rest[rest.index(after: end)...])
        }
        let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
        return isMade(of: Self.unreservedMarks, String(Substring(rest[..<colon])))
            && isPort(rest[colon...])
    }

    /// Nothing, or a colon and digits.
    private func isPort(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first else { return true }
        return first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isASCIIDigit)
    }

    /// What may stand in square brackets: an IPv6 address, or `v1.something`.
    private func isLiteral(_ text: String) -> Bool {
        if AddressFormat.isVersion6(text) { return true }
        var scanner = TextScanner(text)
        guard scanner.take(oneOf: "vV"), scanner.take(while: { $0.hexDigitValue != nil }) > 0,
            scanner.take("."), !scanner.isAtEnd
        else { return false }
        let rest = String(decoding: scanner.rest, as: UTF8.self)
        return rest.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
            && isMade(of: Self.userInfo, rest)
    }

    private func isMade(of marks: String, _ text: String, mayBePrivate: Bool = false) -> Bool {
        var scanner = TextScanner(text)
        while let byte = scanner.next {
            if byte == UInt8(ascii: "%") {
                guard scanner.takePercentEscape() else { return false }
            } else {
                guard
                    byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit
                        || marks.utf8.contains(byte)
                else { return false }
                _ = scanner.takeAny()
            }
        }
        return text.unicodeScalars.allSatisfy {
            $0.isASCII || (isInternational && Self.isAllowed($0, mayBePrivate: mayBePrivate))
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar, mayBePrivate: Bool) -> Bool {
        if scalar.properties.generalCategory == .privateUse { return mayBePrivate }
        return scalar.value >= 0xA0 && !scalar.properties.isNoncharacterCodePoint
    }
}
