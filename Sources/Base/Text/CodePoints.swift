/// A string that is compared by its code points.
///
/// Swift calls "é" and "e" + U+0301 equal; JSON does not (RFC 8259 §8.3).
package struct CodePoints: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: CodePoints, right: CodePoints) -> Bool {
        left.text.hasSameCodePoints(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hashCodePoints(into: &hasher)
    }
}

extension String {
    /// Whether both strings have the same code points, without Unicode normalisation.
    @inlinable package func hasSameCodePoints(as other: String) -> Bool {
        let bytes = utf8Span.span
        let otherBytes = other.utf8Span.span
        guard bytes.count == otherBytes.count else { return false }
        for index in bytes.indices where bytes[index] != otherBytes[index] { return false }
        return true
    }

    /// Feeds the code points to a hasher, so that strings with the same ones have the same hash.
    @inlinable package func hashCodePoints(into hasher: inout Hasher) {
        let bytes = utf8Span.span
        // Eight bytes at a time: the hasher works on words.
        var word: UInt64 = 0
        for index in bytes.indices {
            word = word << 8 | UInt64(bytes[index])
            if index % 8 == 7 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(bytes.count)
    }
}
