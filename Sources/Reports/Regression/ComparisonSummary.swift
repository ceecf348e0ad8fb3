import Contract
import JSON
import ReportText

/// The summary of a comparison, ready to be written in any format.
package struct ComparisonSummary: Sendable {
    /// The outcome of a row, or of the whole comparison.
    package enum Outcome: Hashable, Sendable {
        case good, bad, doubtful
    }

    /// One compared item.
    struct Row: Sendable {
        /// `p99`, or the name of the promise.
        let name: String
        /// One for each column after the first.
        let cells: [String]
        let outcome: Outcome
        /// A sentence without a full stop, for reports without columns.
        let sentence: String
        /// The place in a contract; `nil` for figures.
        var location: SourceLocation?
    }

    /// A fact that all results, or those of one side, share.
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
    /// The subject of the comparison: profile or contracts, servers, time and machine.
    let facts: [Fact]
    /// The outcome, in one sentence without a full stop.
    package let headline: String
    package let outcome: Outcome
    /// The names of all columns, including the first; empty without rows.
    let columns: [String]
    let rows: [Row]
    /// Sentences without a full stop.
    let notes: [String]
    /// The report for programs.
    let document: JSONValue
}

extension ComparisonSummary {
    /// The report for programs, with a final line end.
    package var jsonText: String {
        var object = document.objectValue ?? JSONObject()
        object["report"] = .object(words)
        return JSONValue.object(object).prettyText() + "\n"
    }

    /// The texts of the report for people, for pages.
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
    ///   - style: Colours, or none.
    ///   - isQuiet: Whether to show only the verdict, and regressions and inconclusive rows.
    /// - Returns: Lines, each with a line end.
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

    /// The report as JUnit XML: one test case for each row, skipped when inconclusive.
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
        // Remarks on the rows; without rows `verdictRow` contains them.
        if !rows.isEmpty { suite.output = factLines + notes }
        return JUnitDocument([suite]).text
    }

    /// A row for the whole comparison when nothing could be compared.
    private var verdictRow: Row {
        let reasons = ([headline] + notes).joined(separator: "; ")
        return Row(name: "comparison", cells: [], outcome: outcome, sentence: reasons)
    }
}

extension ComparisonSummary.Outcome {
    /// The word in JSON.
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
