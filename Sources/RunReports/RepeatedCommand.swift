import Base
import LoadModel
import Measure

/// A command line that repeats a run or a search.
struct RepeatedCommand {
    private var words: [String]

    /// The part of one process in a run.
    init(_ result: RunResult, _ part: RunPart) {
        words = Self.start("load", result.profile.file, result.targets, result.profile.seed)
        if let run = result.profile.run { words += ["--run", run] }
        add(workers: part.workers, part.options)
        if part.shard.count > 1 { words += ["--shard", part.shard.description] }
        words += [
            "--output",
            part.shard.count > 1 ? "result-\(part.shard.number).json" : "result.json",
        ]
    }

    /// A search.
    init(_ record: CapacityRecord) {
        words = Self.start("capacity", record.profile.file, record.targets, record.profile.seed)
        if let run = record.profile.run { words += ["--run", run] }
        add(workers: record.workers, record.options)
        words += ["--output", "capacity.json"]
    }

    /// One line for a shell.
    var line: String { Self.text(of: words) }

    /// Words with a space between them, each quoted for a shell.
    static func text(of words: [String]) -> String {
        words.map(ShellQuoting.word).joined(separator: " ")
    }

    private static func start(
        _ command: String,
        _ file: String,
        _ targets: [RunTarget],
        _ seed: UInt64
    ) -> [String] {
        let servers = targets.filter { !$0.isReference }.flatMap { target in
            ["--target", "\(target.name)=\(target.url)"]
        }
        return ["assay", command, file] + servers + ["--seed", "\(seed)"]
    }

    private mutating func add(workers: Int, _ options: [String]) {
        if workers != 1 { words += ["--workers", "\(workers)"] }
        words += options
    }
}
