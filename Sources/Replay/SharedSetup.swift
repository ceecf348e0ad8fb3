package import Contract
import JSON

/// Runs the set-up of used files once for all the contracts that use them, and their teardown when
/// the last of these has ended.
package struct SharedSetup: Sendable {
    /// The state of one file's set-up.
    private struct Entry {
        let steps: SharedSteps
        /// The context of the set-up; its teardown runs there too.
        var context: RunContext
        let broken: StepResult?
    }

    private var entries: [Entry] = []

    package init() {}

    /// Runs each set-up that has not run yet, and binds its captures.
    ///
    /// - Parameter context: Of the contract that is about to run; gets the values.
    /// - Returns: The step that did not pass; `nil` when all passed.
    package mutating func prepare(_ context: inout RunContext) async -> StepResult? {
        var broken: StepResult?
        for steps in context.contract.shared {
            if !entries.contains(where: { $0.steps.file == steps.file }) {
                entries.append(await Self.run(steps, in: context))
            }
            guard let entry = entries.first(where: { $0.steps.file == steps.file }) else {
                continue
            }
            for name in steps.setup.flatMap(\.captures).map(\.name) {
                context.evaluator.scope[name] = entry.context.evaluator.scope[name]
            }
            broken = broken ?? entry.broken
        }
        return broken
    }

    /// Cleans up in reverse order.
    package mutating func finish() async {
        for entry in entries.reversed() {
            var evaluator = entry.context.evaluator
            for step in entry.steps.teardown
            where !step.waits(for: entry.steps.setup, evaluator) {
                let runner = StepRunner(context: entry.context, step: step, phase: .teardown)
                _ = await runner.run(using: &evaluator)
            }
        }
        entries = []
    }

    private static func run(_ steps: SharedSteps, in context: RunContext) async -> Entry {
        var context = context
        for step in steps.setup {
            let runner = StepRunner(context: context, step: step, phase: .setup)
            let result = await runner.runWithRetries(using: &context.evaluator)
            if result.outcome.endsCase {
                return Entry(steps: steps, context: context, broken: result)
            }
        }
        return Entry(steps: steps, context: context, broken: nil)
    }
}
