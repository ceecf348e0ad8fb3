import CommandLineTool
import Contract
import HTTP

/// What keeps a load run from starting, though the command line is well formed.
struct LoadObstacle: Error, CustomStringConvertible {
    /// How the process ends.
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A step of the set-up that did not hold, with where and why, and without secrets.
    static func setup(_ step: StepResult, _ redactor: Redactor) -> LoadObstacle {
        let differences = step.differences.prefix(3).map { "\n  \($0.plainStatement)" }.joined()
        let reason = redactor.redact("\(step.headline ?? "failed")\(differences)")
        return LoadObstacle(
            .couldNotRun,
            "\(step.location): set-up step \(step.label): \(reason)"
        )
    }
}
