import Glibc
import Testing

/// Files that tests read.
enum TestFile {
    /// Everything in the file.
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

    /// The third-party test data: in the folder named by `CONFORMANCE`, else in
    /// `../shared/conformance` next to the package.
    static var conformanceFolder: String {
        if let named = getenv("CONFORMANCE") { return String(cString: named) }
        let packageRoot = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + packageRoot.dropLast().joined(separator: "/") + "/shared/conformance"
    }
}
