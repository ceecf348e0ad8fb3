package import Measure
package import LoadModel
import Synchronization
import Transport

/// A step of a search as it is sent.
package struct PlannedStep: Sendable {
    package let step: CapacityStep
    /// The number of steps before it.
    package let number: Int
    /// Distribution of the gaps between arrivals.
    package let arrivals: LoadShape.Arrivals
    /// The load to send; its stages are the step.
    package let plan: LoadPlan
}

/// Performs the steps of a search, one after the other.
package protocol StepPerformer: Sendable {
    /// Performs a step.
    ///
    /// - Parameters:
    ///   - step: The step to perform.
    ///   - progress: Called once a second during the step; returns whether the step may go on.
    /// - Returns: The measurement, or the reason why the step could not begin.
    /// - Throws: An error that ends the whole search.
    func perform(
        _ step: PlannedStep,
        progress: @escaping @Sendable (LoadProgress) -> Bool
    ) async throws -> Result<LoadResult, LoadStartFailure>

    /// Ends the current step and all later ones: the first call leaves responses a second to arrive, the second
    /// none.
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
