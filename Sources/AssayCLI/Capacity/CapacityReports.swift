import CommandLineTool
import Contract
import HTTP
import Measure
import Reports

/// Writes the requested reports of a search, and determines the exit status.
struct CapacityReports {
    let plan: CapacityPlan
    let console: Console
    /// Removes secrets from every text.
    let redactor: Redactor

    /// The summary comes first, so that it is shown even if a file cannot be written.
    ///
    /// - Parameter record: Without secrets.
    /// - Returns: The status to end with.
    func publish(_ record: CapacityRecord) -> ExitStatus {
        let failures = plan.outputs.write(
            record,
            in: ReportFormats.capacity,
            of: "capacity",
            without: redactor,
            to: console
        )
        let status = ExitStatus.gravest(of: [Self.status(record.result)] + failures)
        guard let history = plan.history else { return status }
        return history.keep(StoredResult(record), status: status, of: "capacity", console)
    }

    /// Only a rate that passed to the end is a capacity; a search that ran out of budget has none.
    static func status(_ result: CapacityResult) -> ExitStatus {
        if result.ending == .interrupted { return .interrupted }
        if case .unreachable = result.ending { return .couldNotRun }
        return switch result.standing {
        case .known: .success
        case .failed: .objectiveMissed
        case .open: .invalidMeasurement
        }
    }
}
