import JSON
import LoadModel

extension CapacityRecord {
    /// Reads the file of a search.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: Its name, for errors.
    /// - Throws: A `RunResultError` when it is none, or does not hold together.
    package init(parsing bytes: [UInt8], file: String) throws(RunResultError) {
        let node = try ResultNode(parsing: bytes, file: file, as: .capacity)
        let profile = try node["profile"]
        let sends = try profile["sends"]
        guard try !sends.texts.isEmpty else { throw sends.mismatch("at least one send") }
        let sendCount = try sends.texts.count
        let thresholds = try profile["thresholds"].elements.mapped {
            (node) throws(RunResultError) in try Threshold(node, sendCount: sendCount)
        }
        self.init(
            try CapacityResult(node, thresholdCount: thresholds.count),
            profile: Profile(
                file: try profile["file"].text,
                title: try profile["title"].text,
                hash: try profile["hash"].text,
                seed: try profile["seed"].unsigned,
                sends: try sends.texts
            ),
            targets: try node["targets"].elements.mapped { (node) throws(RunResultError) in
                try RunTarget(node)
            },
            thresholds: thresholds,
            workers: Int(try profile["workers"].integer(in: 1...1_000_000)),
            options: try node["options"].texts,
            tool: try RunTool(try node["tool"]),
            environment: try RunEnvironment(try node["environment"]),
            startedAt: try node["startedAtNanoseconds"].moment
        )
        try node.expectNothingElse(besides: Self.derivedMembers)
    }

    /// What follows from the rest of a file, for people and for other programs.
    private static let derivedMembers: Set<String> = [
        "tool.name", "startedAt", "elapsedSeconds", "profile.thresholds[].text",
    ]
}

extension CapacityResult {
    fileprivate init(_ node: ResultNode, thresholdCount: Int) throws(RunResultError) {
        func verdict(_ name: String) throws(RunResultError) -> StepVerdict? {
            guard let cause = try node.optional(name) else { return nil }
            return try StepVerdict(cause: cause, thresholdCount: thresholdCount)
        }
        self.init(
            settings: try CapacitySettings(node),
            trials: try node["steps"].elements.mapped { (node) throws(RunResultError) in
                try CapacityTrial(node, thresholdCount: thresholdCount)
            },
            ending: try Ending(try node["ending"], limit: try verdict("limit")),
            rate: try node.optional("rate")?.positive,
            upper: try node.optional("upperRate")?.positive,
            broken: try verdict("broken"),
            heldAbove: try node.optional("heldAbove")?.positive
        )
        try check(node)
    }

    /// Whether the answer follows from the steps.
    private func check(_ node: ResultNode) throws(RunResultError) {
        let answers: [(name: String, rate: Double?, isHeld: Bool)] = [
            ("rate", rate, true), ("upperRate", upper, false), ("heldAbove", heldAbove, true),
        ]
        for (name, rate, isHeld) in answers {
            guard let rate else { continue }
            guard trials.contains(where: { $0.step.rate == rate && $0.verdict.isHeld == isHeld })
            else { throw try node[name].mismatch("the rate of a step that says so") }
        }
        if let rate, let upper, rate >= upper {
            throw try node["upperRate"].mismatch("more than rate")
        }
        guard (upper == nil) == (broken == nil) else {
            throw try node["broken"].mismatch("a cause where there is an upperRate, else null")
        }
        if case .found = ending, rate == nil {
            throw try node["rate"].mismatch("a rate, as ending is found")
        }
    }
}

extension CapacityResult.Ending {
    fileprivate init(_ node: ResultNode, limit: StepVerdict?) throws(RunResultError) {
        let all: [CapacityResult.Ending] = [
            .found, .nothingHolds, .notRecovered, .budgetOver, .interrupted,
        ]
        let name = try node.text
        if case .limited(let limit) = limit, name == Self.limited(limit).name {
            self = .limited(limit)
        } else if limit == nil, let ending = all.first(where: { $0.name == name }) {
            self = ending
        } else {
            let names = all.map(\.name).joined(separator: ", ")
            throw node.mismatch("one of \(names), or limited beside a limit")
        }
    }
}

extension CapacitySettings {
    fileprivate init(_ node: ResultNode) throws(RunResultError) {
        let profile = try node["profile"]
        let percentile = try node["percentile"]
        guard let quantile = Quantile(try percentile.text) else {
            throw percentile.mismatch("a percentile such as p99")
        }
        self.init(
            startRate: try node["startRate"].positive,
            quantile: quantile,
            arrivals: try profile["arrivals"].word(),
            connections: Int(try profile["connections"].integer(in: 1...1_000_000_000)),
            warmup: try profile["warmupSeconds"].seconds,
            budget: try node.optional("budgetSeconds")?.seconds
        )
    }
}
