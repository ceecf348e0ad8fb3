import CommandLineTool
import Reports
import Statistics

extension InterleavedRuns {
    /// What was measured, and what is to be said of how.
    struct Measured {
        let results: RunTurns.Results
        /// Sentences without their ends.
        let notes: [String]
    }

    /// Makes all runs.
    ///
    /// - Parameters:
    ///   - program: The file of this program.
    ///   - rules: What is judged; a pilot looks at the same.
    ///   - console: Where it is told how far they are.
    /// - Returns: At least one result of each side, fewer than planned when somebody wanted no more.
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
        let start = ContinuousClock.now
        let (count, notes) = try await planned(turns, rules)
        let deadline: ContinuousClock.Instant? =
            if case .automatic(let budget) = number { start + budget } else { nil }
        let results = try await turns.results(count, until: deadline)
        guard results.isInterrupted else { return Measured(results: results, notes: notes) }
        guard !results.old.isEmpty, !results.new.isEmpty else {
            throw InterleavingObstacle.interrupted(
                made: results.count,
                planned: results.plannedCount,
                isPilot: false
            )
        }
        let note = "interrupted after \(results.count) of \(results.plannedCount) runs"
        let whereabouts = folder.map { "; their results are in \($0)" } ?? ""
        console.printError("assay compare: \(note)\(whereabouts)")
        return Measured(results: results, notes: notes + [note])
    }

    /// How many runs there are on each side, and how that came about.
    private func planned(
        _ turns: RunTurns,
        _ rules: ComparisonRules
    ) async throws -> (count: Int, notes: [String]) {
        switch number {
        case .fixed(let count): return (count, [])
        case .automatic(let budget):
            let plan = try await plan(turns, rules, budget: budget)
            for sentence in plan.sentences { turns.say(sentence) }
            guard let count = plan.count else {
                let reason = plan.obstacle ?? "the budget is too small"
                throw InterleavingObstacle.pilot(reason: reason)
            }
            let pilot = "a pilot of \(2 * PilotPlan.pilotCount) runs, which do not count"
            return (count, ["\(pilot), fixed their number"])
        }
    }

    private func plan(
        _ turns: RunTurns,
        _ rules: ComparisonRules,
        budget: Duration
    ) async throws -> PilotPlan {
        let start = ContinuousClock.now
        let pilot = try await turns.results(PilotPlan.pilotCount, isPilot: true)
        guard !pilot.isInterrupted else {
            throw InterleavingObstacle.interrupted(
                made: pilot.count,
                planned: pilot.plannedCount,
                isPilot: true
            )
        }
        let comparison = rules.comparison(of: pilot.old, with: pilot.new)
        guard let judged = comparison.judged else {
            let reasons = comparison.refusals.map(\.description).joined(separator: "; ")
            throw InterleavingObstacle.pilot(
                reason: "the pilot's runs cannot be compared: \(reasons)"
            )
        }
        return PilotPlan(judged, budget: budget, spent: .now - start)
    }

    /// The command line of a run.
    ///
    /// - Parameters:
    ///   - side: The target.
    ///   - path: Where the result is to be written.
    ///   - attempt: Counts all runs from zero, on both sides, with the pilot and those that are repeated.
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
