import Base
import Contract
import HTTP

/// One row of a case or an operation, ready to be put in.
struct ExpansionRow {
    /// Text in brackets after the name; `nil` without rows.
    let label: String?
    let substitution: RowSubstitution
}

/// Reads `rows`: a list of mappings, or a CSV file.
struct RowDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    /// Reads the rows.
    ///
    /// - Parameters:
    ///   - node: The value of `rows`.
    ///   - owner: The case whose templates use the columns; `nil` for an operation, whose columns cases can use.
    /// - Returns: The rows; one without a label and without values where the contract has none.
    func rows(_ node: YAMLNode?, of owner: YAMLNode? = nil) -> [ExpansionRow] {
        let none = [ExpansionRow(label: nil, substitution: RowSubstitution())]
        guard let node else { return none }
        guard let rows = node.entries == nil ? list(node) : table(node) else { return none }
        if rows.isEmpty {
            diagnostics.error("\"rows\" is empty, so nothing would run", at: node)
            return none
        }
        var columns: Set<String> = []
        for entry in rows.joined() where columns.insert(entry.key.text ?? "").inserted {
            context.reserve(entry.key.text ?? "", at: entry.key)
        }
        if let owner, node.entries == nil { warnOfUnusedColumns(rows, owner) }
        return expansions(of: rows, columns)
    }

    /// Warns of columns that no template uses, except for those that only name the row.
    private func warnOfUnusedColumns(_ rows: [[YAMLNode.Entry]], _ owner: YAMLNode) {
        var used: Set<String> = []
        owner.collectTemplateNames(&used)
        var seen = used
        for entries in rows {
            let isLabelled = Self.label(of: entries) != nil
            for (position, entry) in entries.enumerated() where position > 0 || !isLabelled {
                guard let name = entry.key.text, seen.insert(name).inserted else { continue }
                diagnostics.warning(
                    "no template uses the column \(Excerpt.quoted(name))",
                    at: entry.key,
                    hint: Diagnostics.suggestion(for: name, among: used.sorted())
                )
            }
        }
    }

    /// The rows that are mappings; what else is in the list is reported.
    private func list(_ node: YAMLNode) -> [[YAMLNode.Entry]]? {
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of mappings, or { csv: FILE }", at: node)
            return nil
        }
        let rows = elements.compactMap { $0.decoded(as: .mapping, diagnostics)?.entries }
        return rows.isEmpty && !elements.isEmpty ? nil : rows
    }

    private func expansions(
        of rows: [[YAMLNode.Entry]],
        _ columns: Set<String>
    ) -> [ExpansionRow] {
        var counts: [String: Int] = [:]
        var labels: Set<String> = []
        return rows.enumerated().map { position, entries in
            let values = Dictionary(entries.map { ($0.key.text ?? "", $0.value) }) { $1 }
            let base = Self.label(of: entries) ?? "\(position + 1)"
            var label = base
            repeat {
                let count = counts[base, default: 0] + 1
                counts[base] = count
                label = count == 1 ? base : "\(base)~\(count)"
            } while !labels.insert(label).inserted
            let absent = columns.subtracting(values.keys)
            return ExpansionRow(
                label: label,
                substitution: RowSubstitution(values: values, absent: absent)
            )
        }
    }

    /// The first column names the row, when it is a short scalar without templates.
    private static func label(of entries: [YAMLNode.Entry]) -> String? {
        guard let text = entries.first?.value.text, (1...40).contains(text.count),
            !text.contains("{{"),
            !text.contains(where: { "[],".contains($0) || $0.isNewline })
        else { return nil }
        return text
    }
}

// MARK: - CSV

extension RowDecoder {
    /// `rows: { csv: FILE }`: the first line names the columns, every value is a text.
    private func table(_ node: YAMLNode) -> [[YAMLNode.Entry]]? {
        guard let reader = KeyReader(node, of: "\"rows\"", RowsKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        guard let name = reader[\.csv], let place = reader.entry(\.csv)?.value
        else { return nil }
        let path = context.path(of: name)
        do {
            let records = try CSVRecord.all(in: context.session.table(path, of: context.file).bytes)
            return entries(of: records, path, place)
        } catch let error as FileSourceError {
            diagnostics.error("cannot read \(path): \(error.reason)", at: place)
        } catch let fault as CSVRecord.Fault {
            report(fault.reason, at: SourceLocation(file: path, line: fault.line, column: 1))
        } catch {
            diagnostics.error("cannot read \(path): \(error)", at: place)
        }
        return nil
    }

    private func entries(
        of records: [CSVRecord.Texts],
        _ path: String,
        _ place: YAMLNode
    ) -> [[YAMLNode.Entry]]? {
        guard let header = records.first else {
            diagnostics.error("\(path) is empty; its first line names the columns", at: place)
            return nil
        }
        let start = SourceLocation(file: path, line: header.line, column: 1)
        var names: Set<String> = []
        for name in header.fields where !names.insert(name).inserted {
            report("duplicate column \(Excerpt.quoted(name))", at: start)
        }
        return records.dropFirst().map { record in
            let location = SourceLocation(file: path, line: record.line, column: 1)
            if record.fields.count != header.fields.count {
                report(
                    "expected \(header.fields.count) fields as in the first line, got "
                        + "\(record.fields.count)",
                    at: location
                )
            }
            return zip(header.fields, record.fields).map { name, value in
                YAMLNode.Entry(
                    key: YAMLNode(.scalar(text: name, isPlain: false), at: start),
                    value: YAMLNode(.scalar(text: value, isPlain: false), at: location)
                )
            }
        }
    }

    private func report(_ message: String, at location: SourceLocation) {
        diagnostics.report(Diagnostic(message, at: location))
    }
}

extension YAMLNode {
    /// Adds every word in the templates of all keys and values: the names of values, and a few others.
    fileprivate func collectTemplateNames(_ names: inout Set<String>) {
        switch content {
        case .scalar(let text, _):
            for part in text.split(separator: "{{").dropFirst(text.hasPrefix("{{") ? 0 : 1) {
                let template = part.prefix { $0 != "}" }
                let words = template.split { !$0.isLetter && !$0.isNumber && !"_-".contains($0) }
                names.formUnion(words.map(String.init))
            }
        case .sequence(let elements):
            for element in elements { element.collectTemplateNames(&names) }
        case .mapping(let entries):
            for entry in entries {
                entry.key.collectTemplateNames(&names)
                entry.value.collectTemplateNames(&names)
            }
        }
    }
}
