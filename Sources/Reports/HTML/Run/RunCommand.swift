import Measure

/// The command line that repeats a run.
struct RunCommand {
    let result: RunResult

    /// One line for each shard.
    var lines: [String] { result.parts.map(line) }

    private func line(_ part: RunPart) -> String {
        var words = ["assay", "load", Self.quoted(result.profile.file)]
        for target in result.targets where !target.isReference {
            words += ["--target", Self.quoted("\(target.name)=\(target.url)")]
        }
        words += ["--seed", "\(result.profile.seed)"]
        if part.workers != 1 { words += ["--workers", "\(part.workers)"] }
        if part.shard.count > 1 { words += ["--shard", part.shard.description] }
        let name = part.shard.count > 1 ? "result-\(part.shard.number).json" : "result.json"
        return (words + ["--output", name]).joined(separator: " ")
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
        return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
