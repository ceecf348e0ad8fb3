import Base
import Contract
import ReportText

/// The report of `assay coverage` as tables for a page or a pull request.
struct CoverageMatrixMarkdown: Sendable {
    /// The whole report, with a final line end.
    func text(of matrix: CoverageMatrix, _ documents: DocumentTable? = nil) -> String {
        let columns = CoverageColumns(of: matrix, isNarrow: false)
        var blocks = [documents?.markdown ?? [], overview(of: matrix, columns)]
        for service in matrix.services {
            let cases = Count.of(service.caseCount, "case")
            blocks.append(["### \(MarkdownSpan.escaped(service.name))"])
            blocks.append(["\(MarkdownText.code(service.path)), \(cases)"])
            for (side, owner) in [(service.server, ""), (service.client, "client ")] {
                blocks.append(calls(of: side, "\(owner)call", columns))
                blocks.append(errors(of: side, "\(owner)error code"))
            }
            blocks.append(exceptions(of: service))
        }
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    private func overview(of matrix: CoverageMatrix, _ columns: CoverageColumns) -> [String] {
        var rows: [[String]] = []
        for service in matrix.services {
            let name = MarkdownSpan.escaped(service.name)
            for (side, name) in [(service.server, name), (service.client, "\(name), client")]
            where !side.rows.isEmpty {
                let sizes = [side.calls.count, side.errors.count].map { "\($0)" }
                rows.append([name] + sizes + columns.cells(of: side.rows))
            }
        }
        return table(["service", "calls", "errors"] + columns.titles, rows)
    }

    private func calls(
        of side: CoverageMatrix.Side,
        _ noun: String,
        _ columns: CoverageColumns
    ) -> [String] {
        guard !side.calls.isEmpty else { return [] }
        let rows = side.calls.map { call in
            let codes = call.errors.map { code, rows in
                MarkdownText.cell(code) + CoverageMatrix.Call.note(on: rows)
            }
            return [MarkdownText.cell(call.id)] + columns.cells(of: call.rows)
                + [codes.joined(separator: ", ")]
        }
        return table([noun] + columns.titles + ["error codes"], rows, hasText: true)
    }

    private func errors(of side: CoverageMatrix.Side, _ noun: String) -> [String] {
        guard !side.errors.isEmpty else { return [] }
        let rows = side.errors.map { error in
            let number = error.number.map { " (\(MarkdownSpan.escaped($0)))" } ?? ""
            return [
                MarkdownText.cell(error.id) + number,
                "\(side.calls(promising: error.id).count)",
                explanation(of: error.row) + side.objection(to: error) { MarkdownText.cell($0) },
            ]
        }
        return table([noun, "calls", "status"], rows, hasText: true)
    }

    /// The promises of calls that no case covers, or that did not pass in a run.
    private func exceptions(of service: CoverageMatrix.Service) -> [String] {
        let all = (service.server.calls + service.client.calls).flatMap(\.rows)
        let rows = all.filter { !$0.isSound }
        guard !rows.isEmpty else { return [] }
        let word = all.contains { $0.verdict != nil } ? "passed" : "covered"
        return ["Promises of calls that are not \(word):", ""]
            + rows.map { "- \(MarkdownText.cell($0.promise.id)): \(explanation(of: $0))" }
    }

    /// Names of cases as code, other text as plain words.
    private func explanation(of row: CoverageRow) -> String {
        row.standing == .covered
            ? row.explanation { MarkdownText.cell($0) }
            : MarkdownSpan.escaped(row.explanation { $0 })
    }

    /// The first column is aligned left, the others right; a last column with text is aligned left
    /// too.
    private func table(
        _ titles: [String],
        _ rows: [[String]],
        hasText: Bool = false
    ) -> [String] {
        var alignment = titles.map { _ in "--:" }
        alignment[0] = ":--"
        if hasText { alignment[titles.count - 1] = ":--" }
        return ([titles, alignment] + rows).map { cells in
            "| \(cells.joined(separator: " | ")) |"
        }
    }
}
