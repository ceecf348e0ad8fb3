import Glibc

/// Finds contract files below the paths a user gives.
package enum ContractFinder {
    /// A path that leads to no contract.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        package let path: String
        package let reason: String

        package var description: String { "\(path): \(reason)" }
    }

    /// The files a path stands for, in byte order: itself, or everything below it that ends in
    /// `.yaml` or `.yml` and has a `contract:` key.
    ///
    /// - Parameter path: A file or a folder.
    /// - Returns: At least one file.
    /// - Throws: `Problem` when there is none.
    package static func files(at path: String) throws(Problem) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Problem(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [FilePath.normalized(path)] }
        let found = candidates(below: FilePath.normalized(path)).filter(isContract)
        guard !found.isEmpty else {
            throw Problem(
                path: path,
                reason: "no contract below this folder: no .yaml or .yml file with a "
                    + "\"contract:\" key"
            )
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Links are not followed into folders, so that no circle is walked.
    private static func candidates(below folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            let path = FilePath.joined(folder, name)
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                found += candidates(below: path)
            } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                found.append(path)
            }
        }
        return found
    }

    /// Other YAML may lie beside contracts; a file that cannot be read is left to the loader.
    private static func isContract(_ path: String) -> Bool {
        do {
            let bytes = try DiskFiles(maximumBytes: YAMLDocument.maximumBytes).read(path)
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            return lines.contains { line in
                ["contract:", "\"contract\":", "'contract':"].contains {
                    line.starts(with: $0.utf8)
                }
            }
        } catch {
            return true
        }
    }
}
