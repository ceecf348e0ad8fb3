import Glibc
import TestSupport
import Testing

/// The content of the folder of third-party test data.
enum JSONTestSuiteFiles {
    static let folder = ConformanceData.folder

    static let isThere = access(folder + "/json/test_parsing", R_OK) == 0

    static var absence: Comment {
        "NOT RUN: no JSONTestSuite in \(folder); set CONFORMANCE to the folder that holds it"
    }
}
