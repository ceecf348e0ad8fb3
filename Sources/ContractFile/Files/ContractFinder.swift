import Base
import Glibc
import JSON
import Platform

/// Finds contract files, load profiles, inventories and files of defects below the paths a user gives.
package enum ContractFinder {
    /// A path that leads to no contract.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        package let path: String
        package let reason: String

        package var description: String { "\(path): \(reason)" }
    }

    /// What a file holds.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case contract, profile, inventory, defects

        /// The key that tells it from the others.
        fileprivate var key: String {
            switch self {
            case .contract: "contract"
            case .profile: "profile"
            case .inventory: "trace"
            case .defects: "defects"
            }
        }

        fileprivate var noun: String {
            switch self {
            case .contract: "contract"
            case .profile: "load profile"
            case .inventory: "inventory"
            case .defects: "file of defects"
            }
        }
    }

    /// The files a path stands for, in byte order: itself, or everything below it that ends in
    /// `.yaml` or `.yml` and has the key of its kind, such as `contract:`.
    ///
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - kinds: What is wanted of a folder.
    /// - Returns: At least one file.
    /// - Throws: `Problem` when there is none.
    package static func files(
        at path: String,
        taking kinds: Set<Kind> = [.contract]
    ) throws(Problem) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Problem(path: path, reason: SystemError.last.description)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [FilePath.normalized(path)] }
        let found = try candidates(below: FilePath.normalized(path), [".yaml", ".yml"])
            .filter { file in kind(of: file).map(kinds.contains) ?? false }
        guard !found.isEmpty else {
            let wanted = Kind.allCases.filter(kinds.contains)
            let nouns = Words.alternatives(wanted.map(\.noun))
            let keys = Words.alternatives(wanted.map { "\"\($0.key):\"" })
            throw Problem(
                path: path,
                reason: "no \(nouns) below this folder: no .yaml or .yml file with a \(keys) key"
            )
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The files of another tool that a path stands for, in byte order: itself, or everything below it
    /// whose name ends so.
    ///
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - endings: For example `.hurl`.
    /// - Returns: At least one file, and whether the path is a folder.
    /// - Throws: `Problem` when there is none.
    package static func files(
        at path: String,
        endingIn endings: [String]
    ) throws(Problem) -> (paths: [String], isFolder: Bool) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return ([path], false)
        }
        let found = try candidates(below: FilePath.normalized(path), endings)
        guard !found.isEmpty else {
            let wanted = Words.alternatives(endings)
            throw Problem(path: path, reason: "no \(wanted) file in this folder or its subfolders")
        }
        return (found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, true)
    }

    /// The files of a kind that lie in a folder itself, in byte order; none when it cannot be read.
    ///
    /// - Parameters:
    ///   - kind: What is wanted.
    ///   - folder: Empty for the working directory.
    /// - Returns: Their paths.
    package static func files(of kind: Kind, in folder: String) -> [String] {
        do {
            return try files(at: folder.isEmpty ? "." : folder, taking: [kind])
                .filter { FilePath.folder(of: $0) == folder }
        } catch {
            return []
        }
    }

    /// The folder that a path stands for: itself, or the one that the file is in.
    package static func folder(of path: String) -> String {
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder ? path : FilePath.folder(of: path)
    }

    /// Links are not followed into folders, so that no circle is walked; what begins with a dot is
    /// passed over.
    private static func candidates(
        below folder: String,
        _ endings: [String]
    ) throws(Problem) -> [String] {
        guard let directory = opendir(folder) else {
            throw Problem(path: folder, reason: SystemError.last.description)
        }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // Postman keeps what a folder says of its requests in one that is hidden.
            guard !name.hasPrefix(".") || name == ".resources" else { continue }
            let path = FilePath.joined(folder, name)
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                found += try candidates(below: path, endings)
            } else if endings.contains(where: name.hasSuffix) {
                found.append(path)
            }
        }
        return found
    }

    /// What a file holds; `nil` for other YAML, which may lie beside contracts.
    ///
    /// A load profile names its contract, so it has both keys. A file that cannot be read is left to the
    /// loader.
    package static func kind(of path: String) -> Kind? {
        if path.hasSuffix(".trace.yaml") || path.hasSuffix(".trace.yml") { return .inventory }
        let bytes: [UInt8]
        do {
            bytes = try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
        } catch {
            return .contract
        }
        let lines = SourceText(file: path, bytes: bytes).bytes.split {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        return [Kind.profile, .contract, .inventory, .defects].first { kind in
            lines.contains { isKey(kind.key, at: $0) }
        }
    }

    /// Whether a text is an OpenAPI document, in JSON or YAML, as far as the keys of its outermost mapping tell.
    package static func isOpenAPI(_ source: SourceText) -> Bool {
        let keys = ["openapi", "swagger"]
        do {
            let root = try JSONValue(parsing: source.bytes, duplicates: .lastWins)
            return root["contract"] == nil && keys.contains { root[$0] != nil }
        } catch {
            let lines = source.bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            func has(_ key: String) -> Bool { lines.contains { isKey(key, at: $0) } }
            return !has("contract") && keys.contains(where: has)
        }
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
