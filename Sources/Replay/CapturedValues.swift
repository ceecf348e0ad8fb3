import Contract
import JSON
import Synchronization

/// What a case has captured in its last attempt, for the cases that need it.
final class CapturedValues: Sendable {
    private let state = Mutex<[String: JSONValue]>([:])

    /// By name.
    var values: [String: JSONValue] { state.withLock(\.self) }

    /// Takes the captures of a case over, and what it knows from the cases it needs itself.
    func keep(
        _ contractCase: Case,
        from evaluator: Evaluator,
        after inherited: [String: JSONValue]
    ) {
        let steps = contractCase.setup + contractCase.steps
        var values = inherited
        for name in steps.flatMap(\.captures).map(\.name) {
            values[name] = evaluator.scope[name]
        }
        state.withLock { $0 = values }
    }
}

extension Step {
    /// Whether it cleans up after something that never happened: it needs a value that an earlier
    /// step was to capture, and did not.
    func waits(for contractCase: Case, _ evaluator: Evaluator) -> Bool {
        waits(for: contractCase.setup + contractCase.steps, evaluator)
    }

    /// Whether it needs a value that none of these steps has captured.
    func waits(for steps: [Step], _ evaluator: Evaluator) -> Bool {
        let own = Set(bindings.map(\.name))
        let templates =
            (request?.template.document.templates ?? []) + bindings.flatMap(\.value.templates)
        let captured = Set(steps.flatMap(\.captures).map(\.name))
        return templates.flatMap(\.names).contains { name in
            captured.contains(name) && !own.contains(name) && evaluator.scope[name] == nil
        }
    }
}
