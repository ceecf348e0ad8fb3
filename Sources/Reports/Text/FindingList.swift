import Contract
import ReportText

/// The list at the end of a report: which cases did not pass beside those shown in full, and why, in a
/// few words.
struct FindingList {
    let style: TextStyle
    let isVerbose: Bool
    /// Those of which some cases are shown before, and not listed.
    var continued: Set<Finding.Kind> = []
    /// How many different points of one kind are listed.
    private static let pointLimit = 15

    /// Up to how many cases of a kind have a line each; more are put together by their point.
    private static func longest(_ kind: Finding.Kind) -> Int {
        switch kind {
        case .failed, .inconclusive, .flaky, .remarked: 20
        case .differs, .waived, .skipped, .unselected: 5
        }
    }

    /// The lines of all kinds, the gravest last: it is the last screen that is read first.
    func lines(of findings: [Finding], kinds: [Finding.Kind]) -> [String] {
        kinds.reversed().flatMap { kind -> [String] in
            let members = findings.filter { $0.kind == kind }
            guard !members.isEmpty else { return [] }
            // Whoever chose the others knows these.
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
