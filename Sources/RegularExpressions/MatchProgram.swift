/// One step of a matching automaton.
enum MatchStep: Sendable {
    /// Consumes one code point of the set and continues with the next step.
    case take(ASCIIIndexedSet)
    case jump(Int)
    /// Continues with both; the first is preferred.
    case fork(Int, Int)
    /// Stores the position under a number: 2n where group n begins, 2n + 1 where it ends.
    case save(Int)
    case assert(TextBoundary)
    /// Continues if the look-around with that index has this result here.
    case look(Int, isTrue: Bool)
    case accept
}

/// The automaton of an expression, or of one of its look-arounds.
struct MatchProgram: Sendable {
    var steps: [MatchStep] = []
    /// Whether it reads the text from right to left.
    let isReversed: Bool
}

/// A set with precomputed results for ASCII.
struct ASCIIIndexedSet: Sendable {
    private let low: UInt64
    private let high: UInt64
    private let set: ScalarSet

    init(_ set: ScalarSet) {
        self.set = set
        let bits = set.ascii
        low = UInt64(truncatingIfNeeded: bits)
        high = UInt64(truncatingIfNeeded: bits >> 64)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 64 { return low >> UInt64(value) & 1 == 1 }
        if value < 128 { return high >> UInt64(value - 64) & 1 == 1 }
        return set.contains(scalar)
    }
}
