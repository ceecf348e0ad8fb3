import Base
import Contract
import ReportText

/// The report of `assay coverage` for people: every service, call by call and error by error.
struct CoverageMatrixText: Sendable {
    private let style: TextStyle
    private let isVerbose: Bool

    /// The maximum width of a line, in columns.
    private static let width = 100

    /// Prepares to write reports.
    ///
    /// - Parameters:
    ///   - style: For a terminal or for plain text.
    ///   - isVerbose: Shows every promise of a call with its case, in place of its error codes.
    init(style: TextStyle = TextStyle(isColored: false), isVerbose: Bool = false) {
        self.style = style
        self.isVerbose = isVerbose
    }

    /// The whole report, with a final line end.
    func text(of matrix: CoverageMatrix, _ documents: DocumentTable? = nil) -> String {
        var lines = documents.map { $0.lines(style) } ?? []
        if !lines.isEmpty { lines.append("") }
        lines += overview(of: matrix)
        let columns = CoverageColumns(of: matrix, isNarrow: true)
        for service in matrix.services {
            lines += ["", title(of: service)]
            for (side, owner) in [(service.server, ""), (service.client, "client ")] {
                lines += calls(of: side, "\(owner)call", columns)
                lines += errors(of: side, "\(owner)error code")
            }
            lines += exceptions(of: service)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func overview(of matrix: CoverageMatrix) -> [String] {
        let wide = overview(of: matrix, CoverageColumns(of: matrix, isNarrow: false))
        guard wide.contains(where: { $0.count > Self.width }) else { return wide }
        return overview(of: matrix, CoverageColumns(of: matrix, isNarrow: true))
    }

    private func overview(
        of matrix: CoverageMatrix,
        _ columns: CoverageColumns
    ) -> [String] {
        var table = TextTable()
        table.add(["", "calls", "errors"] + columns.titles)
        for service in matrix.services {
            for (side, name) in [
                (service.server, PrintableText.line(service.name)), (service.client, "  client"),
            ] where !side.rows.isEmpty {
                let sizes = [side.calls.count, side.errors.count].map { "\($0)" }
                table.add([name] + sizes + columns.cells(of: side.rows))
            }
        }
        return table.lines
    }

    private func title(of service: CoverageMatrix.Service) -> String {
        let name = style.text(PrintableText.line(service.name), .bold)
        let cases = Count.of(service.caseCount, "case")
        return name + style.text("  \(service.path), \(cases)", .dim)
    }
}

// MARK: - Calls

extension CoverageMatrixText {
    private func calls(
        of side: CoverageMatrix.Side,
        _ noun: String,
        _ columns: CoverageColumns
    ) -> [String] {
        guard !side.calls.isEmpty else { return [] }
        var table = TextTable()
        table.add([noun] + columns.titles)
        for call in side.calls { table.add([call.id] + columns.cells(of: call.rows)) }
        let rows = table.lines
        return ["", rows[0]]
            + zip(side.calls, rows.dropFirst()).flatMap { call, line in
                [line] + (isVerbose ? call.rows.flatMap(promise) : codes(of: call))
            }
    }

    /// The error codes of a call, over as many lines as they need.
    private func codes(of call: CoverageMatrix.Call) -> [String] {
        let codes = call.errors.map { code, rows in
            PrintableText.line(code) + CoverageMatrix.Call.note(on: rows)
        }
        return Self.filled(codes, indent: "      ", separator: "  ").map { style.text($0, .dim) }
    }

    private func promise(_ row: CoverageRow) -> [String] {
        let error = row.error.map { " (\($0))" } ?? ""
        let basis = row.promise.basis == .documented ? "" : " [\(row.promise.basis.rawValue)]"
        let text = "\(row.promise.id)\(error)\(basis): \(row.explanation { $0 })"
        return Self.filled(words(text), indent: "      ", hanging: "        ")
            .map { row.isSound ? style.text($0, .dim) : style.text($0, .doubtful) }
    }

    /// The promises of calls that no case covers, or that did not pass in a run.
    private func exceptions(of service: CoverageMatrix.Service) -> [String] {
        guard !isVerbose else { return [] }
        let all = (service.server.calls + service.client.calls).flatMap(\.rows)
        let rows = all.filter { !$0.isSound }
        guard !rows.isEmpty else { return [] }
        let word = all.contains { $0.verdict != nil } ? "passed" : "covered"
        return ["", "  promises of calls that are not \(word)"]
            + rows.flatMap { row in
                Self.filled(
                    words("\(row.promise.id): \(row.explanation { $0 })"),
                    indent: "  ",
                    hanging: "    "
                )
            }
    }

    private func words(_ text: String) -> [String] {
        PrintableText.line(text).split(separator: " ").map(String.init)
    }
}

// MARK: - Errors

extension CoverageMatrixText {
    private func errors(of side: CoverageMatrix.Side, _ noun: String) -> [String] {
        guard !side.errors.isEmpty else { return [] }
        let names = side.errors.map { error in
            PrintableText.line(error.id) + (error.number.map { "  \($0)" } ?? "")
        }
        let widest = (names + [noun]).map(\.count).max() ?? 0
        func begin(_ name: String, _ calls: String) -> String {
            let gap = String(repeating: " ", count: widest - name.count + 7 - calls.count)
            return "  \(name)\(gap)\(calls)  "
        }
        let hanging = String(repeating: " ", count: min(widest + 11, Self.width / 2))
        return ["", begin(noun, "calls") + "status"]
            + zip(side.errors, names).flatMap { error, name in
                let count = "\(side.calls(promising: error.id).count)"
                let objection = side.objection(to: error) { $0 }
                let text = words(error.row.explanation { $0 } + objection)
                return Self.filled(text, indent: begin(name, count), hanging: hanging)
                    .map { error.row.isSound ? $0 : style.text($0, .dim) }
            }
    }

    /// The words over as many lines as they need; a longer word has its own line.
    ///
    /// - Parameters:
    ///   - words: In order.
    ///   - indent: The start of the first line.
    ///   - hanging: The start of the other lines; `nil` for the same.
    ///   - separator: The text between two words.
    /// - Returns: The lines.
    private static func filled(
        _ words: [String],
        indent: String,
        hanging: String? = nil,
        separator: String = " "
    ) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words {
            if line.isEmpty {
                line = (lines.isEmpty ? indent : hanging ?? indent) + word
            } else if line.count + separator.count + word.count <= width {
                line += separator + word
            } else {
                lines.append(line)
                line = (hanging ?? indent) + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
