import Base
import CommandLineTool
import Replay
import Synchronization
import Testing

@testable import AssayCLI

/// A clock moved by a test; a sleeper on it is woken only by cancellation.
private final class SteppedClock: ReplayClock {
    private let time = Mutex(Duration.zero)

    var now: Timestamp { Timestamp(nanosecondsSince1970: 0) }
    var elapsed: Duration { time.withLock(\.self) }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    func sleep(for duration: Duration) async {
        // Nothing ever arrives; only the end of the task ends it.
        for await _ in AsyncStream<Void>.makeStream().stream {}
    }
}

/// The progress of a verification, on a terminal.
struct VerificationProgressTests {
    @Test(
        "The line shows completed cases, slow cases and remaining time",
        arguments: [
            (VerificationStanding(total: 41), 80, "0 of 41 cases"),
            (
                VerificationStanding(
                    done: 12,
                    total: 41,
                    failed: 1,
                    inconclusive: 2,
                    elapsed: .seconds(12),
                    current: .init(label: "send", duration: .milliseconds(999)),
                    slowest: .init(label: "find", duration: .milliseconds(1_204))
                ),
                80,
                "12 of 41 cases  1 failed  2 inconclusive  slowest find 1.20 s  29 s left"
            ),
            (
                VerificationStanding(
                    total: 2,
                    elapsed: .seconds(63),
                    current: .init(label: "createNote", duration: .seconds(63))
                ),
                80,
                "0 of 2 cases  createNote since 1 min 3 s"
            ),
            (
                VerificationStanding(
                    done: 41,
                    total: 41,
                    failed: 3,
                    elapsed: .seconds(9),
                    slowest: .init(label: "find", duration: .milliseconds(12))
                ),
                40,
                "41 of 41 cases  3 failed"
            ),
            (VerificationStanding(done: 4, total: 41), 8, "4 of 41"),
        ] as [(VerificationStanding, Int, String)]
    )
    func line(standing: VerificationStanding, columns: Int, line: String) {
        #expect(VerificationLine.text(standing, columns: columns) == line)
    }

    /// The terminal output while a case waits for its server.
    private static func shown(columns: Int?) -> String {
        let errors = MemorySink()
        let console = Console(
            output: MemorySink(),
            errors: errors,
            terminal: .none,
            errorColumns: columns
        )
        let clock = SteppedClock()
        let progress = VerificationProgress(console: console, clock: clock)
        progress.draw()
        progress.willRun(cases: 2)
        let step = progress.began("createNote")
        clock.advance(by: .seconds(1))
        progress.draw()
        progress.ended(step)
        progress.say("interrupted")
        return errors.text
    }

    @Test("A hanging case is named on a terminal, and nothing is drawn elsewhere")
    func hanging() {
        #expect(
            Self.shown(columns: 80)
                == "\rpreparing\u{1B}[K\r0 of 2 cases\u{1B}[K\r0 of 2 cases  createNote since 1 s\u{1B}[K"
                + "\r\u{1B}[Kinterrupted\n"
        )
        #expect(Self.shown(columns: nil) == "interrupted\n")
    }

    @Test("The line disappears when the run is over, and does not return")
    func over() async {
        let errors = MemorySink()
        let console = Console(
            output: MemorySink(),
            errors: errors,
            terminal: .none,
            errorColumns: 80
        )
        let progress = VerificationProgress(console: console, clock: SteppedClock())
        await progress.during { progress.willRun(cases: 1) }
        progress.draw()
        #expect(errors.text.hasSuffix("\r0 of 1 cases\u{1B}[K\r\u{1B}[K"), "\(errors.text)")
    }
}
