import Measure

/// Results as one page that needs nothing beside it: no network, and no script to be read.
package struct HTMLReport: Sendable {
    /// The version of this tool.
    private let version: String
    /// What stands above everything; `nil` takes it from the results.
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
        let names = Self.names(of: documents.map(\.file))
        var runs: [RunView] = []
        var grids: [(name: String, grid: PromiseGrid)] = []
        for (document, name) in zip(documents, names) {
            switch document.content {
            case .load(let result):
                runs.append(
                    RunView(
                        name: name,
                        file: document.file,
                        result: result,
                        number: runs.count + 1
                    )
                )
            case .promises(let grid): grids.append((name, grid))
            }
        }
        let sections = sections(of: runs) + sections(of: grids)
        let title = title ?? Self.title(of: runs, grids.count)
        return PageFrame(
            title: title,
            subtitle: Self.subtitle(of: runs),
            sections: sections,
            version: version
        ).text
    }

    // MARK: - Sections

    private func sections(of runs: [RunView]) -> [PageSection] {
        guard let first = runs.first else { return [] }
        guard runs.count > 1 else {
            return RunSections(run: first).list
        }
        let comparison = PageSection(
            id: "comparison",
            title: "Runs side by side",
            content: RunComparisonSection(runs: runs).markup
        )
        return [comparison]
            + runs.map { run in
                let sections = RunSections(run: run)
                return PageSection(id: run.prefix, title: run.name, content: sections.whole)
            }
    }

    private func sections(of grids: [(name: String, grid: PromiseGrid)]) -> [PageSection] {
        grids.enumerated().map { index, item in
            let title = grids.count == 1 ? "Contract coverage" : "Contract coverage: \(item.name)"
            return PageSection(
                id: "coverage\(index + 1)",
                title: title,
                content: PromiseGridSection(grid: item.grid).markup
            )
        }
    }

    // MARK: - Names

    private static func title(of runs: [RunView], _ gridCount: Int) -> String {
        guard let first = runs.first else {
            return gridCount == 1 ? "Contract coverage" : "Contract coverage of \(gridCount) runs"
        }
        let titles = Set(runs.map(\.result.profile.title))
        let title = first.result.profile.title
        if runs.count == 1 { return title }
        return titles.count == 1 ? "\(title): \(runs.count) runs" : "\(runs.count) load runs"
    }

    private static func subtitle(of runs: [RunView]) -> String {
        guard runs.count == 1, let run = runs.first else { return "" }
        return run.subtitle
    }

    /// File names without folders and ending, where that tells them apart.
    static func names(of files: [String]) -> [String] {
        let short = files.map { file in
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
        }
        return zip(files, short).map { file, name in
            short.count { $0 == name } == 1 ? name : file
        }
    }
}

/// The parts of a page about one run.
struct RunSections {
    let run: RunView
    /// Whether the verdict stands in the summary.
    var showsVerdict = true

    /// Each with a heading of its own.
    var list: [PageSection] {
        let facts = RunFactsSection(run: run)
        return [
            PageSection(
                id: "summary",
                title: "Summary",
                content: RunSummarySection(run: run, showsVerdict: showsVerdict).markup
            ),
            PageSection(id: "latency", title: "Latency", content: latency),
            PageSection(id: "time", title: "Over time", content: time),
            PageSection(
                id: "environment",
                title: "Environment",
                content: facts.environment.content
            ),
            PageSection(id: "repeat", title: "How to repeat", content: facts.repetition.content),
        ]
    }

    /// All parts under one heading.
    var whole: Markup {
        let facts = RunFactsSection(run: run)
        return Markup([
            RunSummarySection(run: run).markup, latency, time, facts.environment.markup,
            facts.repetition.markup,
        ])
    }

    private var latency: Markup { PercentileFigure(run: run).markup }

    private var time: Markup {
        Markup([
            LatencyTimeFigure(run: run).markup,
            ClockTimeFigure(run: run, statistic: .mean).markup,
            ClockTimeFigure(run: run, statistic: .greatest).markup,
            ThroughputFigure(run: run).markup, OutcomeFigure(run: run).markup,
            HeatFigure(run: run).markup,
        ])
    }
}
