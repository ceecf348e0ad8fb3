import CommandLineTool
import Contract
import HTTP
import Measure
import Reports

/// Writes what a search came to to wherever it was asked for, and says how it ends.
struct CapacityReports {
    let plan: CapacityPlan
    let console: Console
    /// Takes out of every text what nobody may read.
    let redactor: Redactor

    /// The summary comes first: whatever happens to the file, somebody has seen it.
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

    /// Only a rate that was held to the last is a capacity; what a search knows whose budget ended is none.
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
