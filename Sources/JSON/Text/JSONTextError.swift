/// Why a JSON text was refused.
package struct JSONTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the bytes the fault is; counts from zero.
    package let byteOffset: Int
    /// What was found and what was expected there.
    package let reason: String
    /// Whether nothing is wrong but that the value takes more memory than it may.
    package let isExcess: Bool

    package init(byteOffset: Int, reason: String, isExcess: Bool = false) {
        self.byteOffset = byteOffset
        self.reason = reason
        self.isExcess = isExcess
    }

    package var description: String { "byte \(byteOffset): \(reason)" }
}

/// What to do when two members of one object have the same name.
package enum DuplicateNames: Sendable, Hashable {
    /// The text is refused.
    case refused
    /// The later member wins, as RFC 8259 §4 allows.
    case lastWins
}
