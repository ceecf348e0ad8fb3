import Contract
import ReportText

/// A table of the number of promises by basis and result.
struct CoverageText {
    let style: TextStyle

    /// Zero failed and zero uncovered promises are worth showing.
    private static let alwaysShown: [PromiseStatus] = [.passed, .failed, .notCovered]

    /// A table for the servers and one for the client libraries; empty without promises.
    func lines(of facts: VerifyFacts) -> [String] {
        lines(of: facts.server, "Promises", level: facts.result.level)
            + lines(of: facts.client, "Client promises", level: facts.result.level)
    }

    private func lines(
        of side: PromiseSide,
        _ title: String,
        level: Basis
    ) -> [String] {
        let promises = side.promises
        guard !promises.isEmpty else { return [] }
        let columns = Self.columns(side, level: level)
        var table = TextTable()
        table.add([""] + columns.map(\.title))
        for status in PromiseStatus.allCases {
            let counts = columns.map(\.counts[status])
            guard counts.contains(where: { $0 > 0 }) || Self.alwaysShown.contains(status) else {
                continue
            }
            table.add([status.rawValue] + counts.map { "\($0)" })
        }
        table.add(["coverage"] + columns.map { Self.coverage($0.counts) })
        let hint =
            columns.contains { !$0.isCounted }
            ? style.text("  (in brackets: not counted at --basis \(level.rawValue))", .dim)
            : ""
        let heading = style.text("\(title) (\(promises.count))", .bold) + hint
        return [heading] + table.lines + constructed(promises) + [""]
    }

    /// The number of promises that pass because of the contract's facts about the client, whatever
    /// a server does.
    private func constructed(_ promises: [PromiseResult]) -> [String] {
        let count = promises.count { $0.isByConstruction && $0.status == .passed }
        guard count > 0 else { return [] }
        return [style.text("  passed by preconditions of the client alone: \(count)", .dim)]
    }

    /// One basis, or the total of those that count.
    private struct Column {
        let name: String
        let isCounted: Bool
        let counts: CoverageSummary.Counts

        var title: String { isCounted ? name : "(\(name))" }
    }

    /// Those that count with their total, then the others; bases without promises are left out, and so is a total of
    /// one basis.
    private static func columns(_ side: PromiseSide, level: Basis) -> [Column] {
        let bases = Basis.allCases.filter { side.summary[$0].total > 0 }
        func columns(_ isCounted: Bool) -> [Column] {
            bases.filter { ($0 <= level) == isCounted }.map { basis in
                Column(name: basis.rawValue, isCounted: isCounted, counts: side.summary[basis])
            }
        }
        let sum = Column(name: "counted", isCounted: true, counts: side.counted)
        let counted = columns(true)
        return counted + (counted.count == 1 ? [] : [sum]) + columns(false)
    }

    private static func coverage(_ counts: CoverageSummary.Counts) -> String {
        counts.countable == 0 ? "-" : CoverageSummary.percentage(counts.fraction)
    }
}
