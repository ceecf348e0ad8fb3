import JSON

/// The differences that predicates find, and whether each could be checked at all.
struct Judgement {
    private(set) var found: Differences
    /// The number of differences because a predicate does not fit the value.
    ///
    /// `not` must not turn these into success: a number neither starts with "a" nor does not.
    private(set) var misfits = 0
    let basis: Basis
    let location: SourceLocation?

    init(
        limit: Int = Differences.defaultLimit,
        basis: Basis = .documented,
        location: SourceLocation? = nil
    ) {
        found = Differences(limit: limit)
        self.basis = basis
        self.location = location
    }

    /// Counts a difference.
    mutating func add(
        at path: @autoclosure () -> String,
        expected: @autoclosure () -> String,
        actual: @autoclosure () -> String
    ) {
        found.add(
            Difference(
                path: path(),
                expected: expected(),
                actual: actual(),
                location: location,
                basis: basis
            )
        )
    }

    /// Counts a difference because the predicate does not fit the value.
    mutating func addMisfit(
        at path: @autoclosure () -> String,
        expected: @autoclosure () -> String,
        actual: @autoclosure () -> String
    ) {
        misfits += 1
        add(at: path(), expected: expected(), actual: actual())
    }

    mutating func add(contentsOf differences: Differences) {
        found.add(contentsOf: differences)
    }

    mutating func add(contentsOf other: Judgement) {
        found.add(contentsOf: other.found)
        misfits += other.misfits
    }

    /// An empty judgement that would report the same origin.
    func fresh(limit: Int) -> Judgement {
        Judgement(limit: limit, basis: basis, location: location)
    }
}
