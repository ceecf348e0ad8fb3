import CommandLineTool
import ContractFile

/// The state of the sources that a result belongs to.
struct SourceRevision: Hashable {
    /// `nil` when unknown, or when no branch is checked out.
    var branch: String?
    /// The commit, in full; `nil` when unknown.
    var revision: String?

    /// The revision from the variables of CI servers, else from Git's files.
    ///
    /// - Parameters:
    ///   - environment: Of GitHub Actions, GitLab CI and others.
    ///   - folder: The folder from which the search for a repository goes upwards.
    /// - Returns: What is known of the revision.
    static func current(_ environment: Environment, folder: String) -> SourceRevision {
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        // For a pull request, the branch that it comes from.
        let branch = first([
            "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
            "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH", "CIRCLE_BRANCH", "BRANCH_NAME", "GIT_BRANCH",
        ])
        let revision = first([
            "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT",
        ])
        if branch != nil && revision != nil {
            return SourceRevision(branch: branch, revision: revision)
        }
        let repository = GitFolder(above: folder)?.head
        return SourceRevision(
            branch: branch ?? repository?.branch,
            revision: revision ?? repository?.revision
        )
    }
}

/// The folder in which Git keeps a repository.
private struct GitFolder {
    /// The folder of the working tree, with `HEAD`.
    private let path: String
    /// The folder of the whole repository, with the branches; usually the same.
    private let common: String

    /// The nearest one at or above a folder.
    init?(above folder: String) {
        var parts = folder.split(separator: "/").map(String.init)
        while true {
            let place = "/" + parts.joined(separator: "/")
            if let found = Self.folder(of: place) {
                path = found
                let link = Self.line("\(found)/commondir")
                common = link.map { $0.hasPrefix("/") ? $0 : "\(found)/\($0)" } ?? found
                return
            }
            guard parts.popLast() != nil else { return nil }
        }
    }

    /// In a linked working tree `.git` is a file that names the folder.
    private static func folder(of place: String) -> String? {
        let base = place == "/" ? "" : place
        if line("\(base)/.git/HEAD") != nil { return "\(base)/.git" }
        guard let link = line("\(base)/.git"), link.hasPrefix("gitdir: ") else { return nil }
        let target = String(link.dropFirst(8))
        return target.hasPrefix("/") ? target : "\(base)/\(target)"
    }

    var head: SourceRevision {
        guard let line = Self.line("\(path)/HEAD") else { return SourceRevision() }
        guard line.hasPrefix("ref: ") else { return SourceRevision(revision: line) }
        let name = String(line.dropFirst(5))
        let prefix = "refs/heads/"
        let branch = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
        return SourceRevision(
            branch: branch,
            revision: Self.line("\(common)/\(name)") ?? packed(name)
        )
    }

    /// Git packs branches that have not changed for a while into lines of one file.
    private func packed(_ name: String) -> String? {
        let lines = Self.text("\(common)/packed-refs")?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasSuffix(" \(name)") }
        return line?.split(separator: " ").first.map(String.init)
    }

    private static func line(_ path: String) -> String? {
        text(path)?.split(separator: "\n").first.map(String.init)
    }

    private static func text(_ path: String) -> String? {
        (try? DiskFiles().read(path, atMost: 8 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }
}
