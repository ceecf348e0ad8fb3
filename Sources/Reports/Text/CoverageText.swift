import Contract

/// The table of promises by basis, and the lists of those that are not simply held.
struct CoverageText {
    let style: TextStyle

    func lines(of result: VerificationResult) -> [String] {
        let promises = result.promises
        guard !promises.isEmpty else { return [] }
        var lines = [style.text("Promises", .bold)] + table(promises, level: result.level) + [""]
        lines += list("Broken", promises.filter { $0.status == .broken }, .bad)
        lines += list("Differs, below the level that counts", of(promises, .differs), .doubtful)
        lines += list("Could not be judged", of(promises, .undetermined), .doubtful)
        lines += list("Never tried", of(promises, .neverTried), .doubtful)
        lines += list("Waived", of(promises, .waived), .dim)
        lines += list("Unprovokable", of(promises, .unprovokable), .dim)
        return lines
    }

    private func of(_ promises: [PromiseResult], _ status: PromiseStatus) -> [PromiseResult] {
        promises.filter { $0.status == status }
    }

    private static let columns: [PromiseStatus] = [
        .held, .broken, .differs, .undetermined, .neverTried, .waived, .unprovokable,
    ]

    private func table(_ promises: [PromiseResult], level: Basis) -> [String] {
        let summary = CoverageSummary(promises)
        var table = TextTable()
        table.add(["basis", "all"] + Self.columns.map(\.rawValue) + ["coverage"])
        for basis in Basis.allCases {
            let counts = summary[basis]
            let mark = basis <= level ? "" : " (not counted)"
            table.add(row(basis.rawValue + mark, counts))
        }
        table.add(row("counted", summary.counts(upTo: level)))
        return table.lines
    }

    private func row(_ name: String, _ counts: CoverageSummary.Counts) -> [String] {
        [name, "\(counts.total)"] + Self.columns.map { "\(counts[$0])" } + [
            counts.total == 0 ? "-" : CoverageSummary.percentage(counts.fraction)
        ]
    }

    private func list(
        _ title: String,
        _ promises: [PromiseResult],
        _ role: TextStyle.Role
    ) -> [String] {
        guard !promises.isEmpty else { return [] }
        let width = min(48, promises.map(\.id.count).max() ?? 0)
        let lines = promises.map { promise in
            let padding = String(repeating: " ", count: max(0, width - promise.id.count))
            let reason = promise.reason ?? promise.summary ?? ""
            let basis = promise.basis == .documented ? "" : " [\(promise.basis.rawValue)]"
            return "  \(promise.id)\(padding)  \(reason)\(basis)"
                + style.text("  \(promise.location)", .dim)
        }
        return [style.text("\(title) (\(promises.count))", role)] + lines + [""]
    }
}
