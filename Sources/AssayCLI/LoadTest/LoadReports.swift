import CommandLineTool
import Contract
import HTTP
import Measure
import Reports
import RunReports

/// Writes the reports of a load run, and determines the exit status.
struct LoadReports {
    /// Named in messages: `load`.
    let command: String
    let outputs: ReportOutputs
    let console: Console
    /// Removes secrets from every text.
    let redactor: Redactor
    /// The history to store the result in; `nil` for none.
    var history: HistoryOption?

    /// Writes all reports and stores the result.
    ///
    /// - Parameter result: The result of the run.
    /// - Returns: The exit status.
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
    /// The exit status of a run.
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
