import CommandLineTool
import Contract
import HTTP
import Measure
import Reports
import RunReports

/// Writes what a load run came to to wherever it was asked for, and says how the command ends.
struct LoadReports {
    /// Named in messages: `load`.
    let command: String
    let outputs: ReportOutputs
    let console: Console
    /// Takes out of every text what nobody may read.
    let redactor: Redactor
    /// Where the result is kept too; `nil` for nowhere.
    var history: HistoryOption?

    /// Writes all reports and keeps the result.
    ///
    /// - Parameter result: What was measured.
    /// - Returns: The status to end with.
    func publish(_ result: RunResult) -> ExitStatus {
        let facts = LoadFacts(result)
        let failures = outputs.write(
            facts,
            in: ReportFormats.load,
            of: command,
            without: redactor,
            to: console
        )
        let status = ExitStatus.gravest(of: [facts.outcome.status] + failures)
        guard let history else { return status }
        let kept = StoredResult(result, document: result.fileText)
        return history.keep(kept, status: status, of: command, console)
    }
}

extension LoadConclusion.Outcome {
    /// How the process ends after a run.
    var status: ExitStatus {
        switch self {
        case .passed: .success
        case .failed: .objectiveMissed
        case .broken: .contractBroken
        case .lost: .couldNotRun
        case .interrupted: .interrupted
        case .invalid: .invalidMeasurement
        }
    }
}
