import Glibc
import Testing

/// The third-party test data: in the folder named by `CONFORMANCE`, else in `../shared/conformance`
/// next to the package.
enum JSONTestSuiteFiles {
    static var folder: String {
        if let named = getenv("CONFORMANCE") { return String(cString: named) }
        let packageRoot = "\(#filePath)".split(separator: "/").dropLast(4)
        return "/" + packageRoot.dropLast().joined(separator: "/") + "/shared/conformance"
    }

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

    static func contents(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "rb"), "cannot open \(path)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: block[..<count])
        }
    }
}
