import CommandLineTool
import Platform
import Statistics

/// Performs runs one after the other, until all are done or the user interrupts.
struct RunTurns {
    /// The measured results.
    struct Results {
        /// In the order in which they were measured.
        fileprivate(set) var old: [ComparedFile] = []
        fileprivate(set) var new: [ComparedFile] = []
        /// The number of planned runs, both sides together.
        fileprivate(set) var plannedCount: Int

        var count: Int { old.count + new.count }
        var isInterrupted: Bool { count < plannedCount }
    }

    let runs: InterleavedRuns
    /// The compared figures, for which runs are repeated.
    let rules: ComparisonRules
    /// The file of this program.
    let program: String
    let folder: ResultFolder
    let current: CurrentCall
    let console: Console

    /// Reports the progress.
    func say(_ line: String) { if !runs.isQuiet { console.printError(line) } }

    /// Performs the planned runs on each side, and more where too few are usable for a figure.
    ///
    /// - Parameter count: How many there are on each side.
    /// - Returns: Fewer than planned after an interruption.
    /// - Throws: An `InterleavingObstacle`, or why a result cannot be read.
    func results(_ count: Int) async throws -> Results {
        var order = InterleavedOrder.sides(runsOnEachSide: count)
        var compared: [InterleavedOrder.Side: [ComparedRun]] = [:]
        var results = Results(plannedCount: order.count)
        var repetition = RunRepetition(rules, runsOnEachSide: count)
        var pace = RunPace(runCount: order.count, expected: runs.expectedTime)
        var attempt = 0
        while results.count < order.count {
            let side = order[results.count]
            let number = (side == .old ? results.old : results.new).count + 1
            let path = folder.file(side, number)
            let name = "run \(results.count + 1) of \(order.count)"
            let rest = pace.text(made: results.count).map { ", \($0)" } ?? ""
            say("\(name): \(side.title) \(runs.targets[side] ?? "")\(rest)")
            let start = ContinuousClock.now
            let call = try ProgramCall(program, runs.words(side, path, attempt: attempt))
            attempt += 1
            current.take(call)
            let status = await call.end()
            if current.isInterrupted {
                // This run was interrupted too.
                folder.remove(path)
                return results
            }
            pace.note(.now - start)
            let made = try result(path, status, &repetition)
            guard let file = made.file else { continue }
            if side == .old { results.old.append(file) } else { results.new.append(file) }
            if let run = made.run { compared[side, default: []].append(run) }
            let toCome = order.dropFirst(results.count)
            let further = repetition.further(
                old: compared[.old] ?? [],
                new: compared[.new] ?? [],
                toCome: (toCome.count { $0 == .old }, toCome.count { $0 == .new })
            )
            for sentence in further.sentences { say("  \(sentence)") }
            guard further.isMade else { continue }
            order = InterleavedOrder.sides(runsOnEachSide: order.count / 2 + 1)
            results.plannedCount = order.count
            pace.runCount = order.count
        }
        return results
    }

    /// The result; no file is left when the run is to be repeated.
    private func result(
        _ path: String,
        _ status: Int32,
        _ repetition: inout RunRepetition
    ) throws -> (file: ComparedFile?, run: ComparedRun?) {
        // A failed threshold does not show whether anything got worse.
        switch ExitStatus(rawValue: status) {
        case .success, .objectiveMissed, .invalidMeasurement: break
        case let known?: throw InterleavingObstacle.failed(known)
        case nil: throw InterleavingObstacle.died(status)
        }
        let file = try ComparedFile(path)
        guard let run = ComparisonOutcome.compared(file) else { return (file, nil) }
        let decision = repetition.decide(on: run)
        for sentence in decision.sentences { say("  \(sentence)") }
        return decision.isRepeated ? (nil, nil) : (file, run)
    }
}

extension InterleavedOrder.Side {
    /// The side's name in reports.
    var title: String { self == .old ? "old" : "new" }
}
