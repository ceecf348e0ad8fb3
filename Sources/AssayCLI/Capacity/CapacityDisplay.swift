import CommandLineTool
import Load
import LoadModel
import Measure
import Reports
import RunReports
import Synchronization

/// Shows the progress of a search on standard error: a line for each finished step, and on a terminal a live line
/// while a step runs.
final class CapacityDisplay: Sendable {
    private struct State {
        var last: LoadProgress?
        var hasLine = false
    }

    /// In words, in the order of the profile.
    private let objectives: [String]
    private let quantile: Quantile
    private let console: Console
    private let state = Mutex(State())

    init(objectives: [String], quantile: Quantile, console: Console) {
        self.objectives = objectives
        self.quantile = quantile
        self.console = console
    }

    /// Shows the progress.
    func show(_ progress: CapacityProgress) {
        switch progress {
        case .running(let step, let plan, let standing): draw(step, plan, standing)
        case .ended(let trial): end(trial)
        }
    }

    /// Writes a permanent line.
    func say(_ line: String) {
        state.withLock { state in
            erase(&state)
            console.printError(line)
        }
    }

    /// Erases the live line.
    func end() { state.withLock { erase(&$0) } }

    private func draw(_ step: CapacityStep, _ plan: LoadPlan, _ standing: LoadProgress) {
        guard let columns = console.errorColumns else { return }
        state.withLock { state in
            let figures = LiveFigures(standing, after: state.last, of: plan)
            state.last = standing
            let start = "\(step.purpose.rawValue) \(CapacityLine.rate(step.rate)): "
            let line = LiveLine.text(figures, columns: max(columns - start.count, 20))
            console.writeError("\r\((start + line).prefix(max(columns - 1, 0)))\u{1B}[K")
            state.hasLine = true
        }
    }

    private func end(_ trial: CapacityTrial) {
        state.withLock { state in
            erase(&state)
            state.last = nil
            console.printError(CapacityLine.text(trial, quantile, objectives: objectives))
        }
    }

    private func erase(_ state: inout State) {
        guard state.hasLine else { return }
        console.writeError("\r\u{1B}[K")
        state.hasLine = false
    }
}
