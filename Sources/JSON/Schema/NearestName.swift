/// Suggestions for misspelt names.
enum NearestName {
    /// The known name that takes the fewest slips of the pen to write, if it takes few enough.
    static func to(_ name: String, among known: [String]) -> String? {
        let limit = max(1, min(3, name.utf8.count / 3))
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = distance(Array(name.utf8), Array(candidate.utf8))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Insertions, deletions, substitutions and swaps of neighbours between two texts.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let substitution = last[j] + (left[i] == right[j] ? 0 : 1)
                var cost = min(substitution, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
