import LoadModel

extension RunResult {
    /// Merges the results of all shards into that of one run.
    ///
    /// - Parameter results: The results of all shards, each with the name of its file, in any order.
    /// - Returns: The merged result.
    /// - Throws: A `RunMergeError` unless they are all shards of one run, each once.
    package static func merged(
        _ results: [(file: String, result: RunResult)]
    ) throws(RunMergeError) -> RunResult {
        guard let first = results.first else { throw .nothing }
        for other in results.dropFirst() { try checkSame(first, other) }
        try checkShards(results)
        let ordered = results.sorted {
            $0.result.firstPart.shard.number < $1.result.firstPart.shard.number
        }
        var recording = Recording(first.result.recording.plan)
        var checks = RunChecks()
        var delivery: RunDelivery?
        for (_, result) in ordered {
            recording.merge(result.recording)
            checks = checks.merged(with: result.checks)
            if let part = result.delivery, delivery?.merge(part) == nil { delivery = part }
        }
        return RunResult(
            profile: first.result.profile,
            targets: first.result.targets,
            thresholds: first.result.thresholds,
            recording: recording.finished(),
            checks: checks,
            failedResponses: ordered.flatMap(\.result.failedResponses),
            delivery: delivery,
            parts: ordered.flatMap(\.result.parts)
        )
    }

    private typealias Named = (file: String, result: RunResult)

    private static func checkSame(_ first: Named, _ other: Named) throws(RunMergeError) {
        let (one, two) = (first.result, other.result)
        let pairs: [(what: String, value: String, otherValue: String)] = [
            ("profile", one.profile.hash, two.profile.hash),
            ("seed", "\(one.profile.seed)", "\(two.profile.seed)"),
            ("run", one.profile.run ?? "none", two.profile.run ?? "none"),
            ("version of assay", one.firstPart.tool.version, two.firstPart.tool.version),
            (
                "number of shards", "\(one.firstPart.shard.count)",
                "\(two.firstPart.shard.count)"
            ),
            ("plan", "\(one.recording.plan)", "\(two.recording.plan)"),
            ("thresholds", "\(one.texts)", "\(two.texts)"),
        ]
        for pair in pairs where pair.value != pair.otherValue {
            throw .different(
                pair.what,
                file: first.file,
                value: pair.value,
                otherFile: other.file,
                otherValue: pair.otherValue
            )
        }
    }

    private static func checkShards(_ results: [Named]) throws(RunMergeError) {
        var files: [Shard: String] = [:]
        for (file, result) in results {
            for shard in result.parts.map(\.shard) {
                if let earlier = files[shard] {
                    throw .twice(shard, file: earlier, otherFile: file)
                }
                files[shard] = file
            }
        }
        let count = results[0].result.firstPart.shard.count
        let missing = (1...count).map { Shard($0, of: count) }.filter { files[$0] == nil }
        guard missing.isEmpty else { throw .missing(missing) }
    }

    private var texts: [String] {
        thresholds.map { $0.text(sends: recording.plan.sends) }
    }
}
