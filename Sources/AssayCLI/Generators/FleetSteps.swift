import Base
import CommandLineTool
import Distribution
import Load
import LoadModel
import Measure

/// Has generators perform the steps of a search; a step in which one is lost is repeated by the others.
///
/// `@unchecked Sendable`: a search performs one step after the other, and only `interrupt` is called concurrently.
final class FleetSteps: StepPerformer, @unchecked Sendable {
    private let session: FleetSession
    private let basis: FleetBasis
    private let command: FleetCommand
    private let watch: DeliveryWatch?
    private let console: Console
    private let interruption: LoadInterruption
    private let ask: @Sendable () -> Void

    init(
        _ session: FleetSession,
        _ basis: FleetBasis,
        _ command: FleetCommand,
        watch: DeliveryWatch?,
        interruption: LoadInterruption,
        console: Console
    ) {
        self.watch = watch
        self.session = session
        self.basis = basis
        self.command = command
        self.console = console
        self.interruption = interruption
        ask = session.interrupt
    }

    func perform(
        _ step: PlannedStep,
        progress: @escaping @Sendable (LoadProgress) -> Bool
    ) async throws -> Result<LoadResult, LoadStartFailure> {
        while true {
            let wanted = session.nodes?.count ?? session.option.count
            guard wanted > 0 else { throw LoadObstacle(.couldNotRun, "no generator is left") }
            let lead = FleetLead(
                basis: basis.with(step.plan),
                command: command.with(GeneratorPlan.Step(step)),
                wanted: wanted,
                isLast: false,
                master: session.master,
                watch: watch,
                say: { [console] in console.printError("assay capacity: \($0)") },
                show: { progress($0) }
            )
            do {
                try await session.lead(lead)
                await lead.watchToTheEnd { [interruption] in interruption.count }
            } catch let refusal as FleetRefusal {
                guard let left = session.nodes, left.count < wanted else {
                    return .failure(.noConnection(refusal.reason, origin: ""))
                }
                console.printError("assay capacity: \(refusal)")
            }
            guard session.nodes?.count == wanted else {
                let left = Count.grouped(UInt64(session.nodes?.count ?? 0), "generator")
                console.printError("assay capacity: the step is repeated, with \(left)")
                continue
            }
            return try lead.result().map { .success($0.measured) } ?? .failure(.notWanted)
        }
    }

    func interrupt() { ask() }
}

extension RunResult {
    /// The result as one process would have measured it.
    fileprivate var measured: LoadResult {
        var result = LoadResult(
            recording,
            elapsed: elapsed,
            unsentThoughFree: unsentThoughFree,
            busyTime: parts.map(\.statistics.busyTime).max() ?? 0,
            cut: cut.map { reason in (reason, parts.compactMap(\.cutAt).max()) }
        )
        result.delivery = delivery
        return result.opening(opening)
    }
}
