/// The spelling of files in annotations: GitHub requires paths relative to the root of the
/// repository.
package struct RepositoryPaths: Sendable {
    /// The root of the repository; `nil` when unknown.
    private let root: [Substring]?
    /// The folder of relative paths.
    private let folder: [Substring]

    /// Paths unchanged, without `./`.
    package static let asGiven = RepositoryPaths(root: nil, folder: "/")

    /// - Parameters:
    ///   - root: The absolute path of the repository, `GITHUB_WORKSPACE`; anything else is as `nil`.
    ///   - folder: The absolute path of the working folder.
    package init(root: String?, folder: String) {
        self.root = root.flatMap { $0.hasPrefix("/") ? Self.parts($0, in: []) : nil }
        self.folder = Self.parts(folder, in: [])
    }

    /// The spelling of a file; one outside the repository stays as it is.
    package func text(of file: String) -> String {
        if let root {
            let parts = Self.parts(file, in: file.hasPrefix("/") ? [] : folder)
            if parts.count > root.count, parts.starts(with: root) {
                return parts.dropFirst(root.count).joined(separator: "/")
            }
        }
        var path = file[...]
        while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
        return String(path)
    }

    private static func parts(_ path: String, in folder: [Substring]) -> [Substring] {
        path.split(separator: "/").reduce(into: folder) { parts, part in
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
    }
}
