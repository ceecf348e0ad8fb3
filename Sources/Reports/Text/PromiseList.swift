import Contract
import ReportText

/// The promises that did not simply pass, by result and reason.
struct PromiseList {
    private let style: TextStyle
    private let isVerbose: Bool
    private let promises: [PromiseResult]
    /// Identifiers of promises in several files.
    private let ambiguous: Set<String>

    /// Prefix of the titles: `Client: `.
    private let owner: String

    init(
        _ promises: [PromiseResult],
        of owner: String = "",
        style: TextStyle,
        isVerbose: Bool
    ) {
        self.promises = promises
        self.owner = owner
        self.style = style
        self.isVerbose = isVerbose
        var seen: Set<String> = []
        ambiguous = Set(promises.map(\.id).filter { !seen.insert($0).inserted })
    }

    /// One status and its presentation.
    private struct Section {
        let status: PromiseStatus
        let title: String
        let role: TextStyle.Role
        /// The number of reasons listed, unless the report is verbose.
        let limit: Int
        /// Which promises with this status are listed.
        var lists: @Sendable (PromiseResult) -> Bool = { _ in true }

        func holds(_ promise: PromiseResult) -> Bool {
            promise.status == status && lists(promise)
        }
    }

    private static let sections = [
        Section(status: .failed, title: "Failed promises", role: .bad, limit: 20),
        Section(
            status: .inconclusive,
            title: "Inconclusive promises",
            role: .doubtful,
            limit: 10
        ),
        Section(status: .notCovered, title: "Promises not covered", role: .doubtful, limit: 20),
        Section(
            status: .differs,
            title: "Promises that differ, below --basis",
            role: .doubtful,
            limit: 10
        ),
        Section(
            status: .passed,
            title: "Promises that passed only in part: some cases did not run",
            role: .doubtful,
            limit: 8,
            lists: { $0.isPartlyTried && !$0.isCodeUnjudged }
        ),
        Section(
            status: .passed,
            title: "Promises passed by an error with any code",
            role: .dim,
            limit: 8,
            lists: \.isCodeUnjudged
        ),
        Section(status: .waived, title: "Waived promises", role: .dim, limit: 8),
        Section(status: .untestable, title: "Untestable promises", role: .dim, limit: 8),
        Section(status: .local, title: "Calls that stay in the app", role: .dim, limit: 8),
    ]

    /// The lines of every status that occurs.
    var lines: [String] {
        Self.sections.flatMap { section -> [String] in
            let members = promises.filter(section.holds)
            guard !members.isEmpty else { return [] }
            let title = style.text("\(owner)\(section.title) (\(members.count))", section.role)
            return [title] + (isVerbose ? members.map(line) : grouped(members, section)) + [""]
        }
    }

    private func grouped(_ members: [PromiseResult], _ section: Section) -> [String] {
        let groups = Grouping(members, by: reason)
        var lines = groups.prefix(section.limit).flatMap { group -> [String] in
            let reason = WordList.excerpt(group.key)
            if group.members.count == 1 { return ["  \(name(group.members[0])): \(reason)"] }
            let names = group.members.map(name)
            return ["  \(reason) (\(names.count))"]
                + WordList.lines(names, indent: "    ", limit: 4)
        }
        let rest = groups.dropFirst(section.limit)
        if !rest.isEmpty {
            let count = rest.reduce(0) { $0 + $1.members.count }
            lines.append("  … \(count) more (--verbose lists them)")
        }
        return lines
    }

    private func line(_ promise: PromiseResult) -> String {
        "  \(name(promise)): \(reason(promise))" + style.text("  \(promise.location)", .dim)
    }

    private func name(_ promise: PromiseResult) -> String {
        let basis = promise.basis == .documented ? "" : " [\(promise.basis.rawValue)]"
        guard ambiguous.contains(promise.id) else { return promise.id + basis }
        return "\(promise.id) (\(promise.location.file))" + basis
    }

    private func reason(_ promise: PromiseResult) -> String {
        if let reason = promise.reason { return reason }
        guard promise.status == .notCovered else {
            return promise.summary ?? promise.status.rawValue
        }
        if !promise.cases.isEmpty { return "a case covers it, but did not reach it" }
        switch promise.kind {
        case .success: return "no case checks its success response"
        case .error, .behaviour, .catalogue: return "no case covers it"
        }
    }
}
