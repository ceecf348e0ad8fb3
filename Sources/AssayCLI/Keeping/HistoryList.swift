import CommandLineTool
import History
import JSON
import ReportText
import Reports

/// `assay history list`.
struct HistoryList {
    private let filter: HistoryFilter
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        filter = HistoryFilter(
            kind: arguments.string("kind").flatMap(RunRecord.Kind.init),
            branch: arguments.string("branch"),
            title: arguments.string("title"),
            limit: try arguments.int("last", in: 1...1_000_000)
        )
        isJSON = arguments.string("format") == "json"
    }

    func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitStatus {
        let runs = try HistoryCommand.open(arguments).runs(filter)
        if isJSON {
            let list = JSONValue.array(runs.map(KeptRunText.json))
            console.write(list.prettyText() + "\n")
        } else if runs.isEmpty {
            console.print("no results")
        } else {
            console.write(KeptRunText.table(runs))
        }
        return .success
    }
}

/// `assay history show`.
enum HistoryShow {
    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitStatus {
        let store = try HistoryCommand.open(arguments)
        let number = try arguments.int("NUMBER", in: 1...Int64.max) ?? 0
        guard let run = try store.run(number), let document = try store.document(ofRun: number)
        else {
            let path = try HistoryCommand.path(arguments)
            console.printError("assay history show: there is no result \(number) in \(path)")
            return .unusableFile
        }
        guard arguments.isGiven("output") else {
            console.write(KeptRunText.lines(run))
            return .success
        }
        return OutputFile(arguments).write(document, "history show", console)
    }
}

/// `assay history add`.
enum HistoryAdd {
    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitStatus {
        _ = try HistoryCommand.path(arguments)
        guard let option = try HistoryOption(arguments) else { return .commandLine }
        var kept: [KeptResult] = []
        for path in arguments.strings("RESULT") {
            do {
                let (file, document) = try ComparedFile.withDocument(path)
                kept.append(KeptResult(file, document: document))
            } catch {
                console.printError("assay history add: \(error)")
                return .unusableFile
            }
        }
        for (result, file) in zip(kept, arguments.strings("RESULT")) {
            let number = try option.append(result, status: result.ending)
            console.print("result \(number): \(PrintableText.line(file, limit: 500))")
        }
        return .success
    }
}
