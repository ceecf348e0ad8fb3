import Glibc
import Platform

/// Finds contract files, and load profiles, below the paths a user gives.
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
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - takesProfiles: Whether load profiles are wanted too.
    /// - Returns: At least one file.
    /// - Throws: `Problem` when there is none.
    package static func files(
        at path: String,
        takesProfiles: Bool = false
    ) throws(Problem) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Problem(path: path, reason: SystemError.last.description)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [FilePath.normalized(path)] }
        let found = try candidates(below: FilePath.normalized(path)).filter { file in
            switch kind(of: file) {
            case .contract: true
            case .profile: takesProfiles
            case nil: false
            }
        }
        guard !found.isEmpty else {
            throw Problem(
                path: path,
                reason: "no contract \(takesProfiles ? "or load profile " : "")below this folder: "
                    + "no .yaml or .yml file with a \"contract:\" key"
            )
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The folder that a path stands for: itself, or the one that the file is in.
    static func folder(of path: String) -> String {
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder ? path : FilePath.folder(of: path)
    }

    /// Links are not followed into folders, so that no circle is walked; what begins with a dot is
    /// passed over.
    private static func candidates(below folder: String) throws(Problem) -> [String] {
        guard let directory = opendir(folder) else {
            throw Problem(path: folder, reason: SystemError.last.description)
        }
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
                found += try candidates(below: path)
            } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                found.append(path)
            }
        }
        return found
    }

    /// What a file holds.
    private enum Kind {
        case contract, profile
    }

    /// Whether a file is a load profile; one that cannot be read is none.
    package static func isProfile(_ path: String) -> Bool { kind(of: path) == .profile }

    /// What a file holds; `nil` for other YAML, which may lie beside contracts.
    ///
    /// A load profile names its contract, so it has both keys. A file that cannot be read is left to the
    /// loader.
    private static func kind(of path: String) -> Kind? {
        let bytes: [UInt8]
        do {
            bytes = try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
        } catch {
            return .contract
        }
        let lines = SourceText(file: path, bytes: bytes).bytes.split {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        if lines.contains(where: { isKey("profile", at: $0) }) { return .profile }
        return lines.contains { isKey("contract", at: $0) } ? .contract : nil
    }

    /// Whether a line of the outermost mapping, which may be in braces, begins with a key.
    private static func isKey(_ key: String, at line: ArraySlice<UInt8>) -> Bool {
        var rest = line
        if rest.first == UInt8(ascii: "{") {
            rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
        }
        let quote = rest.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
        if quote != nil { rest = rest.dropFirst() }
        guard rest.starts(with: key.utf8) else { return false }
        rest = rest.dropFirst(key.utf8.count)
        if let quote {
            guard rest.first == quote else { return false }
            rest = rest.dropFirst()
        }
        return rest.drop { $0 == UInt8(ascii: " ") }.first == UInt8(ascii: ":")
    }
}
