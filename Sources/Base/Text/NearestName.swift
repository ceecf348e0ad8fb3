/// Finds the name a person most likely meant.
package enum NearestName {
    /// The candidate nearest to `name`; `nil` without one similar enough to be a typing error.
    ///
    /// The distance counts insertions, deletions, replacements and swaps of neighbours, up to one for three
    /// letters, ignoring case; among equals the first candidate wins. The cost is the product of the lengths for
    /// each candidate of a similar length.
    package static func suggestion(for name: String, among candidates: [String]) -> String? {
        let wanted = folded(name)
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let letters = folded(candidate)
            // The allowance is the longer name's, so that "id" is not taken for "is".
            let allowance = max(wanted.count, letters.count) / 3
            guard abs(letters.count - wanted.count) <= allowance else { continue }
            guard !candidate.hasSameCodePoints(as: name) else { continue }
            let distance = distance(wanted, letters)
            guard distance <= allowance, distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.name
    }

    /// The Damerau–Levenshtein distance in its restricted form: no letter is touched twice.
    ///
    /// Source: the optimal string alignment recurrence of Wagner and Fischer with adjacent swaps.
    package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let same = left[row] == right[column]
                var cost = min(
                    previous[column] + (same ? 0 : 1),
                    previous[column + 1] + 1,
                    current[column] + 1
                )
                let swapped =
                    row > 0 && column > 0 && left[row] == right[column - 1]
                    && left[row - 1] == right[column]
                if swapped { cost = min(cost, beforePrevious[column - 1] + 1) }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }

    /// Names longer than this are data, not slips.
    private static let longest = 64

    private static func folded(_ name: String) -> [Unicode.Scalar] {
        Array(name.lowercased().unicodeScalars)
    }
}
