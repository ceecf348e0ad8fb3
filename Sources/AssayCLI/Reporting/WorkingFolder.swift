import CommandLineTool
import Glibc
import ReportText

/// The folder of relative paths.
enum WorkingFolder {
    static var path: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The buffer outlives the call that fills it.
        guard unsafe getcwd(&buffer, buffer.count) != nil else { return "/" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}

extension RepositoryPaths {
    /// The repository paths for a step of GitHub Actions.
    static var current: RepositoryPaths {
        RepositoryPaths(
            root: Environment.process["GITHUB_WORKSPACE"],
            folder: WorkingFolder.path
        )
    }
}
