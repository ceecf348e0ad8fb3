import Contract

/// What a run has to meet beside the contract itself.
package struct RunGates: Hashable, Sendable {
    /// Whether a flaky case fails the run.
    package var failsOnFlaky: Bool
    /// The share of promises that must be judged, from 0 to 100; `nil` asks for nothing.
    package var requiredCoverage: Double?
    /// The same for the promises of client libraries.
    package var requiredClientCoverage: Double?

    package init(
        failsOnFlaky: Bool = false,
        requiredCoverage: Double? = nil,
        requiredClientCoverage: Double? = nil
    ) {
        self.failsOnFlaky = failsOnFlaky
        self.requiredCoverage = requiredCoverage
        self.requiredClientCoverage = requiredClientCoverage
    }
}

/// A run in a few words.
struct RunSummary {
    let result: VerificationResult
    let gates: RunGates

    /// What a run comes to, from the best to the worst.
    enum Verdict {
        case held, doubtful, broken
    }

    var verdict: Verdict {
        if result.count(.failed) > 0 || failsForFlaky { return .broken }
        return isDoubtful ? .doubtful : .held
    }

    /// The verdict in words: `1 of 6 cases broke the contract; 1 could not be judged`.
    var sentence: String {
        var parts: [String] = []
        let (all, failed) = (result.cases.count, result.count(.failed))
        if result.ending == .interrupted { parts.append("the run was interrupted") }
        if failed > 0 { parts.append("\(failed) of \(Self.cases(all)) broke the contract") }
        if failsForFlaky { parts.append("\(result.count(.flaky)) passed only on a retry") }
        let undetermined = result.count(.undetermined)
        if undetermined > 0 { parts.append("\(undetermined) could not be judged") }
        parts += missedGates
        if parts.isEmpty {
            let judged = result.count(.passed) + result.count(.flaky)
            parts.append(judged == 0 ? "no case was judged" : "the contract held")
        }
        return parts.joined(separator: "; ")
    }

    /// `6 cases: 1 failed, 5 passed`.
    var counts: String {
        let order: [Contract.Verdict] = [
            .failed, .undetermined, .flaky, .passed, .waived, .skipped,
        ]
        let counts = order.compactMap { verdict -> String? in
            let count = result.count(verdict)
            return count == 0 ? nil : "\(count) \(verdict.rawValue)"
        }
        return "\(Self.cases(result.cases.count)): \(counts.joined(separator: ", "))"
    }

    /// `3 of 4 promises judged (75.0 %, basis documented)`, and the same of the client's promises
    /// when there are any.
    var coverage: String {
        [serverCoverage, clientCoverage].compactMap(\.self).joined(separator: "; ")
    }

    /// The first half of `coverage`.
    var serverCoverage: String { coverage(counted, of: result.promises, "promises") }

    /// The second half; `nil` when no client library promises anything.
    var clientCoverage: String? {
        let counts = clientCounted
        guard counts.total > 0 else { return nil }
        return coverage(counts, of: result.clientPromises, "client promises")
    }

    private func coverage(
        _ counts: CoverageSummary.Counts,
        of promises: [PromiseResult],
        _ name: String
    ) -> String {
        let remark = promises.remark(upTo: result.level)
        return "\(counts.judged) of \(counts.countable) \(name) judged"
            + " (\(Self.percentage(counts.fraction)), basis \(result.level.rawValue)\(remark))"
    }

    private var counted: CoverageSummary.Counts {
        CoverageSummary(result.promises).counts(upTo: result.level)
    }

    private var clientCounted: CoverageSummary.Counts {
        CoverageSummary(result.clientPromises).counts(upTo: result.level)
    }

    /// One sentence for each gate on coverage that is missed.
    private var missedGates: [String] {
        [
            ("coverage", counted, gates.requiredCoverage),
            ("client coverage", clientCounted, gates.requiredClientCoverage),
        ].compactMap { name, counts, required in
            guard let required, counts.fraction * 100 < required else { return nil }
            let wanted = Self.percentage(required / 100)
            return "\(name) is \(Self.percentage(counts.fraction)), required are \(wanted)"
        }
    }

    private var failsForFlaky: Bool { gates.failsOnFlaky && result.count(.flaky) > 0 }

    private var isDoubtful: Bool {
        result.ending == .interrupted || result.count(.undetermined) > 0 || !missedGates.isEmpty
            || result.count(.passed) + result.count(.flaky) == 0
    }

    private static func percentage(_ fraction: Double) -> String {
        CoverageSummary.percentage(fraction)
    }

    private static func cases(_ count: Int) -> String { count == 1 ? "1 case" : "\(count) cases" }
}

extension CaseResult {
    /// The step that made the verdict, and its number, counted from one; `nil` when none did.
    var decidingStep: (number: Int, step: StepResult)? {
        let index = steps.firstIndex { step in
            step.phase != .teardown && (step.outcome == .broken || step.outcome == .undetermined)
        }
        return index.map { ($0 + 1, steps[$0]) }
    }

    /// The main point of a case that did not simply pass.
    var mainPoint: String { reason ?? decidingStep?.step.headline ?? verdict.rawValue }
}

extension StepResult {
    /// The label, and what went wrong on purpose: `createPush with fault reset`.
    var title: String { fault.map { "\(label) with fault \($0)" } ?? label }
}

extension Difference {
    /// `$.code: expected "E400008", got "E403002"`, without its place in the contract.
    var statement: String {
        let mark = basis == .documented ? "" : " [\(basis.rawValue)]"
        return plainStatement + mark
    }

    /// The statement and the line of the contract that asks for it.
    var sentence: String { location.map { "\(statement) (\($0))" } ?? statement }
}
