import Contract

/// The results of cases that run more than once.
struct RepeatedResults {
    private struct Key: Hashable {
        let name: String
        let verdict: Verdict
        /// Whether it differs below the level that counts, so that the verdict is the same.
        let differs: Bool

        init(_ result: CaseResult) {
            name = result.name
            verdict = result.verdict
            differs = result.steps.contains { !$0.differences.isEmpty }
        }
    }

    private(set) var all: [CaseResult] = []
    private var positions: [Key: Int] = [:]
    private let keepsAll: Bool

    /// - Parameter keepsAll: Keeps each result, and not only the first of each case and verdict.
    init(keepsAll: Bool) { self.keepsAll = keepsAll }

    var hasFailure: Bool { all.contains { $0.verdict == .failed } }

    /// Adds results of one contract.
    mutating func add(_ results: [CaseResult]) {
        for result in results {
            let key = Key(result)
            if !keepsAll, let position = positions[key] {
                all[position].repetitions += result.repetitions
                all[position].duration += result.duration
            } else {
                positions[key] = all.count
                all.append(result)
            }
        }
    }
}
