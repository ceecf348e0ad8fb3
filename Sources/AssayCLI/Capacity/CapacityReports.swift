import CommandLineTool
import Measure
import Reports

/// Writes what a search came to to wherever it was asked for, and says how it ends.
struct CapacityReports {
    let plan: CapacityPlan
    let console: Console

    /// The summary comes first: whatever happens to the file, somebody has seen it.
    ///
    /// - Parameter record: Without secrets.
    /// - Returns: The status to end with.
    func publish(_ record: CapacityRecord) -> ExitStatus {
        let failures = plan.outputs.write(
            record,
            in: ReportFormats.capacity,
            of: "capacity",
            to: console
        )
        return .gravest(of: [Self.status(record.result)] + failures)
    }

    /// A rate that held below one that did not is a capacity, also when the budget ended the search.
    static func status(_ result: CapacityResult) -> ExitStatus {
        switch result.ending {
        case .found: .success
        case .limited: .invalidMeasurement
        case .nothingHolds, .notRecovered: .objectiveMissed
        case .budgetOver:
            result.rate == nil || result.upper == nil ? .invalidMeasurement : .success
        case .interrupted: .interrupted
        case .unreachable: .couldNotRun
        }
    }
}
