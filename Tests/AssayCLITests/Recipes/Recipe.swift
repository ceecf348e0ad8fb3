import ContractFile
import Testing

/// A file for a CI server that an article shows in full.
struct Recipe {
    let root: YAMLNode

    /// Finds the file by its path, which begins its first line, and reads it; `place` selects one of several.
    init(_ file: String, place: Int = 0) throws {
        let blocks = try DocumentBlock.all().filter { $0.file == file }
        let block = try #require(blocks.dropFirst(place).first, "\(file)")
        root = try YAMLDocument.parse(Array(block.text.utf8), file: file)
    }

    /// The variables that all jobs have.
    var variables: [String: String] {
        Self.texts(root["env"] ?? root["variables"])
    }

    /// The names of the jobs or, with a slash, of their steps that run a script, in order.
    var scripts: [String] {
        let jobs = root["jobs"] ?? root
        return (jobs.entries ?? []).flatMap { job -> [String] in
            let name = job.key.text ?? ""
            let steps = job.value["steps"]?.elements ?? []
            let running = steps.filter { $0["run"] != nil }
            let named = running.map { "\(name)/\($0["name"]?.text ?? "")" }
            let keys = ["before_script", "script", "after_script"]
            return named + keys.filter { job.value[$0] != nil }.map { "\(name)/\($0)" }
        }
    }

    /// The script of that name.
    func script(_ name: String) throws -> String {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        let job = try #require((root["jobs"] ?? root)[parts[0]], "\(name)")
        let step = (job["steps"]?.elements ?? []).first { $0["name"]?.text == parts[1] }
        if let run = step?["run"]?.stringValue { return run }
        let lines = try #require(job[parts[1]]?.elements, "\(name)")
        return lines.compactMap(\.stringValue).joined(separator: "\n")
    }

    private static func texts(_ node: YAMLNode?) -> [String: String] {
        let pairs = (node?.entries ?? []).map { ($0.key.text ?? "", $0.value.text ?? "") }
        return Dictionary(pairs) { first, _ in first }
    }
}
