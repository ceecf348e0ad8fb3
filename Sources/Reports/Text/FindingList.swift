import Contract
import ReportText

/// The list at the end of a report: the cases that did not pass besides those shown in full, and short reasons.
struct FindingList {
    let style: TextStyle
    let isVerbose: Bool
    /// Kinds with cases that are shown before, and not listed.
    var continued: Set<Finding.Kind> = []
    /// The number of different points listed of one kind.
    private static let pointLimit = 15

    /// The number of cases of a kind up to which each has its own line; more are grouped by their
    /// point.
    private static func longest(_ kind: Finding.Kind) -> Int {
        switch kind {
        case .failed, .inconclusive, .flaky, .remarked: 20
        case .differs, .waived, .skipped, .unselected: 5
        }
    }

    /// The lines of all kinds, the gravest last: the last screen is read first.
    func lines(of findings: [Finding], kinds: [Finding.Kind]) -> [String] {
        kinds.reversed().flatMap { kind -> [String] in
            let members = findings.filter { $0.kind == kind }
            guard !members.isEmpty else { return [] }
            // The user's own selection excluded these.
            if kind == .unselected { return [title(kind, members.count), ""] }
            let isShort = isVerbose || members.count <= Self.longest(kind)
            let lines = isShort ? members.map(line) : grouped(members)
            return [title(kind, members.count)] + lines + [""]
        }
    }

    private func title(_ kind: Finding.Kind, _ count: Int) -> String {
        let role: TextStyle.Role =
            switch kind {
            case .failed: .bad
            case .inconclusive, .flaky, .remarked, .differs: .doubtful
            case .waived, .skipped, .unselected: .dim
            }
        let name =
            continued.contains(kind) ? "Further \(kind.rawValue.lowercased())" : kind.rawValue
        return style.text("\(name) (\(count))", role)
    }

    private func grouped(_ findings: [Finding]) -> [String] {
        let groups = Grouping(findings, by: \.point)
        var lines = groups.prefix(Self.pointLimit).flatMap { group -> [String] in
            if group.members.count == 1 { return [line(group.members[0])] }
            let head = "  \(WordList.excerpt(group.key)): \(group.members.count) cases"
            let names = group.members.map(\.result.name)
            return [head] + WordList.lines(names, indent: "    ", limit: 2)
        }
        let rest = groups.dropFirst(Self.pointLimit)
        if !rest.isEmpty {
            let cases = rest.reduce(0) { $0 + $1.members.count }
            lines.append(
                "  … \(cases) more, for \(rest.count) other reasons (--verbose lists them)"
            )
        }
        return lines
    }

    private func line(_ finding: Finding) -> String {
        "  \(finding.result.name): \(WordList.excerpt(finding.point))"
            + style.text("  \(finding.result.location)", .dim)
    }
}
