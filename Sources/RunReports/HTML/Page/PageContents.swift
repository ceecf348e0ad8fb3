import Base
import Measure

/// The subjects of a page by kind, and its title.
struct PageContents {
    /// A document with its name on the page.
    struct Named<Item> {
        let name: String
        let item: Item
    }

    private(set) var runs: [RunView] = []
    private(set) var searches: [CapacityView] = []
    private(set) var grids: [Named<PromiseGrid>] = []
    private(set) var mutations: [Named<MutationRecord>] = []
    private(set) var comparisons: [Named<ComparisonRecord>] = []
    private(set) var histories: [Named<TrendRecord>] = []

    /// - Parameter documents: In the order in which they are shown.
    init(_ documents: [ReportDocument]) {
        for (document, name) in zip(documents, Self.names(of: documents.map(\.file))) {
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
            case .promises(let grid): grids.append(Named(name: name, item: grid))
            case .comparison(let record): comparisons.append(Named(name: name, item: record))
            case .mutations(let record): mutations.append(Named(name: name, item: record))
            case .history(let record): histories.append(Named(name: name, item: record))
            }
        }
    }

    /// The title of the profile if all have the same one, and the number of results.
    var title: String {
        let titles = Set(runs.map(\.result.profile.title) + searches.map(\.record.profile.title))
        guard let title = titles.first else { return titleWithoutProfile }
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

    private var titleWithoutProfile: String {
        if grids.count == 1 { return grids[0].item.title }
        if !grids.isEmpty { return "Contract coverage of \(grids.count) runs" }
        if mutations.count == 1, comparisons.isEmpty, histories.isEmpty {
            let titles = mutations[0].item.titles
            let name = Words.commonBeginning(of: titles) ?? Words.list(titles, limit: 3)
            return name.isEmpty ? "Mutations and defects" : "\(name): mutations and defects"
        }
        if !mutations.isEmpty, comparisons.isEmpty, histories.isEmpty {
            return "Mutations and defects of \(mutations.count) runs"
        }
        if comparisons.count == 1, histories.isEmpty {
            let subject = comparisons[0].item.subject
            return "Old and new compared" + (subject.map { ": \($0)" } ?? "")
        }
        if !comparisons.isEmpty { return "\(comparisons.count) comparisons" }
        return histories.count == 1
            ? "History \(histories[0].name)" : "\(histories.count) histories"
    }

    /// Subject, place and time of all documents together.
    var subtitle: String {
        let origins =
            runs.map(\.origin) + searches.map(\.origin) + grids.map(\.item.origin)
            + mutations.map(\.item.origin) + histories.map(\.item.origin)
        return PageOrigin.merged(origins).text
    }

    /// File names without folders and ending, if they still differ.
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
