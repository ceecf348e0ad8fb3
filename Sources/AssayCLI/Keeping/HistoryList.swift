import CommandLineTool
import History
import JSON
import Measure
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
            console.printError("assay history show: no result \(number) in \(path)")
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
        var kept: [(name: String, result: StoredResult)] = []
        do {
            kept = try results(arguments.strings("RESULT"))
        } catch {
            console.printError("assay history add: \(error)")
            return .unusableFile
        }
        for (name, result) in kept {
            let (number, isNew) = try option.append(result, status: result.ending)
            let file = PrintableText.line(name, limit: 500)
            console.print("result \(number): \(file)\(isNew ? "" : " (added before)")")
        }
        return .success
    }

    /// The results in the files; the shards of a run, which are comparable only together, become one result.
    private static func results(_ paths: [String]) throws -> [(name: String, result: StoredResult)]
    {
        var results: [(name: String, result: StoredResult)] = []
        var runs: [(id: String, shards: [(file: String, result: RunResult)], place: Int)] = []
        for path in paths {
            let (file, document) = try ComparedFile.withDocument(path)
            guard let load = file.load, load.isPartial else {
                results.append((path, StoredResult(file, document: document)))
                continue
            }
            let id = "\(load.profile.hash) \(load.profile.seed) \(load.profile.run ?? "")"
            if let known = runs.firstIndex(where: { $0.id == id }) {
                runs[known].shards.append((path, load))
            } else {
                runs.append((id, [(path, load)], results.count))
            }
        }
        for run in runs.reversed() {
            let whole = try RunResult.merged(run.shards)
            let name = run.shards.map(\.file).joined(separator: ", ")
            results.insert((name, StoredResult(whole, document: whole.fileText)), at: run.place)
        }
        return results
    }
}
