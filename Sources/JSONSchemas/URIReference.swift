import Base

/// A URI or a relative reference, split into its five parts without judging them.
///
/// Source: RFC 3986 §3 and §5; characters outside ASCII are kept, as RFC 3987 allows.
package struct URIReference: Hashable, Sendable {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?
    /// Still percent-encoded; empty after a bare `#`.
    package var fragment: String?

    /// Splits any text; every text is a reference of some kind.
    package init(_ text: String) {
        var rest = Substring(text)
        fragment = Self.cutTail(of: &rest, from: "#")
        query = Self.cutTail(of: &rest, from: "?")
        scheme = Self.cutScheme(of: &rest)
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }
}

extension URIReference {
    /// This reference as seen from `base`, with the dot segments gone (RFC 3986 §5.2.2).
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil || authority != nil {
            target.path = Self.withoutDotSegments(path)
        } else if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.utf8.first == UInt8(ascii: "/") {
            target.path = Self.withoutDotSegments(path)
        } else {
            target.path = Self.withoutDotSegments(merged(with: base))
        }
        if scheme == nil {
            target.scheme = base.scheme
            target.authority = authority ?? base.authority
        }
        return target
    }

    /// The same without its fragment.
    var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// The parts put together again (RFC 3986 §5.3).
    package var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The bytes that the escapes of `text` stand for, as text; `nil` when an escape is broken.
    package static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let escaped = Hex.byte(high, low)
            else { return nil }
            bytes.append(escaped)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A text as a fragment: everything escaped that may not stand there (RFC 3986 §3.5).
    package static func encodedFragment(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
            {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + Hex.text(of: byte, digits: 2, uppercase: true)
            }
        }
        return encoded
    }
}

extension URIReference {
    private static func cutTail(of rest: inout Substring, from mark: Unicode.Scalar) -> String? {
        guard let position = rest.utf8.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        let tail = rest[rest.utf8.index(after: position)...]
        rest = rest[..<position]
        return String(tail)
    }

    private static func cutScheme(of rest: inout Substring) -> String? {
        guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = rest[..<colon]
        guard let first = name.utf8.first, first.isASCIILetter,
            name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) })
        else { return nil }
        rest = rest[rest.utf8.index(after: colon)...]
        return name.lowercased()
    }

    private func merged(with base: URIReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }

    private static func withoutDotSegments(_ path: String) -> String {
        var segments: [Substring] = []
        let parts = path.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        for (position, part) in parts.enumerated() {
            let isLast = position == parts.count - 1
            switch Substring(part) {
            case ".":
                if isLast { segments.append("") }
            case "..":
                let keepsRoot = segments.first?.isEmpty == true && segments.count == 1
                if !segments.isEmpty, !keepsRoot { segments.removeLast() }
                if isLast { segments.append("") }
            default:
                segments.append(Substring(part))
            }
        }
        return segments.joined(separator: "/")
    }
}
