/// Finds the name that somebody who mistyped one probably meant.
package enum NearestName {
    /// The longest distance at which two names are still taken for each other.
    private static let limit = 3

    /// The candidate nearest to `text`, or `nil` when none is near enough to be what was meant.
    ///
    /// Near is one slip (a letter too many, too few, another, or two swapped) for each three
    /// letters, at most three slips, whatever the case of the letters. Failing that, the only candidate
    /// that begins with `text`. Of two equally near, the earlier one. Costs the product of the
    /// lengths for each candidate.
    package static func suggestion(
        for text: String,
        among candidates: some Sequence<String>
    ) -> String? {
        let wanted = folded(text)
        var allowed = min(limit, max(1, wanted.count / 3), wanted.count - 1)
        var nearest: String?
        var completions: [String] = []
        for candidate in candidates {
            let name = folded(candidate)
            if wanted.count >= 3 && name.starts(with: wanted) { completions.append(candidate) }
            guard abs(name.count - wanted.count) <= allowed else { continue }
            let distance = distance(wanted, name)
            guard distance <= allowed else { continue }
            nearest = candidate
            allowed = distance - 1
        }
        return nearest ?? (completions.count == 1 ? completions.first : nil)
    }

    private static func folded(_ text: String) -> [Unicode.Scalar] {
        Array(text.lowercased().unicodeScalars)
    }

    /// The number of slips between two names; a swap of neighbours counts as one.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    previous[column + 1] + 1,
                    current[column] + 1,
                    previous[column] + (letter == other ? 0 : 1)
                )
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
