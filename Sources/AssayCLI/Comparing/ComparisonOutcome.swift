import CommandLineTool
import LoadModel
import Measure
import Reports
import Statistics

/// The outcome of a comparison, ready to be published.
struct ComparisonOutcome {
    let summary: ComparisonSummary
    let status: ExitStatus

    init(_ summary: ComparisonSummary, _ status: ExitStatus) {
        self.summary = summary
        self.status = status
    }

    /// Compares two sets of at least one file each.
    ///
    /// - Parameters:
    ///   - old: The baseline.
    ///   - new: The new results.
    ///   - rules: The metrics and limits.
    ///   - notes: Further notes on load runs, as sentences without their ends.
    /// - Throws: A `MixedFiles` when they are not all of one kind.
    init(
        old: [ComparedFile],
        new: [ComparedFile],
        _ rules: ComparisonRules,
        notes: [String] = []
    ) throws(MixedFiles) {
        try MixedFiles.check(old + new)
        let (before, after) = (old.compactMap(\.verification), new.compactMap(\.verification))
        guard before.isEmpty else {
            let comparison = PromiseComparison(old: before, new: after)
            self.init(
                ComparisonSummary(comparison, version: Version.number),
                rules.status(of: comparison.conclusion)
            )
            return
        }
        let comparison = rules.comparison(of: old, with: new)
        let sides = [("old", old), ("new", new)].map { ($0, $1.compactMap(\.load)) }
        let all = Self.notes(on: sides.flatMap(\.1)) + Self.failures(of: sides) + notes
        self.init(
            ComparisonSummary(
                comparison,
                version: Version.number,
                facts: Self.facts(of: old + new),
                targets: (Self.targets(of: old), Self.targets(of: new)),
                notes: all
            ),
            rules.status(of: comparison)
        )
    }

    /// The profile and the machine, each once.
    static func facts(of files: [ComparedFile]) -> [ComparisonSummary.Fact] {
        let results = files.compactMap(\.load)
        func fact(_ name: String, _ text: (RunResult) -> String) -> ComparisonSummary.Fact {
            let texts = results.map(text)
            let each = texts.indices.filter { texts.firstIndex(of: texts[$0]) == $0 }
            return .init(name, each.map { texts[$0] }.joined(separator: "; "))
        }
        return [
            fact("profile", \.profile.title),
            fact("machine", \.firstPart.environment.machineText),
        ]
    }

    /// The servers that the runs of a side drove, each once, without secrets.
    static func targets(of files: [ComparedFile]) -> [String] {
        var targets: [String] = []
        for target in files.compactMap(\.load).flatMap(\.targets) {
            let text = target.isReference ? "the built-in reference" : target.url
            if !targets.contains(text) { targets.append(text) }
        }
        return targets
    }

    /// The outcome of runs that were interrupted.
    var interrupted: ComparisonOutcome { ComparisonOutcome(summary, .interrupted) }

    static func compared(_ file: ComparedFile) -> ComparedRun? {
        file.load.map { ComparedRun($0, name: file.path) }
    }

    /// The outcomes of failed arrivals, on each side; empty if none failed.
    private static func failures(of sides: [(name: String, results: [RunResult])]) -> [String] {
        let texts = sides.compactMap { name, results -> String? in
            var counts: [String: UInt64] = [:]
            for outcome in results.flatMap(\.outcomes)
            where outcome.count > outcome.goodCount && outcome.missingResponse != .notFinished {
                counts[outcome.name, default: 0] += outcome.count - outcome.goodCount
            }
            let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
            guard !most.isEmpty else { return nil }
            return "\(name) " + most.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        }
        return texts.isEmpty ? [] : ["what failed most often: \(texts.joined(separator: "; "))"]
    }

    /// The note for every result of the closed model.
    static func notes(on results: [RunResult]) -> [String] {
        guard let first = results.first, first.profile.load.isClosed else { return [] }
        return [
            "the load was closed, with \(first.connections) connections that wait for responses: "
                + "this does not show how slow the service is at a given rate"
        ]
    }
}

/// Files that cannot be compared because different commands wrote them.
struct MixedFiles: Error, CustomStringConvertible {
    let first: ComparedFile
    let other: ComparedFile

    var description: String {
        "\(first.path) is \(first.kind), and \(other.path) is \(other.kind); expected results of one "
            + "command"
    }

    /// Throws unless all files are of one kind.
    static func check(_ files: [ComparedFile]) throws(MixedFiles) {
        guard let first = files.first else { return }
        for other in files where other.kind != first.kind {
            throw MixedFiles(first: first, other: other)
        }
    }
}
