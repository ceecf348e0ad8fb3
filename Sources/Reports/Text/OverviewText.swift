import Contract
import HTTP
import ReportText

/// The head of a report: every contract with its verdicts, under the servers of the run.
struct OverviewText {
    let style: TextStyle

    func lines(of facts: VerifyFacts) -> [String] {
        let contracts = facts.suites
        let width = contracts.map(\.file.count).max() ?? 0
        let countWidth = contracts.map { VerdictCounts($0.cases).text().count }.max() ?? 0
        let groups = Grouping(contracts) { $0.targets.map(target).joined(separator: ", ") }
        return groups.flatMap { group -> [String] in
            [style.text(group.key.isEmpty ? "no target" : group.key, .bold)]
                + group.members.map { contract in
                    let counts = VerdictCounts(contract.cases).text()
                    let version = contract.version.map { " \($0)" } ?? ""
                    return "  " + padded(contract.file, width) + "  " + padded(counts, countWidth)
                        + style.text("  \(contract.title)\(version)", .dim)
                }
        } + (contracts.isEmpty ? [] : [""])
    }

    /// Reports once, in place of every case, that a server was unreachable.
    func lines(
        of unreached: [(server: Finding.Unreached, cases: [CaseResult])],
        outOf total: Int
    ) -> [String] {
        unreached.flatMap { server, cases -> [String] in
            let first = cases.first
            let step = first?.decidingStep?.step
            let title =
                "No response from \(server.origin): \(server.kind.rawValue), "
                + "in \(VerdictCounts(cases).total) of \(total) cases"
            var lines = [style.text(title, .bad)]
            if let detail = step?.failure?.detail { lines.append("  \(detail)") }
            if let first {
                lines.append("  first in \(first.name)" + style.text("  \(first.location)", .dim))
            }
            if let request = step?.request {
                lines += CommandText.lines(request, indent: "    ")
            }
            return lines + [""]
        }
    }

    private func target(_ target: ContractResult.Target) -> String {
        "\(target.name) \(target.url)\(target.isReference ? " (built-in reference)" : "")"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
