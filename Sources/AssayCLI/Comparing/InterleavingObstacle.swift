import CommandLineTool

/// Why interleaved runs did not finish.
enum InterleavingObstacle: Error, CustomStringConvertible {
    /// With the number of runs that were made and planned.
    case interrupted(made: Int, planned: Int)
    /// `assay load` exited with this status, and has reported why.
    case failed(ExitStatus)
    case died(Int32)
    case folder(String, reason: String)

    var status: ExitStatus {
        switch self {
        case .interrupted: .interrupted
        case .failed(let status): status
        case .died: .defect
        case .folder: .unusableFile
        }
    }

    var description: String {
        switch self {
        case .interrupted(let made, let planned):
            "interrupted after \(made) of \(planned) runs; too few for a comparison"
        case .failed(let status): "a run exited with status \(status.rawValue): \(status.meaning)"
        case .died(let status):
            "a run exited with status \(status), which assay load does not "
                + "have"
        case .folder(let path, let reason): "\(path): \(reason)"
        }
    }
}
