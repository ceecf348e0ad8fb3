import Contract
import JSON
import ReportText

/// What a comparison of results says, ready to be written in any format.
package struct ComparisonSummary: Sendable {
    /// What a line or the whole comes to.
    package enum Outcome: Hashable, Sendable {
        case good, bad, doubtful
    }

    /// One thing that was compared.
    struct Row: Sendable {
        /// `p99`, or the promise.
        let name: String
        /// One for each column after the first.
        let cells: [String]
        let outcome: Outcome
        /// A sentence without its end, for reports that have no columns.
        let sentence: String
        /// Where a contract has it; `nil` for figures.
        var location: SourceLocation?
    }

    /// Something that was the same in all results, or of one side.
    package struct Fact: Sendable {
        /// `profile`, `old`, `machine`.
        let name: String
        let text: String

        package init(_ name: String, _ text: String) {
            (self.name, self.text) = (name, text)
        }

        fileprivate var line: String { "\(name): \(text)" }
    }

    /// `5 old runs against 5 new runs, in turns`.
    let title: String
    /// What was compared: profile or contracts, servers, time and machine.
    let facts: [Fact]
    /// What it came to, in one sentence without its end.
    package let headline: String
    package let outcome: Outcome
    /// Their names, that of the first too; empty without rows.
    let columns: [String]
    let rows: [Row]
    /// Sentences without their ends.
    let notes: [String]
    /// The report for programs.
    let document: JSONValue
}

extension ComparisonSummary {
    /// The report for programs, ending with a line end.
    package var jsonText: String {
        var object = document.objectValue ?? JSONObject()
        object["report"] = .object(words)
        return JSONValue.object(object).prettyText() + "\n"
    }

    /// What the report for people says, for pages.
    private var words: JSONObject {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
        var words = JSONObject()
        words["title"] = .string(title)
        words["facts"] = .array(
            facts.map { ["name": .string($0.name), "text": .string($0.text)] }
        )
        words["headline"] = .string(headline)
        words["outcome"] = .string(outcome.word)
        words["columns"] = texts(columns)
        words["rows"] = .array(
            rows.map { row in
                [
                    "name": .string(row.name), "cells": texts(row.cells),
                    "outcome": .string(row.outcome.word),
                ]
            }
        )
        words["notes"] = texts(notes)
        return words
    }

    var factLines: [String] { facts.map(\.line) }

    /// The report for people.
    ///
    /// - Parameters:
    ///   - style: Colour or none.
    ///   - isQuiet: Whether only the verdict is said, and what got worse or could not be judged.
    /// - Returns: Lines, the last of which ends with a line end too.
    func text(style: TextStyle, isQuiet: Bool = false) -> String {
        let verdict = style.text(PrintableText.line(headline, limit: 1000), outcome.role)
        guard !isQuiet else {
            let worse = rows.filter { $0.outcome == .bad }.map {
                "  " + PrintableText.line($0.sentence, limit: 1000)
            }
            return ([verdict] + worse).joined(separator: "\n") + "\n"
        }
        var lines = [PrintableText.line(title, limit: 500)]
        lines += factLines.map { "  " + PrintableText.line($0, limit: 500) }
        if !rows.isEmpty {
            var table = TextTable()
            table.add(columns)
            for row in rows { table.add([PrintableText.line(row.name, limit: 200)] + row.cells) }
            let styled = zip(table.lines, [nil] + rows.map(\.outcome)).map { line, outcome in
                let role: TextStyle.Role? = outcome.map { $0.role } ?? .bold
                return role.map { style.text(line, $0) } ?? line
            }
            lines += [""] + styled
        }
        if !notes.isEmpty {
            lines += [""] + notes.map { "  note: " + PrintableText.line($0, limit: 1000) }
        }
        lines += ["", verdict]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The report as a comment on a pull request.
    var markdown: String {
        var lines = ["## \(outcome.symbol) \(MarkdownSpan.escaped(headline))", ""]
        lines.append(MarkdownSpan.escaped(title) + ".")
        if !facts.isEmpty { lines += [""] + factLines.map { "- " + MarkdownSpan.escaped($0) } }
        if !rows.isEmpty {
            let aligned = columns.indices.map { $0 == 0 ? "---" : "--:" }
            lines += ["", Self.tableLine(columns), Self.tableLine(aligned)]
            for row in rows {
                let cells = row.cells.map(MarkdownSpan.escaped)
                let last = (cells.last ?? "") + " " + row.outcome.symbol
                lines.append(
                    Self.tableLine([MarkdownText.code(row.name)] + cells.dropLast() + [last])
                )
            }
        }
        if !notes.isEmpty { lines += [""] + notes.map { "- " + MarkdownSpan.escaped($0) } }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func tableLine(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// The report for CI servers: one test case for each row, skipped when it cannot be told.
    var jUnit: String {
        var suite = JUnitDocument.Suite(title)
        suite.cases = (rows.isEmpty ? [verdictRow] : rows).map { row in
            let test = JUnitDocument.Case("assay compare", row.name)
            return switch row.outcome {
            case .good: test
            case .bad: test.with(.failure, "regression", row.sentence)
            case .doubtful: test.with(.skipped, "undecided", row.sentence)
            }
        }
        // What a reader must know of the rows; `verdictRow` has it when there are none.
        if !rows.isEmpty { suite.output = factLines + notes }
        return JUnitDocument([suite]).text
    }

    /// What stands for the whole when nothing could be compared.
    private var verdictRow: Row {
        let reasons = ([headline] + notes).joined(separator: "; ")
        return Row(name: "comparison", cells: [], outcome: outcome, sentence: reasons)
    }
}

extension ComparisonSummary.Outcome {
    /// For programs.
    fileprivate var word: String {
        switch self {
        case .good: "good"
        case .bad: "bad"
        case .doubtful: "doubtful"
        }
    }

    fileprivate var role: TextStyle.Role {
        switch self {
        case .good: .good
        case .bad: .bad
        case .doubtful: .doubtful
        }
    }

    fileprivate var symbol: String {
        switch self {
        case .good: "✅"
        case .bad: "❌"
        case .doubtful: "❔"
        }
    }
}
