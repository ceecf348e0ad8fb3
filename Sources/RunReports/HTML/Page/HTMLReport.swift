import Base
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
        var searches: [CapacityView] = []
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
            case .capacity(let record):
                let number = searches.count + 1
                searches.append(CapacityView(name: name, record: record, number: number))
            case .promises(let grid): grids.append((name, grid))
            }
        }
        let sections =
            sections(of: runs, isAlone: searches.isEmpty)
            + sections(of: searches, isAlone: runs.isEmpty)
            + sections(of: grids, isAlone: runs.isEmpty && searches.isEmpty)
        return PageFrame(
            title: title ?? Self.title(of: runs, searches, grids.map(\.grid)),
            subtitle: Self.subtitle(of: runs, searches, grids.map(\.grid)),
            sections: sections,
            version: version
        ).text
    }

    // MARK: - Sections

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
        return [comparison]
            + runs.map { run in
                let sections = RunSections(run: run)
                return PageSection(id: run.prefix, title: run.name, content: sections.whole)
            }
    }

    private func sections(of searches: [CapacityView], isAlone: Bool) -> [PageSection] {
        if isAlone, searches.count == 1 { return searches[0].sections }
        return searches.map { search in
            let title = searches.count == 1 ? "Capacity" : "Capacity: \(search.name)"
            return PageSection(id: search.prefix, title: title, content: search.whole)
        }
    }

    private func sections(
        of grids: [(name: String, grid: PromiseGrid)],
        isAlone: Bool
    ) -> [PageSection] {
        if isAlone, grids.count == 1 {
            return PromiseGridSection(grid: grids[0].grid, prefix: "", isAlone: true).list
        }
        return grids.enumerated().map { index, item in
            let title = grids.count == 1 ? "Contract coverage" : "Contract coverage: \(item.name)"
            let id = "coverage\(index + 1)"
            let section = PromiseGridSection(grid: item.grid, prefix: "\(id)-")
            return PageSection(id: id, title: title, content: section.markup)
        }
    }

    // MARK: - Names

    /// The title of the profile when all have one, else what there is.
    private static func title(
        of runs: [RunView],
        _ searches: [CapacityView],
        _ grids: [PromiseGrid]
    ) -> String {
        let titles = Set(runs.map(\.result.profile.title) + searches.map(\.record.profile.title))
        guard let title = titles.first else {
            return grids.count == 1 ? grids[0].title : "Contract coverage of \(grids.count) runs"
        }
        if runs.count + searches.count == 1 { return title }
        let kind = titles.count == 1 ? "run" : "load run"
        var counts: [String] = []
        if !runs.isEmpty { counts.append(Count.grouped(runs.count, kind)) }
        if !searches.isEmpty {
            counts.append(searches.count == 1 ? "1 search" : "\(searches.count) searches")
        }
        let text = counts.joined(separator: " and ")
        return titles.count == 1 ? "\(title): \(text)" : text
    }

    private static func subtitle(
        of runs: [RunView],
        _ searches: [CapacityView],
        _ grids: [PromiseGrid]
    ) -> String {
        let isAlone = runs.isEmpty && searches.isEmpty
        let texts =
            runs.map(\.subtitle) + searches.map(\.subtitle) + (isAlone ? grids.map(\.subtitle) : [])
        return texts.count == 1 ? texts[0] : ""
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
        ] + delivery + [
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
            RunSummarySection(run: run).markup, latency,
            DeliverySection(run: run)?.markup ?? Markup(),
            time, facts.environment.markup,
            facts.repetition.markup,
        ])
    }

    /// Of a run whose deliveries were watched.
    private var delivery: [PageSection] {
        guard let section = DeliverySection(run: run) else { return [] }
        return [PageSection(id: "delivery", title: "Delivery", content: section.markup)]
    }

    private var latency: Markup { Markup(PageCharts.latency.map { $0(run) }) }
    private var time: Markup { Markup(PageCharts.time.map { $0(run) }) }
}
