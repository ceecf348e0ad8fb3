import CommandLineTool

/// Why runs in turns came to no end.
enum InterleavingObstacle: Error, CustomStringConvertible {
    /// After so many runs of those that were to be made, the runs of a pilot or those that count.
    case interrupted(made: Int, planned: Int, isPilot: Bool)
    /// What keeps a pilot from fixing the number of runs.
    case pilot(reason: String)
    /// `assay load` ended so, and has said why.
    case failed(ExitStatus)
    case died(Int32)
    case folder(String, reason: String)

    var status: ExitStatus {
        switch self {
        case .interrupted: .interrupted
        case .pilot: .invalidMeasurement
        case .failed(let status): status
        case .died: .defect
        case .folder: .unusableFile
        }
    }

    var description: String {
        switch self {
        case .interrupted(let made, let planned, let isPilot):
            "interrupted after \(made) of \(planned) runs\(isPilot ? " of the pilot" : ""); nothing is "
                + "compared"
        case .pilot(let reason): reason
        case .failed(let status): "a run ended with status \(status.rawValue): \(status.meaning)"
        case .died(let status): "a run ended with status \(status), which assay load does not have"
        case .folder(let path, let reason): "\(path): \(reason)"
        }
    }
}
