import Contract

/// One row of a case or an operation, ready to be put in.
struct ExpansionRow {
    /// What stands in brackets behind the name; `nil` where there are no rows.
    let label: String?
    let substitution: RowSubstitution
}

/// Reads `rows`: a list of mappings, or a CSV file.
struct RowDecoder {
    let context: LoadingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    /// The rows; one without a label and without values where the contract has none.
    func rows(_ node: YAMLNode?) -> [ExpansionRow] {
        let none = [ExpansionRow(label: nil, substitution: RowSubstitution())]
        guard let node else { return none }
        let rows: [[YAMLNode.Entry]]
        if node.entries != nil {
            rows = table(node)
        } else {
            rows = (node.decoded(as: .list(of: .mapping), diagnostics) ?? []).map {
                $0.entries ?? []
            }
        }
        if rows.isEmpty {
            diagnostics.error("\"rows\" has no row, so nothing would ever run", at: node)
            return none
        }
        return expansions(of: rows)
    }

    private func expansions(of rows: [[YAMLNode.Entry]]) -> [ExpansionRow] {
        let columns = Set(rows.joined().compactMap(\.key.text))
        var used: [String: Int] = [:]
        return rows.enumerated().map { position, entries in
            var values: [String: YAMLNode] = [:]
            for entry in entries { values[entry.key.text ?? ""] = entry.value }
            var label = Self.label(of: entries) ?? "\(position + 1)"
            used[label, default: 0] += 1
            if let count = used[label], count > 1 { label += "~\(count)" }
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
            !text.contains("{{"), !text.contains(where: { "[],\n".contains($0) })
        else { return nil }
        return text
    }

    /// `rows: { csv: FILE }`: the first line names the columns, every value is a text.
    private func table(_ node: YAMLNode) -> [[YAMLNode.Entry]] {
        guard let reader = MappingReader(node, of: "rows", diagnostics) else { return [] }
        defer { reader.finish() }
        guard let place = reader.required("csv"),
            let path = place.decoded(as: .string, diagnostics)
        else { return [] }
        do {
            let records = try CSVText(try context.files.read(path)).records
            return entries(of: records, path, place)
        } catch let error as FileSourceError {
            diagnostics.error("cannot read \(path): \(error.reason)", at: place)
        } catch {
            diagnostics.error("\(path): \(error)", at: place)
        }
        return []
    }

    private func entries(
        of records: [CSVText.Record],
        _ path: String,
        _ place: YAMLNode
    ) -> [[YAMLNode.Entry]] {
        guard let header = records.first else {
            diagnostics.error("\(path) is empty; its first line names the columns", at: place)
            return []
        }
        return records.dropFirst().map { record in
            if record.fields.count != header.fields.count {
                diagnostics.error(
                    "\(path):\(record.line): expected \(header.fields.count) fields as in the "
                        + "first line, got \(record.fields.count)",
                    at: place
                )
            }
            return zip(header.fields, record.fields).map { name, value in
                YAMLNode.Entry(
                    key: YAMLNode(.scalar(text: name, isPlain: false), at: place.location),
                    value: YAMLNode(.scalar(text: value, isPlain: false), at: place.location)
                )
            }
        }
    }
}
