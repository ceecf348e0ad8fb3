import CommandLineTool
import History
import Load
import Platform
import Transport

/// An error that prevents a well-formed command line from running, with its exit status.
protocol CommandObstacle: Error, CustomStringConvertible {
    var status: ExitStatus { get }
}

extension LoadObstacle: CommandObstacle {}
extension VerificationObstacle: CommandObstacle {}
extension InterleavingObstacle: CommandObstacle {}

extension RequestFailure: CommandObstacle {
    var status: ExitStatus { .unusableFile }
}

extension TransportOptionsError: CommandObstacle {
    var status: ExitStatus { .unusableFile }
}

extension HistoryError: CommandObstacle {
    var status: ExitStatus {
        switch kind {
        case .missing, .notDatabase, .foreign, .newer, .busy, .unopenable, .readOnly, .failed:
            .unusableFile
        case .full, .diskFailed: .defect
        }
    }
}

extension ProgramCallFailure: CommandObstacle {
    var status: ExitStatus { .couldNotRun }
}
