import Glibc

/// Files that tests read: third-party data, and the package's own.
package enum ConformanceData {
    /// The third-party test data: in the folder named by `CONFORMANCE`, else in
    /// `../shared/conformance` next to the package.
    package static var folder: String {
        if let named = getenv("CONFORMANCE") { return String(cString: named) }
        let packageRoot = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + packageRoot.dropLast().joined(separator: "/") + "/shared/conformance"
    }

    /// The complete content of the file.
    package static func contents(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else {
            throw SystemCallFailure(call: "fopen of \(path)", code: errno)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, file), count > 0 {
            bytes += block[..<count]
        }
        return bytes
    }

    /// Writes a file, replacing an existing one.
    package static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw SystemCallFailure(call: "fopen of \(path)", code: errno)
        }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else {
            throw SystemCallFailure(call: "fputs to \(path)", code: errno)
        }
    }

    /// The sorted names of the entries in the folder, without hidden files.
    package static func fileNames(in folder: String) throws -> [String] {
        guard let directory = opendir(folder) else {
            throw SystemCallFailure(call: "opendir of \(folder)", code: errno)
        }
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
