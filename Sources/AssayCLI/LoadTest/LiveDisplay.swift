import CommandLineTool
import Load
import LoadModel
import Measure
import Synchronization

/// Shows the progress of a run on standard error: one live line on a terminal, else a line every
/// five seconds.
final class LiveDisplay: Sendable {
    private struct State {
        var last: LoadProgress?
        /// When the next line of a log is due, in nanoseconds since the first stage began.
        var nextLine: Int64
        var hasLine = false
        var thresholds: LiveFigures.Thresholds?
    }

    /// The subject of a display that is not the measurement: its name, and the number of its
    /// requests.
    struct Subject {
        let name: String
        let count: UInt64
    }

    private let plan: LoadPlan
    private let subject: Subject?
    private let console: Console
    private let state: Mutex<State>

    /// How often a log gets a line, in nanoseconds.
    private static let interval: Int64 = 5_000_000_000

    /// - Parameters:
    ///   - plan: The plan of the run.
    ///   - subject: The subject besides the measurement; `nil` for the measurement itself.
    ///   - console: The console to show it on.
    init(_ plan: LoadPlan, subject: Subject? = nil, console: Console) {
        self.plan = plan
        self.subject = subject
        self.console = console
        state = Mutex(State(nextLine: Self.interval - plan.shape.warmup))
    }

    /// Shows the progress.
    func show(_ progress: LoadProgress) {
        let thresholds = progress.snapshot.map {
            LiveFigures.Thresholds($0.recording, plan.thresholds, delivery: $0.delivery)
        }
        state.withLock { state in
            state.thresholds = thresholds ?? state.thresholds
            guard console.errorColumns != nil || progress.elapsed >= state.nextLine else { return }
            var figures = LiveFigures(progress, after: state.last, of: plan)
            figures.thresholds = state.thresholds
            state.last = progress.withoutSnapshot
            draw(line(figures, progress), &state)
            while state.nextLine <= progress.elapsed { state.nextLine += Self.interval }
        }
    }

    private func line(_ figures: LiveFigures, _ progress: LoadProgress) -> String {
        let columns = console.errorColumns
        guard let subject else { return LiveLine.text(figures, columns: columns) }
        let count = progress.settledCount
        return LiveLine.text(subject, figures, settledCount: count, columns: columns)
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

    private func draw(_ line: String, _ state: inout State) {
        guard console.errorColumns != nil else { return console.printError(line) }
        console.writeError("\r\(line)\u{1B}[K")
        state.hasLine = true
    }

    private func erase(_ state: inout State) {
        guard state.hasLine else { return }
        console.writeError("\r\u{1B}[K")
        state.hasLine = false
    }
}
