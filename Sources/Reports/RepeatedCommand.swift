import LoadModel
import Measure

/// A command line that does a run or a search again.
struct RepeatedCommand {
    private var words: [String]

    /// What one process did of a run.
    init(_ result: RunResult, _ part: RunPart) {
        words = Self.start("load", result.profile.file, result.targets, result.profile.seed)
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
        add(workers: record.workers, record.options)
        words += ["--output", "capacity.json"]
    }

    /// One line for a shell.
    var line: String { Self.text(of: words) }

    /// Words with a space between them, each fit for a shell.
    static func text(of words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
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

    /// Fit for a shell.
    static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:=@%+,".utf8.contains(byte)
            }
        }
        guard !plain || word.isEmpty else { return word }
        // Scalar by scalar: to Swift a quote with an accent is another character, to a shell it is none.
        let escaped = word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }
        return "'\(escaped.joined())'"
    }
}
