import Contract

/// Which cases of a report are shown with their exchanges.
///
/// When hundreds fail for one reason, a few of them tell the story; all are listed by name.
struct DetailSelection {
    /// How many cases with one and the same point are shown.
    private static let perPoint = 2
    /// How many cases are shown at all.
    private static let limit = 12
    /// From how many cases on a server that was not reached is said once in their place.
    private static let unreachedFrom = 4

    /// Positions in the findings.
    private(set) var shown: Set<Int> = []
    /// Servers that were not reached, in the order of the first case, each with its cases.
    private(set) var unreached: [(server: Finding.Unreached, cases: [CaseResult])] = []
    /// How many cases have an exchange that is neither shown nor summed up.
    private(set) var hidden = 0
    /// Whether every case that ran came to nothing because a server was not reached.
    let isAllUnreached: Bool

    init(_ findings: [Finding], of cases: [CaseResult]) {
        for finding in findings {
            guard let server = finding.unreached else { continue }
            if let index = unreached.firstIndex(where: { $0.server == server }) {
                unreached[index].cases.append(finding.result)
            } else {
                unreached.append((server, [finding.result]))
            }
        }
        unreached.removeAll { $0.cases.count < Self.unreachedFrom }
        let summedUp = Set(unreached.map(\.server))
        let ran = cases.count { $0.verdict != .skipped && $0.verdict != .waived }
        isAllUnreached = ran > 0 && unreached.reduce(0) { $0 + $1.cases.count } == ran
        var counts: [String: Int] = [:]
        for kind in [Finding.Kind.failed, .inconclusive] {
            for (index, finding) in findings.enumerated()
            where finding.kind == kind && finding.hasDetails {
                if let server = finding.unreached, summedUp.contains(server) { continue }
                counts[finding.point, default: 0] += 1
                let isFirst = counts[finding.point, default: 0] <= Self.perPoint
                if isFirst && shown.count < Self.limit { shown.insert(index) } else { hidden += 1 }
            }
        }
    }
}
