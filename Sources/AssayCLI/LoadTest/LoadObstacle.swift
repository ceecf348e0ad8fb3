import CommandLineTool
import Contract
import HTTP

/// Why a load run cannot start, though the command line is well formed.
struct LoadObstacle: Error, CustomStringConvertible {
    /// The exit status.
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A failed step of the set-up, with place and reason, and without secrets.
    static func setup(_ step: StepResult, _ redactor: Redactor) -> LoadObstacle {
        let differences = step.differences.prefix(3).map { "\n  \($0.plainStatement)" }.joined()
        let reason = redactor.redact("\(step.headline ?? "failed")\(differences)")
        return LoadObstacle(
            .couldNotRun,
            "\(step.location): set-up step \(step.label): \(reason)"
        )
    }
}
