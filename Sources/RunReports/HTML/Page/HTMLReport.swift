/// Results as one self-contained page: no network, and readable without scripts.
package struct HTMLReport: Sendable {
    /// The version of this tool.
    private let version: String
    /// The title of the page; `nil` derives it from the results.
    private let title: String?

    package init(version: String, title: String? = nil) {
        self.version = version
        self.title = title
    }
}

extension HTMLReport {
    /// The whole page.
    ///
    /// - Parameter documents: In the order in which they are shown; at least one.
    /// - Returns: HTML that ends with a line end.
    package func text(of documents: [ReportDocument]) -> String {
        let contents = PageContents(documents)
        return PageFrame(
            title: title ?? contents.title,
            subtitle: contents.subtitle,
            sections: sections(of: contents),
            version: version
        ).text
    }

    /// The page of one result, from the text of its JSON file.
    ///
    /// - Parameter file: The JSON output of this program.
    /// - Returns: HTML that ends with a line end.
    package func text(ofFile file: String) -> String {
        do {
            return text(of: [try ReportDocument(parsing: Array(file.utf8), file: "result.json")])
        } catch {
            preconditionFailure("a report of this program is none: \(error)")
        }
    }

    // MARK: - Sections

    private func sections(of contents: PageContents) -> [PageSection] {
        let kinds = [
            contents.comparisons.count, contents.histories.count, contents.runs.count,
            contents.searches.count, contents.grids.count, contents.mutations.count,
        ]
        let isAlone = kinds.count { $0 > 0 } == 1
        return sections(
            of: contents.comparisons,
            ("comparison", "Comparison"),
            isAlone: isAlone
        ) { ComparisonSection(record: $0, prefix: $1, isAlone: $2).list }
            + sections(of: contents.histories, ("history", "History"), isAlone: isAlone) {
                TrendSection(record: $0, prefix: $1, isAlone: $2).list
            }
            + sections(of: contents.runs, isAlone: isAlone)
            + sections(of: contents.searches, isAlone: isAlone)
            + sections(of: contents.grids, ("coverage", "Contract coverage"), isAlone: isAlone) {
                PromiseGridSection(grid: $0, prefix: $1, isAlone: $2).list
            }
            + sections(
                of: contents.mutations,
                ("mutations", "Mutations and defects"),
                isAlone: isAlone
            ) {
                MutationSection(record: $0, prefix: $1, isAlone: $2).list
            }
    }

    /// The parts of a single document, or each document under its own heading.
    private func sections<Item>(
        of items: [PageContents.Named<Item>],
        _ kind: (id: String, title: String),
        isAlone: Bool,
        parts: (Item, _ prefix: String, _ isAlone: Bool) -> [PageSection]
    ) -> [PageSection] {
        if isAlone, items.count == 1 { return parts(items[0].item, "", true) }
        return items.enumerated().map { index, named in
            let title = items.count == 1 ? kind.title : "\(kind.title): \(named.name)"
            let id = "\(kind.id)-\(index + 1)"
            let content = parts(named.item, "\(id)-", false).map(\.markup)
            return PageSection(id: id, title: title, content: Markup(content))
        }
    }

    private func sections(of runs: [RunView], isAlone: Bool) -> [PageSection] {
        guard let first = runs.first else { return [] }
        guard runs.count > 1 else {
            let sections = RunSections(run: first)
            if isAlone { return sections.list }
            return [PageSection(id: first.prefix, title: "Load run", content: sections.whole)]
        }
        let comparison = PageSection(
            id: "comparison",
            title: "Runs side by side",
            content: RunComparisonSection(runs: runs).markup
        )
        let each = PageSection(
            id: "runs",
            title: "Run by run",
            content: Markup(runs.map { RunSections(run: $0).folded })
        )
        return [comparison, each]
    }

    private func sections(of searches: [CapacityView], isAlone: Bool) -> [PageSection] {
        if isAlone, searches.count == 1 { return searches[0].sections }
        return searches.map { search in
            let title = searches.count == 1 ? "Capacity" : "Capacity: \(search.name)"
            return PageSection(id: search.prefix, title: title, content: search.whole)
        }
    }
}
