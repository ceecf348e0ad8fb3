import Contract

/// How many cases came to which verdict.
struct VerdictCounts {
    private let counts: [Verdict: Int]

    init(_ cases: [CaseResult]) {
        counts = cases.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
    }

    subscript(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }

    /// `2 failed, 7 passed`: the gravest first, without those that did not occur.
    var text: String { text { text, _ in text } }

    /// The same, each part passed through `style`.
    func text(_ style: (String, TextStyle.Role) -> String) -> String {
        let order: [(Verdict, TextStyle.Role)] = [
            (.failed, .bad), (.undetermined, .doubtful), (.flaky, .doubtful), (.passed, .good),
            (.waived, .dim), (.skipped, .dim),
        ]
        let parts = order.filter { self[$0.0] > 0 }.map { verdict, role in
            style("\(self[verdict]) \(verdict.rawValue)", role)
        }
        return parts.joined(separator: ", ")
    }
}
