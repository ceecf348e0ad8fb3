import Base
import Contract
import Profile

/// Reads `audience` of a profile: recipients that are made up, or rows of a CSV file.
struct AudienceDecoder {
    let context: DecodingContext
    /// The profile's file, from whose folder paths are taken.
    let file: String

    private var diagnostics: Diagnostics { context.diagnostics }

    /// `nil` after a report.
    func audience(_ node: YAMLNode) -> LoadProfile.Audience? {
        guard let reader = KeyReader(node, of: "an audience", AudienceKeys.self, diagnostics) else {
            return nil
        }
        let source = reader.exactlyOne(\.source)
        let perSend = reader[\.perSend]
        let isTable = source?.key.text == "csv"
        let recipient = (isTable ? reader[\.recipient] : reader.required(\.recipient))
            .map { context.values.value($0) }
        reader.finish()
        guard let source else { return nil }
        if isTable {
            guard let table = table(source.value) else { return nil }
            return LoadProfile.Audience(
                count: table.rowCount,
                perSend: perSend,
                recipient: recipient ?? Self.row(of: table, at: node.location),
                location: node.location,
                table: table
            )
        }
        let count = source.value.decoded(as: .integer(in: 1...1_000_000_000), diagnostics)
        guard let count, let recipient else { return nil }
        return LoadProfile.Audience(
            count: count,
            perSend: perSend,
            recipient: recipient,
            location: node.location
        )
    }

    /// A recipient with all columns, each under its name.
    private static func row(of table: CSVTable, at location: SourceLocation) -> TemplateValue {
        .object(
            table.columns.map { name in
                let template = Template(parts: [.reference([name])], location: location)
                return TemplateValue.Member(name: name, value: .text(template))
            }
        )
    }

    private func table(_ node: YAMLNode) -> CSVTable? {
        guard let name = node.decoded(as: .filled("the path of a CSV file"), diagnostics) else {
            return nil
        }
        let path = FilePath.joined(FilePath.folder(of: file), name)
        var scan = CSVTableScan()
        do {
            try context.session.readBlocks(path, of: file) { scan.take($0) }
        } catch {
            diagnostics.error("cannot read \(path): \(error.reason)", at: node)
            return nil
        }
        let table = scan.table(path)
        for fault in scan.faults { report(fault.reason, path, fault.line) }
        guard let columns = scan.columns else {
            if scan.faults.isEmpty {
                diagnostics.error("\(path) is empty; its first line names the columns", at: node)
            }
            return nil
        }
        if scan.rowCount == 0 && scan.faults.isEmpty {
            diagnostics.error("\(path) has no rows, so there are no recipients", at: node)
        }
        checkNames(columns, path, scan.headerLine)
        return table
    }

    private func checkNames(_ columns: [String], _ path: String, _ line: Int) {
        let start = SourceLocation(file: path, line: line, column: 1)
        var names: Set<String> = []
        for name in columns {
            if names.insert(name).inserted {
                let node = YAMLNode(.scalar(text: name, isPlain: false), at: start)
                context.reserve(name, at: node)
            } else {
                report("duplicate column \(Excerpt.quoted(name))", path, line)
            }
        }
    }

    private func report(_ message: String, _ path: String, _ line: Int) {
        let place = SourceLocation(file: path, line: line, column: 1)
        diagnostics.report(Diagnostic(message, at: place))
    }
}
