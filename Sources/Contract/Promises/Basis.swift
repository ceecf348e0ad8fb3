/// The basis of a promise, from the most to the least certain.
package enum Basis: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The service's own documents state it.
    case documented
    /// The real service, or a working client of it, showed it.
    case observed
    /// It follows from other facts.
    case inferred
    /// The documents are silent or ambiguous; this is our advice.
    case recommended

    /// Orders by doubt: `documented` is the least.
    package static func < (left: Basis, right: Basis) -> Bool { left.doubt < right.doubt }

    private var doubt: Int {
        switch self {
        case .documented: 0
        case .observed: 1
        case .inferred: 2
        case .recommended: 3
        }
    }
}
