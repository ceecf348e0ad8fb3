import Base
import Contract

/// Requirements on a run besides the contract.
package struct RunGates: Hashable, Sendable {
    /// Whether a flaky case fails the run.
    package var failsOnFlaky: Bool
    /// The share of promises that must be checked, from 0 to 100; `nil` for no requirement.
    package var requiredCoverage: Double?
    /// The share of promises of client libraries that must be checked.
    package var requiredClientCoverage: Double?
    /// The share of the statements of documents that must be checked, from 0 to 100; `nil` for no
    /// requirement.
    package var requiredChecked: Double?
    /// The share of statements that must be checked or modelled.
    package var requiredDocuments: Double?

    package init(
        failsOnFlaky: Bool = false,
        requiredCoverage: Double? = nil,
        requiredClientCoverage: Double? = nil,
        requiredChecked: Double? = nil,
        requiredDocuments: Double? = nil
    ) {
        self.failsOnFlaky = failsOnFlaky
        self.requiredCoverage = requiredCoverage
        self.requiredClientCoverage = requiredClientCoverage
        self.requiredChecked = requiredChecked
        self.requiredDocuments = requiredDocuments
    }
}

/// The conclusion of a run of `assay verify`, computed once for reports and exit status.
package struct RunConclusion: Hashable, Sendable {
    /// Why a run does not count as passed.
    package enum Finding: Hashable, Sendable {
        /// The user ended it early.
        case interrupted
        /// The number of cases that contradict the contract.
        case broken(Int, of: Int)
        /// The number of cases that passed only on a retry, which was not allowed.
        case flaky(Int)
        /// The number of cases that could not be checked.
        case inconclusive(Int)
        /// The number of operations, if no generated request of any of them succeeded: then their successes were not
        /// checked.
        case fruitless(Int)
        /// Too few promises were checked; with the name of the `coverage`, the share reached, from
        /// 0 to 1, and the required one, from 0 to 100.
        case missed(String, reached: Double, required: Double)
        /// Nothing passed or failed, because everything was left out.
        case nothingJudged
    }

    /// The verdict on a run, from the best to the worst.
    package enum Verdict: Hashable, Sendable {
        case passed, doubtful, failed
    }

    /// In the order of reports; empty when everything passed.
    package let findings: [Finding]
    /// Whether no case shows that nothing was checked.
    let judgedNothing: Bool

    init(
        _ counts: VerdictCounts,
        _ ending: VerificationResult.Ending,
        coverage: [(name: String, reached: Double, required: Double?)],
        failsOnFlaky: Bool,
        generations: [GenerationResult] = []
    ) {
        var findings: [Finding] = []
        if ending == .interrupted { findings.append(.interrupted) }
        if counts[.failed] > 0 { findings.append(.broken(counts[.failed], of: counts.total)) }
        if failsOnFlaky, counts[.flaky] > 0 { findings.append(.flaky(counts[.flaky])) }
        // Some inconclusive generated cases do not matter, unless all are.
        let futile = generations.filter { $0.cases > 0 && $0.cases == $0.inconclusive }
        let inconclusive = futile.reduce(counts[.inconclusive]) { $0 + $1.cases }
        if inconclusive > 0 { findings.append(.inconclusive(inconclusive)) }
        let failed = generations.filter { $0.operations == 0 && $0.cases > $0.inconclusive }
        let fruitless = failed.reduce(0) { $0 + $1.withoutBase.count }
        if fruitless > 0 { findings.append(.fruitless(fruitless)) }
        for (name, reached, required) in coverage {
            guard let required, reached * 100 < required else { continue }
            findings.append(.missed(name, reached: reached, required: required))
        }
        let judged = generations.reduce(counts[.passed] + counts[.failed] + counts[.flaky]) {
            $0 + $1.cases - $1.inconclusive
        }
        if findings.isEmpty, judged == 0 { findings.append(.nothingJudged) }
        judgedNothing =
            findings.contains(.nothingJudged) || counts.total == 0 && inconclusive > 0
        self.findings = findings
    }

    /// The worst of the findings.
    package var verdict: Verdict {
        let isBroken = findings.contains { finding in
            switch finding {
            case .broken, .flaky: true
            case .interrupted, .inconclusive, .fruitless, .missed, .nothingJudged: false
            }
        }
        return isBroken ? .failed : findings.isEmpty ? .passed : .doubtful
    }

    /// All findings in words: `1 of 6 cases failed; 1 inconclusive`.
    package var sentence: String {
        findings.isEmpty
            ? "the contract passed" : findings.map(\.sentence).joined(separator: "; ")
    }
}

extension RunConclusion.Finding {
    /// Without a full stop.
    package var sentence: String {
        switch self {
        case .interrupted: "the run was interrupted"
        case .broken(let count, let all):
            "\(count) of \(Count.of(all, "case")) failed"
        case .flaky(let count): "\(count) passed only on a retry"
        case .inconclusive(let count): "\(count) inconclusive"
        case .fruitless(let count):
            "no valid request of \(Count.of(count, "operation")) succeeded"
        case .missed(let name, let reached, let required):
            "\(name) is \(CoverageSummary.percentage(reached)), required is "
                + CoverageSummary.percentage(required / 100)
        case .nothingJudged: "no case was checked"
        }
    }
}
