import Glibc
import TestSupport
import Testing

/// What is in the folder of third-party test data.
enum JSONTestSuiteFiles {
    static let folder = ConformanceData.folder

    static let isThere = access(folder + "/json/test_parsing", R_OK) == 0

    static var absence: Comment {
        "NOT RUN: no JSONTestSuite in \(folder); set CONFORMANCE to the folder that holds it"
    }

    static func fileNames(in folder: String) throws -> [String] {
        let directory = try #require(
            opendir(folder),
            "no conformance data in \(folder): set CONFORMANCE to the folder that holds it"
        )
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
