package import LoadModel

/// Why results are not the shards of one run.
package enum RunMergeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An empty list of results.
    case nothing
    /// Two results differ in something that all shards of a run share.
    case different(String, file: String, value: String, otherFile: String, otherValue: String)
    /// One shard is there twice.
    case twice(Shard, file: String, otherFile: String)
    /// These shards are not there.
    case missing([Shard])

    package var description: String {
        switch self {
        case .nothing: "expected the results of all shards of a run, got none"
        case .different(let what, let file, let value, let otherFile, let otherValue):
            "\(otherFile): expected the \(what) of \(file), \(value), got \(otherValue); only shards of "
                + "one run can be merged"
        case .twice(let shard, let file, let otherFile) where shard.count == 1:
            "\(otherFile): expected a shard of a run, got a whole run, as is \(file)"
        case .twice(let shard, let file, let otherFile):
            "\(otherFile): shard \(shard) is also in \(file); each may be given once"
        case .missing(let shards):
            "shard \(shards.map(\.description).joined(separator: ", ")) is missing; all shards of a run "
                + "are needed"
        }
    }
}
