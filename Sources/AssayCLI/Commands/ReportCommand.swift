import CommandLineTool
import ContractFile
import History
import Measure
import Reports
import RunReports

/// `assay report`: renders results as an HTML page.
enum ReportCommand: Command {
    static let specification = CommandSpecification(
        name: "report",
        abstract: "Render results as an HTML page with charts.",
        discussion: [
            "RESULT is a file written by \"assay load\" or \"assay capacity\" with --output, or by "
                + "\"assay verify\", \"assay coverage\" or \"assay compare\" with --format json, "
                + "or the database of --history. You can name several results of any kind. Several "
                + "load results are shown side by side first, without a verdict.",
            "Results called A-1 and A-2, or measured against the same server, form one "
                + "side.",
            "The page is one HTML file that needs neither a network nor scripts, and can "
                + "be printed.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("RESULT", isRepeatable: true, completion: .file),
                help: "A result file; - is standard input."
            )
        ],
        groups: [
            OptionGroup(
                "Content",
                [
                    .value(
                        "title",
                        ValueSpecification("TEXT"),
                        help: "Use this title for the page instead of the profile's title."
                    )
                ]
            ), OutputFile.options,
        ],
        examples: [
            .init("assay report result.json -o report.html", "Write the page of one run."),
            .init(
                "assay report capacity.json -o capacity.html",
                "Write the page of a capacity search, with its knee."
            ),
            .init(
                "assay report runs.db -o trend.html",
                "Write the trend of each metric in a history, with its changes."
            ),
            .init(
                "assay report before.json after.json verify.json -o report.html --force",
                "Show two runs side by side, and the contract coverage."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["verify-guide", "load-guide"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        var documents: [ReportDocument] = []
        for path in arguments.strings("RESULT") {
            guard let document = read(path, console) else { continue }
            documents.append(document)
        }
        // All files are read, so that one call reports all that are unusable.
        guard documents.count == arguments.strings("RESULT").count else { return .unusableFile }
        let report = HTMLReport(version: Version.number, title: arguments.string("title"))
        let output = OutputFile(arguments)
        return output.write(report.text(of: documents), "report", console)
    }

    /// `nil` after a message that says why the file cannot be used.
    private static func read(_ path: String, _ console: Console) -> ReportDocument? {
        // A database may be larger than any document.
        if isDatabase(path) { return history(path, console) }
        guard let bytes = InputDocument.bytes(path, "report", console) else { return nil }
        do {
            return try ReportDocument(parsing: bytes, file: InputDocument.name(of: path))
        } catch {
            console.printError("assay report: \(error)")
            return nil
        }
    }

    /// Whether a file begins as a database of SQLite does.
    private static func isDatabase(_ path: String) -> Bool {
        let mark = Array("SQLite format 3\0".utf8)
        var isOne = false
        do {
            try DiskFiles().readBlocks(path) { block in
                isOne = block.starts(with: mark)
                return false
            }
        } catch {
            // Not a regular file, or one whose problem the reader reports.
            return false
        }
        return isOne
    }

    private static func history(_ path: String, _ console: Console) -> ReportDocument? {
        do throws(HistoryError) {
            return ReportDocument(file: path, content: .history(try TrendRecord(historyAt: path)))
        } catch {
            console.printError("assay report: \(error.description)")
            return nil
        }
    }
}
