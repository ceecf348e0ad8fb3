import Base
import Contract
import ContractFile
import Platform

/// The files that a command depends on, by contract.
struct WatchedFiles {
    /// A contract that is run again when one of its files changes.
    struct Group {
        /// The contract file.
        let name: String
        let files: Set<String>
    }

    let groups: [Group]
    /// Files on which everything depends.
    let common: Set<String>
    /// Folders in which files may appear and vanish.
    let folders: Set<String>
    private let paths: Set<String>
    private let stamps: [String: FileStamp]

    init(groups: [Group], common: Set<String>, folders: Set<String>) {
        self.groups = groups
        self.common = common
        self.folders = folders
        paths = groups.reduce(common.union(folders)) { $0.union($1.files) }
        var stamps: [String: FileStamp] = [:]
        for path in paths { stamps[path] = FileStamp(of: path) }
        self.stamps = stamps
    }

    /// The number of files.
    var count: Int { groups.reduce(common) { $0.union($1.files) }.count }

    /// The files and folders that have changed; sorted.
    var changed: [String] { changed { FileStamp(of: $0) } }

    /// The files and folders that have changed since `earlier`; sorted.
    func changed(since earlier: Self) -> [String] {
        earlier.changed { paths.contains($0) ? stamps[$0] : FileStamp(of: $0) }
    }

    private func changed(_ stamp: (String) -> FileStamp?) -> [String] {
        paths.filter { stamp($0) != stamps[$0] }.sorted()
    }

    /// The contracts that depend on files; `nil` for all of them.
    func affected(by changed: [String]) -> [String]? {
        guard common.isDisjoint(with: changed) else { return nil }
        return groups.filter { !$0.files.isDisjoint(with: changed) }.map(\.name)
    }
}

extension WatchedFiles {
    /// The contracts below paths, with the files that each of them refers to.
    ///
    /// - Parameters:
    ///   - paths: Files and folders, as they were named.
    ///   - fileRoots: From `--file-root`.
    ///   - kinds: The kinds of files to read in folders.
    ///   - further: Files on which everything depends.
    init(
        paths: [String],
        fileRoots: [String],
        taking kinds: Set<ContractFinder.Kind> = [.contract],
        and further: [String] = []
    ) {
        var common = Set(further)
        var folders: Set<String> = []
        var groups: [Group] = []
        for path in paths {
            guard let files = try? ContractFinder.files(at: path, taking: kinds) else {
                // The path may exist soon.
                common.insert(path)
                continue
            }
            if files != [FilePath.normalized(path)] { folders.insert(path) }
            for file in files where !groups.contains(where: { $0.name == file }) {
                folders.insert(FilePath.folder(of: file).isEmpty ? "." : FilePath.folder(of: file))
                let loaded = LoadedContracts(paths: [file], fileRoots: fileRoots, taking: kinds)
                let keys = loaded.contracts.flatMap(\.variables).compactMap(\.file)
                groups.append(Group(name: file, files: loaded.files.union(keys).union([file])))
            }
        }
        self.init(groups: groups, common: common, folders: folders)
    }

    /// Whether both have the same contracts; otherwise files have appeared or vanished.
    func hasSameGroups(as other: WatchedFiles) -> Bool {
        groups.map(\.name) == other.groups.map(\.name)
    }
}
