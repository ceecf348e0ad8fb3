import Base

/// Every promise of some contracts, by call, each with a sign and a word; those that did not pass come first.
struct PromiseGridSection {
    let grid: PromiseGrid
    /// Prefix of identifiers on the page.
    let prefix: String
    /// Whether the page has no other result, so that the heading names the subject.
    let isAlone: Bool

    /// By service and name.
    private let failures: [String: [String: CaseFailure]]

    init(grid: PromiseGrid, prefix: String, isAlone: Bool = false) {
        (self.grid, self.prefix, self.isAlone) = (grid, prefix, isAlone)
        // Only a case that is on the page can be linked.
        let shown = grid.failures.enumerated().filter { CaseFailureList.isShown($0.offset) }
            .map(\.element)
        failures = Dictionary(grouping: shown, by: \.service).mapValues { failures in
            Dictionary(failures.map { ($0.name, $0) }) { first, _ in first }
        }
    }

    /// Each part with its own heading: the totals, promises that did not pass, and every service.
    var list: [PageSection] {
        var parts = [part("summary", "Summary", Markup([lead, legend]))]
        if !grid.failures.isEmpty {
            let title = "Cases that did not pass (\(grid.failures.count))"
            let list = CaseFailureList(failures: grid.failures, prefix: prefix)
            parts.append(part("failures", title, list.markup))
        }
        for (number, service) in grid.services.enumerated() {
            let tables = grid.tables.filter { $0.service == service }
            parts.append(part("service\(number + 1)", service, Markup(tables.map(table))))
        }
        if !grid.documents.isEmpty { parts.append(part("documents", "Documents", documents)) }
        if let description = grid.description {
            parts.append(part("description", "Description \(description.file)", table(description)))
        }
        if !grid.remarks.isEmpty { parts.append(part("remarks", "Remarks", remarks)) }
        return parts
    }

    /// All parts under one heading.
    var markup: Markup { Markup(list.map(\.markup)) }

    private func part(_ id: String, _ title: String, _ content: Markup) -> PageSection {
        PageSection(id: prefix + id, title: title, content: content, isInner: !isAlone)
    }

    /// Statuses in the order of tables: the word of the file, its sign, its style and its name.
    private static let statuses: [Status] = [
        Status("passed", "✓", "passed", "passed"), Status("covered", "●", "", "covered"),
        Status("failed", "✗", "failed", "failed"), Status("differs", "≠", "differs", "differs"),
        Status("inconclusive", "?", "inconclusive", "inconclusive"),
        Status("notCovered", "○", "never", "not covered"),
        Status("waived", "⊘", "aside-row", "waived"),
        Status("untestable", "–", "aside-row", "untestable"),
        Status("local", "⌂", "aside-row", "local"),
    ]

    private struct Status {
        let word: String
        let sign: String
        let style: String
        let title: String

        init(_ word: String, _ sign: String, _ style: String, _ title: String) {
            (self.word, self.sign, self.style, self.title) = (word, sign, style, title)
        }
    }

    private static func status(of cell: PromiseGrid.Cell) -> Status {
        statuses.first { $0.word == cell.status } ?? Status(cell.status, "·", "", cell.status)
    }

    /// The statuses of all promises.
    private var shown: [Status] { Self.statuses(of: grid.tables.flatMap(\.cells)) }

    /// The statuses that occur.
    private static func statuses(of cells: [PromiseGrid.Cell]) -> [Status] {
        statuses.filter { status in cells.contains { $0.status == status.word } }
    }

    // MARK: - Above the tables

    private var lead: Markup {
        let cells = grid.tables.flatMap(\.cells)
        let parts = shown.map { status in
            "\(cells.count { $0.status == status.word }) \(status.title)"
        }
        let promises =
            "\(Count.grouped(cells.count)) promises: "
            + "\(parts.joined(separator: ", "))."
        let cases = grid.caseCounts.map { "\($0.count) \($0.verdict)" }.joined(separator: ", ")
        let origin = grid.origin.text
        let targets = isAlone || origin.isEmpty ? "" : " \(grid.title), \(origin)."
        let caseText = cases.isEmpty ? "" : " Cases: \(cases)."
        return Markup(
            "p",
            ["class": "lead"],
            [verdict.badge, " ", Markup(text: promises + caseText + targets)]
        )
    }

    private var verdict: PageVerdict {
        let statuses = Set(grid.tables.flatMap(\.cells).map(\.status))
        if statuses.contains("failed") || grid.failures.contains(where: { $0.verdict == "failed" })
        {
            return PageVerdict(.failed, "FAILED: the contract")
        }
        if !grid.failures.isEmpty || statuses.contains("inconclusive") {
            return PageVerdict(.doubtful, "INCONCLUSIVE: not every case was checked")
        }
        if grid.caseCounts.isEmpty && !statuses.contains("passed") {
            return PageVerdict(.neutral, "Planned")
        }
        let judged = ["passed", "failed", "flaky", "inconclusive"]
        if !grid.caseCounts.isEmpty,
            !grid.caseCounts.contains(where: { judged.contains($0.verdict) })
        {
            return PageVerdict(.doubtful, "INCONCLUSIVE: no case was checked")
        }
        return statuses.contains("notCovered")
            ? PageVerdict(.doubtful, "PASSED: but not every promise is covered")
            : PageVerdict(.passed, "PASSED: the contract")
    }

