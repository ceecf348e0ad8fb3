/// Encoding of the names and values of a query or a form.
package struct QueryEncoding: Hashable, Sendable {
    /// Bytes that are not encoded, in addition to letters, digits and `-._~`.
    package enum Kept: Hashable, Sendable {
        case characters(Set<UInt8>)
        /// All but the space, regardless of the standards.
        case all
    }

    /// The encoding of a space: `+` or `%20`.
    package let space: String
    package let kept: Kept

    package init(space: String, kept: Kept) {
        self.space = space
        self.kept = kept
    }

    /// RFC 3986: everything but the unreserved characters is percent-encoded.
    package static let percent = QueryEncoding(space: "%20", kept: .characters([]))

    /// The HTML form encoding: a space becomes `+`.
    ///
    /// Source: WHATWG URL standard, application/x-www-form-urlencoded; but `~` is not encoded.
    package static let form = QueryEncoding(space: "+", kept: .characters([UInt8(ascii: "*")]))

    /// The encodings that every contract knows.
    package static let builtIn: [String: QueryEncoding] = ["percent": .percent, "form": .form]
}

extension QueryEncoding {
    /// An encoded name or value.
    package func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte == UInt8(ascii: " ") {
                bytes += Array(space.utf8)
            } else if isKept(byte) {
                bytes.append(byte)
            } else {
                PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `name=value` pairs joined with `&`.
    package func encoded(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    private func isKept(_ byte: UInt8) -> Bool {
        if PercentEncoding.isUnreserved(byte) { return true }
        return switch kept {
        case .all: true
        case .characters(let characters): characters.contains(byte)
        }
    }
}
