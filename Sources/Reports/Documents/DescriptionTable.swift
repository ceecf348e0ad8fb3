import Base
import Contract
import JSON
import ReportText

/// The coverage of an API description, with a row for each operation.
struct DescriptionTable {
    private let use: DescriptionUse
    /// Comments on pull requests have no room for more.
    private static let mostRows = 100

    init(_ use: DescriptionUse) { self.use = use }

    /// An operation that was not fully covered, or that differed.
    private struct Row {
        let name: String
        /// Requests, statuses, parameters, members.
        let cells: [String]
        let remark: String

        init(_ operation: DescribedOperation) {
            func share(_ parts: [DescribedOperation.Part]) -> String {
                parts.isEmpty ? "" : "\(parts.count { $0.count > 0 })/\(parts.count)"
            }
            let parameters = operation.parameters.map(\.part)
            name = operation.label
            cells =
                ["\(operation.sent)"]
                + [operation.statuses, parameters, operation.members].map(share)
            var parts: [String] = []
            let undeclared = operation.undeclared.sorted { $0.key < $1.key }
            if !undeclared.isEmpty {
                let statuses = undeclared.map { "\($0.key) (\(Count.of($0.value, "time")))" }
                parts.append("undeclared: \(statuses.joined(separator: ", "))")
            }
            let missing = (operation.statuses + parameters + operation.members)
                .filter { $0.count == 0 }.map(\.name)
            if operation.sent == 0 {
                parts.append("never sent")
            } else if !missing.isEmpty {
                parts.append("never: \(missing.joined(separator: ", "))")
            }
            remark = parts.joined(separator: "; ")
        }
    }

    private static let titles = ["sent", "statuses", "parameters", "members"]

    private var rows: [Row] { use.operations.map(Row.init) }

    /// Requests that match nothing in the description, in order.
    private var strangers: [String] {
        use.strangers.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    }

    /// The table with its heading.
    ///
    /// - Parameters:
    ///   - style: Of the text.
    ///   - isWhole: Whether to include operations that were fully covered.
    /// - Returns: The lines.
    func lines(_ style: TextStyle, isWhole: Bool) -> [String] {
        let shown = rows.filter { isWhole || !$0.remark.isEmpty }
        var lines = [style.text(PrintableText.line("Description \(use.file)"), .bold)]
        if !shown.isEmpty {
            var table = TextTable()
            table.add([""] + Self.titles)
            for row in shown { table.add([PrintableText.line(row.name)] + row.cells) }
            let remarks = [""] + shown.map(\.remark)
            lines += zip(table.lines, remarks).map { line, remark in
                remark.isEmpty ? line : line + "  " + PrintableText.line(remark, limit: 400)
            }
        }
        let whole = rows.count - shown.count
        if whole > 0 { lines.append("  of \(Count.of(whole, "operation")) everything is covered") }
        for stranger in strangers {
            lines.append("  not described: \(PrintableText.line(stranger))")
        }
        return lines
    }

    /// The rows with a remark, as Markdown; empty when everything was covered.
    var markdown: [String] {
        let shown = rows.filter { !$0.remark.isEmpty }
        var lines: [String] = []
        if !shown.isEmpty {
            let titles = ["operation"] + Self.titles + ["not covered"]
            let alignment = [":--"] + Self.titles.map { _ in "--:" } + [":--"]
            let body = shown.prefix(Self.mostRows).map { row in
                [MarkdownText.cell(row.name)] + row.cells + [MarkdownText.cell(row.remark)]
            }
            lines = ([titles, alignment] + body).map { "| \($0.joined(separator: " | ")) |" }
        }
        if shown.count > Self.mostRows {
            lines += ["", "\(Count.of(shown.count - Self.mostRows, "more operation"))."]
        }
        if !strangers.isEmpty {
            let names = strangers.prefix(10).map { MarkdownText.code($0) }
            lines += ["", "Not described: \(names.joined(separator: ", "))."]
        }
        return lines
    }

    /// The complete table as JSON.
    var json: JSONValue {
        func parts(_ parts: [DescribedOperation.Part]) -> JSONValue {
            .array(parts.map { ["name": .string($0.name), "count": .integer($0.count)] })
        }
        let summary = use.shares.map { share -> JSONObject.Member in
            let name = share.kind.split(separator: " ").first.map(String.init) ?? share.kind
            return .init(
                name: name,
                value: ["tried": .integer(share.seen), "all": .integer(share.all)]
            )
        }
        let operations = use.operations.map { operation -> JSONValue in
            let undeclared = operation.undeclared.sorted { $0.key < $1.key }.map { status, count in
                ["status": .integer(status), "count": .integer(count)] as JSONValue
            }
            return [
                "method": .string(operation.method), "path": .string(operation.path),
                "place": .string(operation.place), "sent": .integer(operation.sent),
                "statuses": parts(operation.statuses),
                "parameters": parts(operation.parameters.map(\.part)),
                "members": parts(operation.members), "undeclared": .array(undeclared),
            ]
        }
        let strangers = use.strangers.sorted { $0.key < $1.key }.map { name, count in
            ["name": .string(name), "count": .integer(count)] as JSONValue
        }
        return [
            "file": .string(use.file), "summary": .object(JSONObject(summary)),
            "operations": .array(operations), "notDescribed": .array(strangers),
        ]
    }
}
