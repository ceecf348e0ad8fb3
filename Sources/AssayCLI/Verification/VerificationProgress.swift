import CommandLineTool
import Contract
import Replay
import Synchronization

/// Shows the progress of a verification on a terminal, as a live line; elsewhere nothing.
final class VerificationProgress: RunWatcher {
    private struct State {
        var standing = VerificationStanding()
        /// When the first case began; `nil` before.
        var began: Duration?
        /// Steps in progress, by the number that identifies their end.
        var steps: [Int: (label: String, began: Duration)] = [:]
        var lastStep = 0
        var hasLine = false
        var isOver = false
    }

    private let console: Console
    private let clock: any ReplayClock
    private let state = Mutex(State())

    /// How often the line is drawn.
    private static let interval = Duration.milliseconds(250)

    init(console: Console, clock: any ReplayClock) {
        (self.console, self.clock) = (console, clock)
    }

    /// Draws the line while work is in progress.
    func during<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        guard console.errorColumns != nil else { return try await work() }
        let drawing = Task {
            while !Task.isCancelled {
                draw()
                await clock.sleep(for: Self.interval)
            }
        }
        defer {
            drawing.cancel()
            state.withLock { state in
                state.isOver = true
                erase(&state)
            }
        }
        return try await work()
    }

    /// Writes a permanent line.
    func say(_ line: String) {
        state.withLock { state in
            erase(&state)
            console.printError(line)
        }
    }

    /// Draws the line once.
    func draw() {
        guard let columns = console.errorColumns else { return }
        let now = clock.elapsed
        state.withLock { state in
            guard !state.isOver else { return }
            // Requests may be sent before the first case begins.
            let line =
                state.began == nil
                ? "preparing"
                : VerificationLine.text(Self.standing(of: state, at: now), columns: columns)
            console.writeError("\r\(line)\u{1B}[K")
            state.hasLine = true
        }
    }

    private static func standing(of state: State, at now: Duration) -> VerificationStanding {
        var standing = state.standing
        standing.elapsed = now - (state.began ?? now)
        let oldest = state.steps.min { ($0.value.began, $0.key) < ($1.value.began, $1.key) }?.value
        standing.current = oldest.map { .init(label: $0.label, duration: now - $0.began) }
        return standing
    }

    private func erase(_ state: inout State) {
        guard state.hasLine else { return }
        console.writeError("\r\u{1B}[K")
        state.hasLine = false
    }
}

extension VerificationProgress {
    func willRun(cases: Int) {
        let now = clock.elapsed
        state.withLock { state in
            state.standing = VerificationStanding(total: cases)
            state.began = now
        }
        draw()
    }

    func began(_ label: String) -> Int {
        let now = clock.elapsed
        return state.withLock { state in
            state.lastStep += 1
            state.steps[state.lastStep] = (label, now)
            return state.lastStep
        }
    }

    func ended(_ step: Int) {
        let now = clock.elapsed
        state.withLock { state in
            guard let step = state.steps.removeValue(forKey: step) else { return }
            let took = now - step.began
            guard took > state.standing.slowest?.duration ?? .zero else { return }
            state.standing.slowest = .init(label: step.label, duration: took)
        }
    }

    func ended(_ result: CaseResult) {
        guard result.isSelected else { return }
        state.withLock { state in
            state.standing.done += 1
            if result.verdict == .failed { state.standing.failed += 1 }
            if result.verdict == .inconclusive { state.standing.inconclusive += 1 }
        }
    }
}
