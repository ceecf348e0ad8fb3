import Contract

/// Names a case of a run, and which of its repetitions.
package struct CaseKey: Hashable, Sendable {
    package let file: String
    package let name: String
    /// Counts the results with this name from zero.
    package let repetition: Int
}

/// Names a step of a case by its place in its part of the case.
struct StepKey: Hashable, Sendable {
    let caseKey: CaseKey
    let phase: StepResult.Phase
    /// Counts from zero.
    let position: Int
}

/// The results of one case in two runs.
struct CasePair {
    let key: CaseKey
    let first: CaseResult
    /// `nil` when the other run has no such case.
    let second: CaseResult?

    /// In the order of the first run.
    static func pairs(_ first: [CaseResult], _ second: [CaseResult]) -> [CasePair] {
        let others = Dictionary(keyed(second)) { first, _ in first }
        return keyed(first).map { key, result in
            CasePair(key: key, first: result, second: others[key])
        }
    }

    private static func keyed(_ results: [CaseResult]) -> [(CaseKey, CaseResult)] {
        var seen: [[String]: Int] = [:]
        return results.map { result in
            let repetition = seen[[result.file, result.name], default: 0]
            seen[[result.file, result.name]] = repetition + 1
            let key = CaseKey(file: result.file, name: result.name, repetition: repetition)
            return (key, result)
        }
    }
}

/// The results of one step in two runs; what a teardown found is left out.
struct StepPair {
    let key: StepKey
    /// Counts all steps of the case from one.
    let number: Int
    let first: StepResult
    /// `nil` when the other run did not come to the step.
    let second: StepResult?

    /// In the order of the first run.
    static func pairs(
        of key: CaseKey,
        _ first: CaseResult,
        _ second: CaseResult
    ) -> [StepPair] {
        var positions: [StepResult.Phase: Int] = [:]
        return first.steps.enumerated().compactMap { index, step in
            let position = positions[step.phase, default: 0]
            positions[step.phase] = position + 1
            guard step.phase != .teardown else { return nil }
            let others = second.steps.filter { $0.phase == step.phase }
            return StepPair(
                key: StepKey(caseKey: key, phase: step.phase, position: position),
                number: index + 1,
                first: step,
                second: others.indices.contains(position) ? others[position] : nil
            )
        }
    }
}
