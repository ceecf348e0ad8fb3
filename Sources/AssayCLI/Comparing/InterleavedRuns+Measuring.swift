import CommandLineTool
import Reports
import Statistics

extension InterleavedRuns {
    /// The measured results, and notes on how they were measured.
    struct Measured {
        let results: RunTurns.Results
        /// Sentences without a full stop.
        let notes: [String]
    }

    /// Makes all runs.
    ///
    /// - Parameters:
    ///   - program: The file of this program.
    ///   - rules: The rules for figures.
    ///   - console: Receives the progress.
    /// - Returns: At least one result of each side, fewer than planned after an interruption.
    /// - Throws: An `InterleavingObstacle`.
    func measured(
        _ program: String,
        _ rules: ComparisonRules,
        _ console: Console
    ) async throws -> Measured {
        let place = try ResultFolder(folder)
        defer { place.removeUnlessKept() }
        let current = CurrentCall()
        let signals = await SignalWatcher.watch { current.interrupt() }
        defer { signals.cancel() }
        let turns = RunTurns(
            runs: self,
            rules: rules,
            program: program,
            folder: place,
            current: current,
            console: console
        )
        let results = try await turns.results(count)
        guard results.isInterrupted else { return Measured(results: results, notes: []) }
        guard !results.old.isEmpty, !results.new.isEmpty else {
            throw InterleavingObstacle.interrupted(
                made: results.count,
                planned: results.plannedCount
            )
        }
        let note = "interrupted after \(results.count) of \(results.plannedCount) runs"
        let whereabouts = folder.map { "; their results are in \($0)" } ?? ""
        console.printError("assay compare: \(note)\(whereabouts)")
        return Measured(results: results, notes: [note])
    }

    /// The command line of a run.
    ///
    /// - Parameters:
    ///   - side: The target.
    ///   - path: The path of the result.
    ///   - attempt: Counts all runs from zero, on both sides, with those that are repeated.
    /// - Returns: It without the name of the program; no two attempts have the same seed.
    func words(_ side: InterleavedOrder.Side, _ path: String, attempt: Int) -> [String] {
        let target = ["--target", targets[side] ?? ""]
        let process = processes[side].map { ["--target-pid", $0] } ?? []
        return ["load", profile] + target + process
            + [
                "--seed", "\(seed &+ UInt64(attempt))", "--output", path, "--force", "--quiet",
                "--\(Supervision.endOption.name)",
            ]
            + options
    }
}
