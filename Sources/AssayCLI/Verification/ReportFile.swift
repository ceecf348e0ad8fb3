/// A form in which a result can be written.
enum ReportFormat: String {
    case text, json, junit, tap, ctrf, markdown, github
    /// A record of the exchanges, with an option of its own.
    case har

    /// Those that `--format` and `--report` take.
    static let reports: [ReportFormat] = [.text, .json, .junit, .tap, .ctrf, .markdown, .github]
}

/// A report that goes to a file.
struct ReportFile {
    let format: ReportFormat
    let path: String

    /// `--report FORMAT=PATH`, as often as it was given, and `--har FILE`.
    static func list(_ arguments: ParsedArguments) throws -> [ReportFile] {
        let reports = try reports(arguments, among: ReportFormat.reports)
        let archive = try arguments.value("har", expected: "a file of its own") { path in
            path.isEmpty || reports.contains { $0.path == path }
                ? nil : ReportFile(format: .har, path: path)
        }
        return reports + (archive.map { [$0] } ?? [])
    }

    /// `--report FORMAT=PATH`, as often as it was given, in one of these formats.
    static func reports(
        _ arguments: ParsedArguments,
        among formats: [ReportFormat]
    ) throws -> [ReportFile] {
        let names = formats.map(\.rawValue).joined(separator: ", ")
        let reports = try arguments.values(
            "report",
            expected: "FORMAT=PATH, FORMAT one of \(names)"
        ) { text in
            ReportFile(text).flatMap { formats.contains($0.format) ? $0 : nil }
        }
        for (position, report) in reports.enumerated()
        where reports[..<position].contains(where: { $0.path == report.path }) {
            throw arguments.unusable(
                "\(report.format.rawValue)=\(report.path)",
                for: "report",
                expected: "a file of its own for each report"
            )
        }
        return reports
    }

    private init(format: ReportFormat, path: String) {
        self.format = format
        self.path = path
    }

    private init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="),
            let format = ReportFormat(rawValue: String(text[..<equals])),
            ReportFormat.reports.contains(format)
        else { return nil }
        let path = String(text[text.index(after: equals)...])
        guard !path.isEmpty else { return nil }
        self.init(format: format, path: path)
    }

    /// Why the file cannot be written; found out before the run, so that no run is wasted.
    var obstacle: String? { DestinationFile(path: path).obstacle() }

    /// Writes the report; returns why it could not be written.
    func write(_ text: String) -> String? { DestinationFile(path: path).write(text) }
}
