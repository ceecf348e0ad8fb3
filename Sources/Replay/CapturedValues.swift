import Contract
import JSON
import Synchronization

/// The captures of a case in its last attempt, for the cases that need it.
final class CapturedValues: Sendable {
    private let state = Mutex<[String: JSONValue]>([:])

    /// By name.
    var values: [String: JSONValue] { state.withLock(\.self) }

    /// Stores the captures of a case, with those of the cases that it needs itself.
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
    /// Whether it cleans up something that never happened: it needs a value that an earlier step
    /// should have captured, and did not.
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
