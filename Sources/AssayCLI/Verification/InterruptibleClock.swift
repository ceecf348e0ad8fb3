import Base
import Contract
import Replay

/// A clock for a run that can be interrupted: an interruption ends every sleep.
struct InterruptibleClock: ReplayClock {
    /// How long an interruption can go unnoticed.
    private static let slice = Duration.milliseconds(50)
    private let clock: any ReplayClock
    private let interruption: Interruption

    init(_ clock: any ReplayClock, interruption: Interruption) {
        self.clock = clock
        self.interruption = interruption
    }

    var now: Timestamp { clock.now }
    var elapsed: Duration { clock.elapsed }

    func sleep(for duration: Duration) async {
        let end = clock.elapsed + duration
        while !interruption.isRequested, !Task.isCancelled {
            let left = end - clock.elapsed
            guard left > .zero else { return }
            await clock.sleep(for: min(left, Self.slice))
        }
    }
}
