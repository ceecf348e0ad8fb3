import Contract
import ReportText
import Trace

/// The figures of documents, a row for each, and one for all of them.
struct DocumentTable {
    /// A document, or all of them.
    struct Row {
        let name: String
        /// One figure for each title.
        let cells: [Int]
        /// `checked 44, modelled 2 of 51`; `nil` without a run.
        let remark: String?
    }

    /// The titles of the figures.
    private(set) var titles: [String]
    private(set) var rows: [Row]

    /// The name of the row for all.
    private static let all = "all documents"

    /// The results of a run; columns that few runs need are left out where they are empty.
    init(_ documents: [DocumentCoverage]) {
        let standings = DocumentCoverage.Standing.allCases.filter { standing in
            switch standing {
            case .checked, .modelled, .local, .console, .open, .contradicted: true
            case .declared, .notProven, .failed, .inconclusive, .differs, .notTried:
                documents.contains { $0.count(standing) > 0 }
            }
        }
        titles = ["statements"] + standings.map(\.rawValue)
        rows = documents.map { document in
            Row(
                name: document.inventory.document.title,
                cells: [document.entries.count] + standings.map(document.count),
                remark: Self.remark([document])
            )
        }
        addSum(Self.remark(documents))
    }

    /// The fates of statements before a run.
    init(_ inventories: [Inventory]) {
        titles = ["statements"] + FateCounts.titles + ["promises linked"]
        rows = inventories.map { inventory in
            let linked = Set(inventory.statements.flatMap(\.fate.promises).map(\.text))
            let counts = FateCounts(of: inventory).counts
            return Row(
                name: inventory.document.title,
                cells: [inventory.statements.count] + counts + [linked.count],
                remark: nil
            )
        }
        addSum(nil)
    }

    private mutating func addSum(_ remark: String?) {
        guard rows.count > 1 else { return }
        let sums = titles.indices.map { column in rows.reduce(0) { $0 + $1.cells[column] } }
        rows.append(Row(name: Self.all, cells: sums, remark: remark))
    }

    /// `checked 44, modelled 2 of 51`: never added up, because no server can violate a statement that a model
    /// decides.
    private static func remark(_ documents: [DocumentCoverage]) -> String {
        "checked \(documents.count(.checked)), modelled \(documents.count(.modelled)) of "
            + "\(documents.countable)"
    }

    /// The table with its heading; nothing without documents.
    func lines(_ style: TextStyle) -> [String] {
        guard !rows.isEmpty else { return [] }
        var table = TextTable()
        table.add([""] + titles)
        for row in rows { table.add([PrintableText.line(row.name)] + row.cells.map { "\($0)" }) }
        let remarks = [nil] + rows.map(\.remark)
        return [style.text("Documents", .bold)]
            + zip(table.lines, remarks).map { line, remark in
                line + (remark.map { "  " + style.text($0, .dim) } ?? "")
            }
    }

    /// A row in words: `checked 1, modelled 1 of 4: 6 statements, 1 checked, 1 open`, without zeros.
    func sentence(_ row: Row) -> String {
        let counts = zip(titles, row.cells).filter { $0.1 > 0 }.map { "\($1) \($0)" }
        return [row.remark, counts.joined(separator: ", ")].compactMap(\.self).joined(
            separator: ": "
        )
    }

    /// The table as Markdown; nothing without documents.
    var markdown: [String] {
        guard let first = rows.first else { return [] }
        let hasRemarks = first.remark != nil
        let titles = ["document"] + titles + (hasRemarks ? ["of those that count"] : [])
        let alignment = [":--"] + titles.dropFirst().map { _ in "--:" }
        let body = rows.map { row in
            [MarkdownText.cell(row.name)] + row.cells.map { "\($0)" }
                + (row.remark.map { [$0] } ?? [])
        }
        return ([titles, alignment] + body).map { "| \($0.joined(separator: " | ")) |" }
    }
}

/// The number of statements by fate.
struct FateCounts {
    static let titles = ["promised", "local", "console", "open", "contradicted"]

    private(set) var counts = [0, 0, 0, 0, 0]

    init(of inventory: Inventory) {
        for statement in inventory.statements {
            switch statement.fate {
            case .promised: counts[0] += 1
            case .local: counts[1] += 1
            case .console: counts[2] += 1
            case .open: counts[3] += 1
            case .contradicted: counts[4] += 1
            }
        }
    }
}
