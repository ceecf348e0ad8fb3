import Base
import CommandLineTool
import Contract
import History
import JSON
import Measure
import Reports
import RunReports
import Statistics

/// A result in the form in which a history stores it.
struct StoredResult {
    let kind: RunRecord.Kind
    /// Milliseconds since 1970.
    let recordedAt: Int64
    let title: String
    /// The URL of the first named server; `nil` for the reference target.
    let target: String?
    let likeness: String
    let isValid: Bool
    let figures: [String: Double]
    /// The exit status of the command, as far as the result shows it.
    let ending: ExitStatus
    /// The result file.
    let document: String

    /// The result of a run under load; takes milliseconds.
    init(_ result: RunResult, document: String) {
        let run = ComparedRun(result, name: "")
        kind = .load
        recordedAt = result.startedAt / 1_000_000
        title = result.profile.title
        target = result.targets.namedURL
        likeness = run.likeness
        isValid = run.invalidity == nil
        figures = Dictionary(
            uniqueKeysWithValues: run.soundFigures.map { ($0.key.rawValue, $0.value) }
        )
        ending = LoadFacts(result).outcome.status
        self.document = document
    }

    /// A report of `assay verify`.
    init(_ record: VerificationRecord, document: String) {
        kind = .verify
        recordedAt = Int64(exactly: (record.startedAt * 1000).rounded()) ?? 0
        title = record.titles.joined(separator: ", ")
        target = record.target
        likeness = "basis: \(record.basis.rawValue); contracts: \(title)"
        isValid = record.ending == .complete && record.count(.inconclusive) == 0
        var figures: [String: Double] = [:]
        for status in PromiseStatus.allCases where record.count(status) > 0 {
            figures[status.rawValue] = Double(record.count(status))
        }
        self.figures = figures
        let isBroken = record.count(.failed) > 0
        ending =
            record.ending != .complete
            ? .interrupted : isBroken ? .contractBroken : isValid ? .success : .couldNotRun
        self.document = document
    }

    /// The result of a search for the capacity.
    init(_ record: CapacityRecord) {
        kind = .capacity
        recordedAt = record.startedAt / 1_000_000
        title = record.profile.title
        target = record.targets.namedURL
        let machine = record.environment
        likeness = "profile: \(record.profile.hash); CPU: \(machine.cpu), \(machine.cores) cores"
        ending = CapacityReports.status(record.result)
        isValid = record.result.ending == .found
        // The highest rate that passed.
        figures = record.result.rate.map { [RunFigure.rate.rawValue: $0] } ?? [:]
        document = record.fileText
    }

    /// The result in a file.
    init(_ file: ComparedFile, document: String) {
        switch file.content {
        case .load(let result): self.init(result, document: document)
        case .verification(let record): self.init(record, document: document)
        }
    }

    /// The result of a comparison whose first new result is `first`.
    init(_ outcome: ComparisonOutcome, of first: ComparedFile?, at moment: Timestamp) {
        kind = .compare
        recordedAt = moment.nanosecondsSince1970 / 1_000_000
        title = first?.title ?? ""
        target = first?.target
        likeness = ""
        isValid = outcome.status != .invalidMeasurement && outcome.status != .interrupted
        figures = [:]
        ending = outcome.status
        document = outcome.summary.jsonText
    }

    func record(_ source: SourceRevision, status: ExitStatus) -> RunRecord {
        RunRecord(
            kind: kind,
            recordedAt: recordedAt,
            title: title,
            branch: source.branch,
            revision: source.revision,
            target: target,
            likeness: likeness,
            status: status.rawValue,
            isValid: isValid,
            figures: figures
        )
    }
}

extension [RunTarget] {
    /// The URL of the first server that the user named; `nil` when there is only the reference target.
    var namedURL: String? { first { !$0.isReference }?.url }
}
