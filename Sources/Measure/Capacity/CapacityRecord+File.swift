import JSON
import LoadModel

extension CapacityRecord {
    /// Reads the file of a search.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: Its name, for errors.
    /// - Throws: A `RunResultError` for another kind of file, or for inconsistent values.
    package init(parsing bytes: [UInt8], file: String) throws(RunResultError) {
        let node = try ResultNode(parsing: bytes, file: file, as: .capacity)
        self = try Self.table().record(node)
        try node.expectNothingElse()
    }
}

extension CapacityResult {
    /// Checks that the result follows from the steps.
    func check(_ node: ResultNode) throws(RunResultError) {
        let responses: [(name: String, rate: Double?, isHeld: Bool)] = [
            ("rate", rate, true), ("upperRate", upper, false), ("passedAbove", passedAbove, true),
        ]
        for (name, rate, isHeld) in responses {
            guard let rate else { continue }
            guard trials.contains(where: { $0.step.rate == rate && $0.verdict.isHeld == isHeld })
            else { throw try node[name].mismatch("the rate of a step that says so") }
        }
        if let rate, let upper, rate >= upper {
            throw try node["upperRate"].mismatch("more than rate")
        }
        guard (upper == nil) == (upperCause == nil) else {
            throw try node["upperCause"].mismatch("a cause where there is an upperRate, else null")
        }
        if case .found = ending {
            guard rate != nil else {
                throw try node["rate"].mismatch("a rate, as ending is found")
            }
            guard !isHoldShort else {
                throw try node["ending"].mismatch(
                    "budgetOver, as no hold is long enough for a claim"
                )
            }
        }
        let verdict = try node["verdict"]
        guard try verdict.text == claim.name else {
            throw verdict.mismatch("\"\(claim.name)\", as the steps have")
        }
    }
}

extension CapacityResult.Ending {
    init(_ node: ResultNode, limit: StepVerdict?) throws(RunResultError) {
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
