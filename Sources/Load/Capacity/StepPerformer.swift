package import Measure
package import LoadModel
import Synchronization
import Transport

/// A step of a search as it is sent.
package struct PlannedStep: Sendable {
    package let step: CapacityStep
    /// How many came before it.
    package let number: Int
    /// How gaps vary.
    package let arrivals: LoadShape.Arrivals
    /// What is sent; its stages are the step.
    package let plan: LoadPlan
}

/// Sends what the steps of a search are, one after the other.
package protocol StepPerformer: Sendable {
    /// Performs a step.
    ///
    /// - Parameters:
    ///   - step: Which one.
    ///   - progress: Called once a second while it lasts; tells whether it may go on.
    /// - Returns: What was measured; a failure when it could not begin.
    /// - Throws: What keeps the whole search from going on.
    func perform(
        _ step: PlannedStep,
        progress: @escaping @Sendable (LoadProgress) -> Bool
    ) async throws -> Result<LoadResult, LoadStartFailure>

    /// Ends the step that lasts, and those that come: the first time answers may still come for a second.
    func interrupt()
}

/// Sends steps from this process, a run each.
final class LocalSteps: StepPerformer {
    private struct State {
        var run: LoadRun?
        var interruptions = 0
    }

    private let openers: [ConnectionOpener]
    private let state = Mutex(State())

    init(_ openers: [ConnectionOpener]) { self.openers = openers }

    func perform(
        _ step: PlannedStep,
        progress: @escaping @Sendable (LoadProgress) -> Bool
    ) async throws -> Result<LoadResult, LoadStartFailure> {
        let run = try LoadRun(step.plan, openers: openers)
        let interruptions = state.withLock { state in
            state.run = run
            return state.interruptions
        }
        for _ in 0..<interruptions { run.interrupt() }
        defer { state.withLock { $0.run = nil } }
        return await run.run { if !progress($0) { run.interrupt() } }
    }

    func interrupt() {
        let run = state.withLock { state in
            state.interruptions += 1
            return state.run
        }
        run?.interrupt()
    }
}
