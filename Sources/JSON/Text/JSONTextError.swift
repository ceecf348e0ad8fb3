/// Why a JSON text was refused.
package struct JSONTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the bytes the fault is; counts from zero.
    package let byteOffset: Int
    /// What was found and what was expected there.
    package let reason: String
    /// What there is too much of, when nothing is wrong but that.
    package let excess: Excess?

    /// What a text can have too much of and still be JSON.
    package enum Excess: Hashable, Sendable {
        /// The value takes more memory than it may.
        case memory
        /// A number's exponent has more digits than can be reckoned with.
        case exponent
        /// Containers are nested deeper than the limit.
        case depth
    }

    package init(byteOffset: Int, reason: String, excess: Excess? = nil) {
        self.byteOffset = byteOffset
        self.reason = reason
        self.excess = excess
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
