import Contract
import JSON
import ReportText
import Trace

/// The number of statements that defects make false, and how many of these were detected.
struct ContradictionTable {
    private let documents: [DocumentContradictions]
    private let wereTried: Bool

    init(_ documents: [DocumentContradictions]) {
        self.documents = documents
        wereTried = documents.contains { $0.entries.contains { $0.unnoticed != nil } }
    }

    /// The table with its heading and the undetected statements; empty where no statement is made false.
    ///
    /// - Parameters:
    ///   - style: The colours.
    ///   - isVerbose: Whether to list the statements that no defect makes false.
    /// - Returns: Lines.
    func lines(_ style: TextStyle, isVerbose: Bool) -> [String] {
        guard documents.contains(where: { $0.contradicted > 0 }) else { return [] }
        var table = TextTable()
        table.add(["", "promised", "made false"] + (wereTried ? ["detected"] : []))
        for document in documents {
            let counts = [document.entries.count, document.contradicted]
            let figures = counts + (wereTried ? [document.noticed] : [])
            let title = PrintableText.line(document.inventory.document.title)
            table.add([title] + figures.map { "\($0)" })
        }
        var lines = [style.text("Statements made false by a defect", .bold)] + table.lines
        for document in documents {
            lines += document.unnoticed.map { entry in
                "  \(style.text("not detected", .bad)) \(Self.text(entry)): "
                    + (entry.unnoticed ?? []).joined(separator: ", ")
            }
            guard isVerbose else { continue }
            lines += document.open.map {
                "  \(style.text("never false", .doubtful)) \(Self.text($0))"
            }
        }
        return lines
    }

    private static func text(_ entry: DocumentContradictions.Entry) -> String {
        PrintableText.line("\(entry.statement.name) (\(entry.statement.says))")
    }

    /// The table as Markdown, and the undetected statements; empty where no statement is made
    /// false.
    var markdown: [String] {
        guard documents.contains(where: { $0.contradicted > 0 }) else { return [] }
        let rows = documents.map { document in
            let noticed = wereTried ? "\(document.noticed)" : ""
            return "| \(MarkdownText.cell(document.inventory.document.title)) "
                + "| \(document.entries.count) | \(document.contradicted) | \(noticed) |"
        }
        let missed = documents.flatMap(\.unnoticed).map { entry in
            let defects = (entry.unnoticed ?? []).map { MarkdownText.code($0) }
            return "- **not detected** \(MarkdownText.code(entry.statement.name)): "
                + defects.joined(separator: ", ")
        }
        let head = "| Statements of | promised | made false | detected |"
        return [head, "| :-- | --: | --: | --: |"] + rows + (missed.isEmpty ? [] : [""] + missed)
    }

    /// The table as JSON, a member for each document.
    var json: [JSONValue] {
        documents.map { document in
            let entries = document.entries.map { entry in
                var object = JSONObject()
                object["name"] = .string(entry.statement.name)
                object["defects"] = .array(entry.defects.map { .string($0) })
                object["unnoticed"] = entry.unnoticed.map { .array($0.map { .string($0) }) }
                return JSONValue.object(object)
            }
            return [
                "name": .string(document.inventory.document.name),
                "inventory": .string(document.inventory.file),
                "promised": .integer(document.entries.count),
                "contradicted": .integer(document.contradicted),
                "noticed": .integer(document.noticed),
                "statements": .array(entries),
            ]
        }
    }
}
