import Contract

/// Which cases of a report are shown with their exchanges.
///
/// When hundreds of cases fail for one reason, a few are representative; all are listed by name.
struct DetailSelection {
    /// The number of cases shown with the same point.
    private static let perPoint = 2
    /// The total number of cases shown.
    private static let limit = 12
    /// The number of cases from which an unreachable server is reported once instead of for each.
    private static let unreachedFrom = 4

    /// Positions of the cases shown in full, among the findings.
    private(set) var shown: Set<Int> = []
    /// Servers that were unreachable, in the order of the first case, each with its cases.
    private(set) var unreached: [(server: Finding.Unreached, cases: [CaseResult])] = []
    /// The number of cases with an exchange that is neither shown nor summed up.
    private(set) var hidden = 0
    /// Whether every case that ran failed to reach a server.
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
