import Glibc

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
        let formats = ReportFormat.reports.map(\.rawValue).joined(separator: ", ")
        let expected = "FORMAT=PATH, FORMAT one of \(formats)"
        let reports = try arguments.values("report", expected: expected, convert: ReportFile.init)
        for (position, report) in reports.enumerated()
        where reports[..<position].contains(where: { $0.path == report.path }) {
            throw arguments.unusable(
                "\(report.format.rawValue)=\(report.path)",
                for: "report",
                expected: "a file of its own for each report"
            )
        }
        let archive = try arguments.value("har", expected: "a file of its own") { path in
            path.isEmpty || reports.contains { $0.path == path }
                ? nil : ReportFile(format: .har, path: path)
        }
        return reports + (archive.map { [$0] } ?? [])
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
    ///
    /// A file that is there already is left as it is until the report is complete.
    var obstacle: String? {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
            return unsafe access(path, W_OK) == 0 ? nil : Self.reason
        }
        guard errno == ENOENT else { return Self.reason }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return unsafe access(folder.isEmpty ? "/" : folder, W_OK | X_OK) == 0 ? nil : Self.reason
    }

    /// Writes the report; returns why it could not be written.
    func write(_ text: String) -> String? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return Self.reason }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                let reason = Self.reason
                _ = close(descriptor)
                return reason
            }
            rest = rest.dropFirst(count)
        }
        // A full disk may show only now.
        return close(descriptor) == 0 ? nil : Self.reason
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
