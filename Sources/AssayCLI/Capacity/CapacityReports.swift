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
        switch plan.format {
        case .json: console.write(record.fileText)
        case .text:
            let style = TextStyle(isColored: console.terminal.wantsColor(plan.color))
            let report = CapacityTextReport(style: style, width: console.terminal.columns)
            console.write(report.text(of: record))
        }
        let status = Self.status(record.result)
        guard let output = plan.output, let reason = output.write(record.fileText) else {
            return status
        }
        console.printError("assay capacity: cannot write \(output.path): \(reason)")
        return .gravest(of: [status, .defect])
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
