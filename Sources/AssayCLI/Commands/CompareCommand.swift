import CommandLineTool
import Contract
import History
import LoadModel
import Platform
import Profile
import Replay
import Reports

/// `assay compare`: detects regressions between old and new results.
enum CompareCommand: Command {
    static let specification = CommandSpecification(
        name: "compare",
        abstract: "Compare results and detect regressions.",
        discussion: [
            "Results are files of \"assay load --output\" or of \"assay verify --format "
                + "json\". For two files you can omit the dashes.",
            "Under load one run is one sample. A regression is a statistically "
                + "significant change (Mann-Whitney, Holm-corrected, 5 %) that is large enough "
                + "to matter. Five metrics need at least five runs per side. Only alternating "
                + "runs can prove a regression, because a machine changes over time: they are "
                + "compared within blocks of A B B A, so that a gradual or sudden change of the "
                + "machine has no effect. Other runs (overlapping, long stretches of one side, "
                + "sessions more than an hour apart) are indicative. Results of another profile "
                + "or machine are rejected.",
            "A run in which the generator was late can be excluded for p99 and still "
                + "count for p50. If too few runs remain, the metric is not evaluated, and the "
                + "report explains why.",
            "With a history, all runs of this job form one sample, which is compared with earlier "
                + "jobs of a branch. This comparison requires 19 jobs and is always indicative. "
                + "The largest deviation of all metrics is ranked among those of earlier jobs, so "
                + "that by chance at most one job in twenty is reported as worse, for any number "
                + "of metrics.",
            "Verify reports are compared promise by promise: newly failed promises are a "
                + "regression.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("BASE", isRepeatable: true, completion: .file),
                help: "The results to compare with; with --against-history the new ones."
            ),
            PositionalSpecification(
                ValueSpecification("NEW", isRepeatable: true, completion: .file),
                isOptional: true,
                help: "The new results."
            ),
        ],
        separatesLists: true,
        groups: [judging, InterleavedRuns.group, InterleavedRuns.transport, history, report],
        examples: [
            .init(
                "assay compare old-*.json -- new-*.json",
                "Compare load runs of an old and a new server."
            ),
            .init(
                "assay compare main.json pr.json --format markdown",
                "Compare the results of \"assay verify\" before and after a change, as a comment "
                    + "for a pull request."
            ),
            .init(
                "assay compare --interleave http://old:8080 http://new:8080 push.yaml",
                "Measure two servers alternately, six times each, and compare them."
            ),
            .init(
                "assay compare new.json --against-history main --history runs.db",
                "Check whether a result is within the usual range of a branch."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .regression, .invalidMeasurement,
            .defect, .interrupted,
        ],
        seeAlso: ["compare-guide", "continuous-integration"]
    )

    /// The file of this program.
    private static let program = "/proc/self/exe"

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let rules = try ComparisonRules(arguments)
        let outputs = try ReportOutputs(arguments, ReportFormats.comparison)
        let baseline = try HistoryBaseline(arguments)
        var runs = try InterleavedRuns(arguments)
        let sides =
            runs == nil
            ? try ComparisonSides(arguments, isAgainstHistory: baseline != nil) : nil
        // The history that is compared with is only read.
        let history = baseline == nil ? try HistoryOption(arguments) : nil
        guard !outputs.cannotBeWritten(by: "compare", beside: history, console) else {
            return .unusableFile
        }
        if let read = runs {
            guard let profile = try profile(of: read, arguments, console) else {
                return .unusableFile
            }
            runs?.expectedTime = .nanoseconds(profile.load.warmup + profile.load.span)
        }
        do {
            let outcome: ComparisonOutcome
            let new: [ComparedFile]
            if let runs {
                (outcome, new) = try await measure(runs, rules, console)
            } else {
                guard let sides, let named = read(sides, console) else { return .unusableFile }
                new = named.new
                outcome =
                    try baseline.map { try $0.outcome(new, rules) }
                    ?? ComparisonOutcome(old: named.old, new: new, rules)
            }
            return publish(outcome, of: new, outputs, history, console)
        } catch let error as any CommandObstacle {
            throw error
        } catch {
            console.printError("assay compare: \(error)")
            return .invalidMeasurement
        }
    }

    /// Reads the profile once for all runs and reports its diagnostics; `nil` if it cannot be used.
    private static func profile(
        of runs: InterleavedRuns,
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> LoadProfile? {
        let loaded = LoadedProfile(path: runs.profile, fileRoots: runs.fileRoots)
        console.writeError(loaded.diagnosis)
        guard let read = loaded.profile else { return nil }
        let profile = try LoadOverrides(arguments).applied(to: read, arguments)
        console.writeError(
            loaded.forecast(
                of: profile,
                shardCount: 1,
                consequence: "which a comparison does not use"
            )
        )
        return profile
    }

    private static func measure(
        _ runs: InterleavedRuns,
        _ rules: ComparisonRules,
        _ console: Console
    ) async throws -> (ComparisonOutcome, new: [ComparedFile]) {
        let measured = try await runs.measured(program, rules, console)
        let results = measured.results
        let outcome = try ComparisonOutcome(
            old: results.old,
            new: results.new,
            rules,
            notes: measured.notes
        )
        return (results.isInterrupted ? outcome.interrupted : outcome, results.new)
    }

    private static func publish(
        _ outcome: ComparisonOutcome,
        of new: [ComparedFile],
        _ outputs: ReportOutputs,
        _ history: HistoryOption?,
        _ console: Console
    ) -> ExitStatus {
        let failures = outputs.write(
            outcome.summary,
            in: ReportFormats.comparison,
            of: "compare",
            to: console
        )
        let status = ExitStatus.gravest(of: [outcome.status] + failures)
        guard let history else { return status }
        let kept = StoredResult(outcome, of: new.first, at: SystemClock().now)
        return history.keep(kept, status: status, of: "compare", console)
    }

    /// `nil` after a message for each file that cannot be used.
    private static func read(
        _ sides: ComparisonSides,
        _ console: Console
    ) -> (old: [ComparedFile], new: [ComparedFile])? {
        let paths = sides.old + sides.new
        let files = paths.map { path -> ComparedFile? in
            do {
                return try ComparedFile(path)
            } catch {
                console.printError("assay compare: \(error)")
                return nil
            }
        }
        let usable = files.compactMap(\.self)
        guard usable.count == paths.count else { return nil }
        let count = sides.old.count
        return (Array(usable.prefix(count)), Array(usable.dropFirst(count)))
    }
}
