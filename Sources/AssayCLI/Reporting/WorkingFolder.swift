import CommandLineTool
import Glibc
import ReportText

/// The folder that relative paths begin at.
enum WorkingFolder {
    static var path: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The buffer outlives the call, which fills it.
        guard unsafe getcwd(&buffer, buffer.count) != nil else { return "/" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}

extension RepositoryPaths {
    /// Of the repository that a step of GitHub Actions works in.
    static var current: RepositoryPaths {
        RepositoryPaths(
            root: Environment.process["GITHUB_WORKSPACE"],
            folder: WorkingFolder.path
        )
    }
}
