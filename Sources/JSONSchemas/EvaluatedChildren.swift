/// Which members or elements of one instance some schema has looked at.
///
/// Source: JSON Schema Core 2020-12 §11; one instance is an object or an array, so one set of
/// positions serves both `unevaluatedProperties` and `unevaluatedItems`.
struct EvaluatedChildren: Sendable {
    /// One bit per position.
    private var words: [UInt64] = []
    private var hasAll = false

    /// Takes note of the child at a position.
    mutating func insert(_ position: Int) {
        guard !hasAll else { return }
        let word = position / 64
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(position % 64)
    }

    /// Takes note of every child.
    mutating func insertAll() {
        hasAll = true
    }

    /// Takes note of every child that `other` knows.
    mutating func formUnion(_ other: EvaluatedChildren) {
        hasAll = hasAll || other.hasAll
        while words.count < other.words.count { words.append(0) }
        for (position, word) in other.words.enumerated() { words[position] |= word }
    }

    func contains(_ position: Int) -> Bool {
        if hasAll { return true }
        let word = position / 64
        return word < words.count && words[word] & (1 << UInt64(position % 64)) != 0
    }
}
