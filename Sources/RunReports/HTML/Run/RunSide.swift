import Measure

/// Runs that belong together, as those of one server in a comparison.
struct RunSide {
    /// Their common name; empty without one.
    let name: String
    let runs: [RunView]

    /// Groups runs by the beginning of their names, `A` of `A-1` and `A-2`, or by their servers; one side if neither
    /// distinguishes them.
    static func list(of runs: [RunView]) -> [RunSide] {
        for key in [beginning, servers] {
            var names: [String] = []
            for run in runs where !names.contains(key(run)) { names.append(key(run)) }
            guard names.count > 1, names.count < runs.count, names.count <= largestCount else {
                continue
            }
            return names.map { name in
                RunSide(name: name, runs: runs.filter { key($0) == name })
            }
        }
        return runs.count <= largestCount
            ? runs.map { RunSide(name: $0.name, runs: [$0]) } : [RunSide(name: "", runs: runs)]
    }

    /// More colours would be indistinguishable.
    private static let largestCount = 8

    /// The name without the number at its end.
    private static func beginning(_ run: RunView) -> String {
        let letters = run.name.reversed().drop { $0.isNumber }.drop { "-_. ".contains($0) }
        return String(letters.reversed())
    }

    private static func servers(_ run: RunView) -> String {
        run.result.targets.map(\.url).joined(separator: ", ")
    }
}
