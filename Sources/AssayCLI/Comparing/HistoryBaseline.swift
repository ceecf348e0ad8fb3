import CommandLineTool
import ContractFile
import History
import Measure
import Reports
import Statistics

/// `--against-history BRANCH`: earlier results as the baseline.
struct HistoryBaseline {
    let branch: String
    /// The history.
    let path: String
    /// The number of jobs that count, from the latest back.
    let jobCount: Int

    /// The number of runs that are read; a job has several.
    private static let greatestRunCount = 2_000

    /// `nil` unless a branch is named.
    init?(_ arguments: ParsedArguments) throws {
        guard let branch = arguments.string("against-history") else { return nil }
        guard let path = arguments.string("history"), !path.isEmpty else {
            throw arguments.dependent("against-history", on: "--history FILE")
        }
        self.branch = branch
        self.path = path
        jobCount = try arguments.int("last", in: 1...1_000) ?? 50
    }

    /// Compares at least one new file with the history.
    ///
    /// - Throws: A `HistoryError`, or a `MixedFiles`, or why a report in the history cannot be read.
    func outcome(_ new: [ComparedFile], _ rules: ComparisonRules) throws -> ComparisonOutcome {
        try MixedFiles.check(new)
        let store = try HistoryStore(path: path, access: .existing)
        let records = new.compactMap(\.verification)
        return try records.isEmpty
            ? outcome(new.compactMap(\.load), new, store, rules)
            : outcome(records, store, rules)
    }

    private func outcome(
        _ results: [RunResult],
        _ files: [ComparedFile],
        _ store: HistoryStore,
        _ rules: ComparisonRules
    ) throws -> ComparisonOutcome {
        let runs = files.compactMap(ComparisonOutcome.compared)
        let known = try store.runs(
            HistoryFilter(
                kind: .load,
                branch: branch,
                likeness: runs.first?.likeness,
                isValid: true,
                limit: Self.greatestRunCount
            )
        )
        let jobs = KeptRuns.jobs(known).suffix(jobCount).map { $0.job }
        let comparison = HistoryComparison(
            runs: runs,
            against: jobs,
            judging: rules.figures,
            relativeFloor: rules.relativeFloor,
            latencyFloor: rules.latencyFloor
        )
        var notes = ComparisonOutcome.notes(on: results)
        if jobs.isEmpty { notes.append(try reason(for: results.first, store)) }
        return ComparisonOutcome(
            ComparisonSummary(
                comparison,
                branch: branch,
                version: Version.number,
                facts: ComparisonOutcome.facts(of: files) + [
                    .init("now", ComparisonOutcome.targets(of: files).joined(separator: ", "))
                ],
                notes: notes
            ),
            rules.status(of: comparison, hasJobs: !jobs.isEmpty)
        )
    }

    /// Why a baseline is missing.
    private func reason(for result: RunResult?, _ store: HistoryStore) throws -> String {
        let all = try store.runs(HistoryFilter(kind: .load, branch: branch, limit: 1))
        guard !all.isEmpty else {
            return "\(path) has no load run of branch \(branch)"
        }
        let alike = try store.runs(
            HistoryFilter(kind: .load, branch: branch, title: result?.profile.title, limit: 1)
        )
        return alike.isEmpty
            ? "\(path) has no run of \"\(result?.profile.title ?? "")\" of branch \(branch)"
            : "\(path) has runs of this profile's title of branch \(branch), but with another "
                + "profile, on another machine or inconclusive; \"assay history show\" shows each"
    }

    /// The baseline is the latest reliable report.
    private func outcome(
        _ new: [VerificationRecord],
        _ store: HistoryStore,
        _ rules: ComparisonRules
    ) throws -> ComparisonOutcome {
        let filter = HistoryFilter(kind: .verify, branch: branch, isValid: true, limit: 200)
        for run in try store.runs(filter).reversed() {
            guard let document = try store.document(ofRun: run.number) else { continue }
            let name = "run \(run.number) of \(branch)"
            let file = try ComparedFile(name, bytes: Array(document.utf8))
            guard let old = file.verification else { continue }
            let comparison = PromiseComparison(old: [old], new: new)
            guard comparison.refusals.isEmpty else { continue }
            return ComparisonOutcome(
                ComparisonSummary(comparison, version: Version.number, notes: ["old is \(name)"]),
                rules.status(of: comparison.conclusion)
            )
        }
        throw NoBaseline(path: path, branch: branch)
    }
}

/// A history without a report of `assay verify` to compare with.
struct NoBaseline: Error, CustomStringConvertible {
    let path: String
    let branch: String

    var description: String {
        "\(path) has no reliable report of assay verify of branch \(branch) with the same basis "
            + "and common promises"
    }
}
