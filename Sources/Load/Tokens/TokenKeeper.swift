import CLinux
package import Contract
import Dispatch
package import Measure
import Platform
import Synchronization

/// Renews access tokens at 80 % of their lifetime, on its own queue, for its own lifetime.
///
/// The old token stays in use until the new one is there. A failed attempt is repeated after a pause.
package final class TokenKeeper: Sendable {
    /// Holds the current tokens.
    package let board: TokenBoard
    private let supplies: [TokenSupply]
    private let clock: any TokenClock
    private let queue = TokenQueue()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// - Parameters:
    ///   - supplies: One for each scheme, with its first token.
    ///   - clock: Source of time and pauses.
    /// - Throws: A `TemplateError` when a first token is unusable.
    package init(
        _ supplies: [TokenSupply],
        clock: any TokenClock = MonotonicClock()
    ) throws(TemplateError) {
        self.supplies = supplies
        self.clock = clock
        board = try TokenBoard(supplies, now: clock.now)
    }

    deinit { end() }

    /// Begins to renew.
    package func start() {
        let tasks = supplies.indices.map { index in
            let (board, supply, clock, queue) = (board, supplies[index], clock, queue)
            return Task(executorPreference: queue) {
                await Self.keep(supply, index, on: board, by: clock)
                // A task does not keep its executor alive.
                withExtendedLifetime(queue) {}
            }
        }
        self.tasks.withLock { $0 += tasks }
    }

    /// Renews no more.
    package func end() {
        let tasks = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in tasks { task.cancel() }
    }

    /// The present moment, for `figures`.
    package var now: Int64 { clock.now }

    /// Figures about all tokens since a moment, which is also the origin of their moments.
    package func figures(since start: Int64) -> [RunToken] {
        board.figures(of: nil, in: start..<max(clock.now, start + 1), base: start)
    }

    private static func keep(
        _ supply: TokenSupply,
        _ index: Int,
        on board: TokenBoard,
        by clock: any TokenClock
    ) async {
        var number = 0
        var next = board.renewal(index)
        while let planned = next, !Task.isCancelled {
            await clock.sleep(until: planned)
            guard !Task.isCancelled else { return }
            number += 1
            let asked = clock.now
            let outcome = await supply.next(number)
            guard !Task.isCancelled else { return }
            next = board.take(outcome, of: index, planned: planned, asked: asked, now: clock.now)
        }
    }
}

/// The time as tokens go by it.
package protocol TokenClock: Sendable {
    /// Nanoseconds on CLOCK_MONOTONIC.
    var now: Int64 { get }
    /// Waits; returns early when the task is cancelled.
    func sleep(until moment: Int64) async
}

/// The machine's own clock.
package struct MonotonicClock: TokenClock {
    package init() {}

    package var now: Int64 { clinux_monotonic() }

    package func sleep(until moment: Int64) async {
        let left = moment - now
        guard left > 0 else { return }
        // Cancellation ends the wait; the caller checks for it afterwards.
        _ = try? await Task.sleep(for: .nanoseconds(left))
    }
}

/// Executor for token requests, so that the run's other work does not delay them.
private final class TokenQueue: TaskExecutor {
    private let queue = DispatchQueue(label: "assay.load.tokens", qos: .userInteractive)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