    private var legend: Markup {
        Markup(
            "ul",
            ["class": "legend chips"],
            shown.map { status in
                Markup(
                    "li",
                    ["class": status.style],
                    [Markup(text: "\(status.sign) \(status.title)")]
                )
            }
        )
    }

    // MARK: - Tables

    /// The statements of documents, and how many of them are checked.
    private var documents: Markup {
        var words: [String] = []
        for entry in grid.documents.flatMap(\.counts)
        where entry.count > 0 && !words.contains(entry.word) { words.append(entry.word) }
        let hasShares = grid.documents.contains { $0.checked != nil }
        let rows = grid.documents.map { document in
            let figures = words.map { word in
                "\(document.counts.first { $0.word == word }?.count ?? 0)"
            }
            let share = document.checked.map { "\($0.count) of \($0.all)" } ?? ""
            return DataTable.Row(document.title, figures + (hasShares ? [share] : []))
        }
        return DataTable(
            caption: "Documents",
            titles: ["Document"] + words.map(Self.title)
                + (hasShares ? ["checked of those that count"] : []),
            rows: rows
        ).markup
    }

    /// The elements of an API description, and how many were covered.
    private func table(_ description: PromiseGrid.Description) -> Markup {
        let rows = description.operations.map { operation in
            DataTable.Row(
                operation.name,
                ["\(operation.sent)"] + operation.shares + [operation.remark]
            )
        }
        let titles = ["Operation", "sent", "statuses", "parameters", "members", "not covered"]
        let tried = DataTable(
            caption: "Coverage",
            titles: titles,
            rows: rows,
            endsWithText: true
        ).markup
        guard !description.strangers.isEmpty else { return tried }
        let names = description.strangers.joined(separator: ", ")
        return Markup([tried, Markup("p", [Markup(text: "Not described: \(names).")])])
    }

    /// `not tried` for `notTried`.
    private static func title(_ word: String) -> String {
        word.reduce(into: "") { title, letter in
            title += letter.isUppercase ? " " + letter.lowercased() : String(letter)
        }
    }

    private func table(_ table: PromiseGrid.Table) -> Markup {
        let shown = Self.statuses(of: table.cells)
        func row(_ name: String, _ cells: [PromiseGrid.Cell]) -> Markup {
            let counts = shown.map { status in
                let count = cells.count { $0.status == status.word }
                return Markup(
                    "td",
                    ["data-title": status.title],
                    count == 0 ? [] : [Markup(text: "\(count)")]
                )
            }
            return Markup(
                "tr",
                [Markup("th", ["scope": "row"], [Markup(text: name)])] + counts
                    + [Markup("td", [chips(cells, of: table.service)])]
            )
        }
        let titles = ["Call"] + shown.map(\.title) + ["Promises"]
        let head = titles.map { Markup("th", ["scope": "col"], [Markup(text: $0)]) }
        var rows = table.calls.map { row($0.name, $0.cells) }
        if !table.errors.isEmpty { rows.append(row("error codes", table.errors)) }
        return Markup(
            "table",
            ["class": "matrix cards"],
            [
                Markup("caption", [Markup(text: table.title)]),
                Markup("thead", [Markup("tr", head)]), Markup("tbody", rows),
            ]
        )
    }

    private func chips(_ cells: [PromiseGrid.Cell], of service: String) -> Markup {
        Markup(
            "ul",
            ["class": "chips"],
            cells.map { cell in
                let status = Self.status(of: cell)
                let title = cell.summary.isEmpty ? status.title : "\(status.title): \(cell.summary)"
                let sign = Markup(
                    "span",
                    ["role": "img", "aria-label": status.title],
                    [Markup(text: status.sign)]
                )
                let label = Markup([sign, Markup(text: " \(cell.label)")])
                let link = failure(behind: cell, of: service).map { failure in
                    Markup(
                        "a",
                        ["href": "#\(CaseFailureList.anchor(of: failure, prefix))"],
                        ["See the case"]
                    )
                }
                guard link != nil || !cell.summary.isEmpty else {
                    return Markup("li", ["class": status.style, "title": title], [label])
                }
                // The title shows on hover; a tap or a key opens the same text.
                let text = Markup(
                    "p",
                    [
                        Markup(text: title.hasSuffix(".") ? title : "\(title)."), " ",
                        link ?? Markup(),
                    ]
                )
                return Markup(
                    "li",
                    ["class": status.style, "title": title],
                    [Markup("details", [Markup("summary", [label]), text])]
                )
            }
        )
    }

    /// The first case that did not pass among the evidence for a promise.
    private func failure(behind cell: PromiseGrid.Cell, of service: String) -> CaseFailure? {
        guard ["failed", "differs", "inconclusive"].contains(cell.status) else { return nil }
        return cell.cases.lazy.compactMap { name in failures[service]?[name] }.first
    }

    private var remarks: Markup {
        DataTable(
            caption: "Promises with remarks",
            titles: ["Promise", "Remark", "Reason", "Place"],
            rows: grid.remarks.map { DataTable.Row($0.promise, [$0.text, $0.reason, $0.place]) },
            endsWithText: true
        ).markup
    }
}
