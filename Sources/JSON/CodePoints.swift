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
    package func hasSameCodePoints(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    func hashCodePoints(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
