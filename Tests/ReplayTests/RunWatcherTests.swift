import Contract
import Replay
import Synchronization
import Testing

/// The events reported during a run.
struct RunWatcherTests {
    /// Records the events.
    private final class Notes: RunWatcher {
        private let notes = Mutex<[String]>([])

        var text: String { notes.withLock { $0.joined(separator: "; ") } }

        func willRun(cases: Int) { note("\(cases) cases") }

        func began(_ label: String) -> Int {
            notes.withLock { notes in
                notes.append("began \(label)")
                return notes.count
            }
        }

        func ended(_ step: Int) { note("ended \(step)") }

        func ended(_ result: CaseResult) { note("\(result.name) \(result.verdict.rawValue)") }

        private func note(_ text: String) { notes.withLock { $0.append(text) } }
    }

    @Test(
        "The watcher is notified of each step's beginning and end, and once of each case, run or not"
    )
    func order() async throws {
        let notes = Notes()
        var replaying = try Replaying(
            """
            setup: [ { call: ping } ]
            cases:
              a: { steps: [ { call: ping }, { call: send, name: second } ] }
              b: { tags: [slow], steps: [ { call: ping } ] }
            """,
            responses: [answer(200), answer(200), answer(400)]
        )
        replaying.options.selection.excludedTags = ["slow"]
        replaying.watcher = notes
        _ = try await replaying.results()
        #expect(
            notes.text
                == "began ping; ended 1; began ping; ended 3; began second; ended 5; a failed; "
                + "b skipped"
        )
    }
}
