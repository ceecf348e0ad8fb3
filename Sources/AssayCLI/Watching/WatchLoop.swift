import Base
import CommandLineTool
import Replay

/// `--watch`: repeats a command whenever a file that it depends on changes, until Ctrl-C.
///
/// Size and time of files are polled three times a second, which works on every file system.
struct WatchLoop {
    static func option(excluding others: [String] = []) -> OptionSpecification {
        .flag(
            "watch",
            excludes: others,
            help: "Wait for changes to the files that a contract depends on, and repeat for the "
                + "affected contracts. Ctrl-C exits with the status of the last round."
        )
    }

    /// Named in messages: `verify`.
    let command: String
    let console: Console
    /// The watched files, determined again after each run.
    let files: () -> WatchedFiles
    /// Runs the command: for these contracts, or for everything.
    let work: ([String]?) async throws -> ExitStatus

    private static let interval = Duration.milliseconds(300)

    /// Runs once, and again after each change.
    ///
    /// - Returns: The status of the last run.
    func run() async throws -> ExitStatus {
        // One watcher for the whole loop: a signal between two watchers would be lost.
        let end = Interruption()
        let signals = await SignalWatcher.watch { end.request() }
        defer { signals.cancel() }
        var watched = files()
        var status = try await once(nil)
        while status != .interrupted {
            guard await change(of: watched, end) else { return status }
            let now = files()
            // A change between the last look and these stamps would be missed later.
            let changed = now.changed(since: watched)
            var affected = watched.affected(by: changed)
            if !now.hasSameGroups(as: watched) { affected = nil }
            defer { watched = now }
            // A folder also changes with every file that an editor puts next to ours.
            if let affected, affected.isEmpty { continue }
            say(
                "changed: \(Words.list(changed.filter { !watched.folders.contains($0) }, limit: 3))"
            )
            status = try await once(affected)
        }
        return status
    }

    /// One run; an error that prevents it is reported, and watching continues.
    private func once(_ contracts: [String]?) async throws -> ExitStatus {
        do {
            return try await work(contracts)
        } catch let error as any CommandObstacle {
            say("\(error)")
            return error.status
        }
    }

    /// Waits for a change; `false` after an interruption.
    private func change(of watched: WatchedFiles, _ end: Interruption) async -> Bool {
        let waiting =
            "assay \(command): waiting for changes to \(Count.of(watched.count, "file")); Ctrl-C "
            + "exits"
        if console.errorColumns != nil {
            console.writeError(waiting)
        } else {
            console.printError(waiting)
        }
        let clock = SystemClock()
        var seen: [String] = []
        while !end.isRequested {
            await clock.sleep(for: Self.interval)
            let changed = watched.changed
            // An editor may write a file in pieces.
            if !changed.isEmpty, changed == seen { break }
            seen = changed
        }
        if console.errorColumns != nil { console.writeError("\r\u{1B}[K") }
        return !end.isRequested
    }

    private func say(_ line: String) { console.printError("assay \(command): \(line)") }
}
