import Contract
import ContractFile
import Profile

/// The contracts below the paths of a command line.
struct LoadedContracts {
    /// In the order of the paths; of a folder, in the order of the file names.
    var contracts: [ContractDocument]
    /// Load profiles, in the same order; empty unless requested.
    let profiles: [LoadProfile]
    /// Inventories of documents, in the same order; empty unless requested.
    let inventories: [InventoryFile]
    /// Errors and warnings, each once, by file, line and column.
    let diagnostics: [Diagnostic]
    /// The diagnostics as text; empty without any.
    let diagnosis: String
    /// The texts of the files, for showing lines.
    let sources: [SourceText]
    /// All files that were read, including those that requests send.
    let files: Set<String>
    /// Whether any file cannot be used.
    let hasErrors: Bool

    /// Reads every contract below the paths; a file that several paths lead to is read once.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - fileRoots: From `--file-root`.
    ///   - kinds: The kinds of files to read from folders.
    ///   - joinsInventories: Whether the inventories in the folders of the contracts are read.
    ///   - looksForHollowPromises: Whether promises that check nothing are reported.
    init(
        paths: [String],
        fileRoots: [String] = [],
        taking kinds: Set<ContractFinder.Kind> = [.contract],
        joinsInventories: Bool = false,
        looksForHollowPromises: Bool = false
    ) {
        let library = ContractLibrary(roots: FileRoots(named: fileRoots, of: paths))
        var files: [String] = []
        var missing = false
        for path in paths {
            do {
                for file in try ContractFinder.files(at: path, taking: kinds)
                where !files.contains(file) {
                    files.append(file)
                }
            } catch {
                missing = true
                library.diagnostics.report(Diagnostic(error.reason, at: .whole(error.path)))
            }
        }
        var contracts: [ContractDocument] = []
        var profiles: [LoadProfile] = []
        var inventories: [InventoryFile] = []
        for file in files {
            // A file that was not requested is read as its own kind, and reports what it is.
            let kind = kinds.count == 1 ? kinds.first : ContractFinder.kind(of: file)
            switch kind {
            case .profile where kinds.contains(.profile):
                guard let profile = library.profile(at: file) else { continue }
                library.warnOfThinThresholds(in: profile)
                library.warnOfShortStages(in: profile)
                profiles.append(profile)
            case .inventory where kinds.contains(.inventory):
                library.inventory(at: file).map { inventories.append($0) }
            case .defects where kinds.contains(.defects):
                _ = library.defects(at: file)
            case .contract, .profile, .inventory, .defects, nil:
                contracts.append(library.contract(at: file))
            }
        }
        if joinsInventories, !library.diagnostics.hasErrors {
            inventories += library.inventories(beside: contracts)
        }
        // A check of a promise may be there but misspelled.
        if looksForHollowPromises, !library.diagnostics.hasErrors {
            library.warnOfHollowPromises(in: contracts)
        }
        (self.contracts, self.profiles, self.inventories) = (contracts, profiles, inventories)
        sources = library.sources
        self.files = Set(library.files.keys)
        let list = library.diagnostics.list
        diagnostics = DiagnosticRenderer.sorted(list)
        diagnosis = list.isEmpty ? "" : DiagnosticRenderer(sources: library.sources).render(list)
        hasErrors = missing || library.diagnostics.hasErrors
    }
}

extension LoadedContracts {
    /// Reads a contract that is not in a file.
    ///
    /// - Parameters:
    ///   - text: The whole of it.
    ///   - name: Its name in messages.
    ///   - fileRoots: From `--file-root`.
    init(made text: String, named name: String, fileRoots: [String]) {
        let made = MadeFile(path: FilePath.normalized(name), bytes: Array(text.utf8))
        let library = ContractLibrary(files: made, roots: FileRoots(named: fileRoots, of: []))
        contracts = [library.contract(at: name)]
        (profiles, inventories) = ([], [])
        sources = library.sources
        files = Set(library.files.keys).subtracting([made.path])
        let list = library.diagnostics.list
        diagnostics = DiagnosticRenderer.sorted(list)
        diagnosis = list.isEmpty ? "" : DiagnosticRenderer(sources: library.sources).render(list)
        hasErrors = library.diagnostics.hasErrors
    }

    /// The files of the disk, and one made-up file.
    private struct MadeFile: FileSource {
        let path: String
        let bytes: [UInt8]

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
            guard path == self.path else { return try DiskFiles().read(path, atMost: limit) }
            guard bytes.count <= limit else {
                throw .tooLarge(path, size: bytes.count, limit: limit)
            }
            return bytes
        }

        func resolved(_ path: String) throws(FileSourceError) -> String {
            try DiskFiles().resolved(path)
        }
    }
}

extension ContractLibrary {
    /// Reads the inventories in the folders of contracts.
    ///
    /// Errors in contracts that were not requested do not prevent the use of the others: the inventories are left
    /// out, with a warning.
    fileprivate func inventories(beside contracts: [ContractDocument]) -> [InventoryFile] {
        var folders: [String] = []
        for folder in contracts.map({ FilePath.folder(of: $0.file) })
        where !folders.contains(folder) { folders.append(folder) }
        let given = Set(contracts.map(\.file))
        return folders.flatMap { folder -> [InventoryFile] in
            let files = ContractFinder.files(of: .inventory, in: folder)
            let others = ContractFinder.files(of: .contract, in: folder)
            guard !files.isEmpty, !given.isSuperset(of: others) else {
                return files.compactMap { inventory(at: $0) }
            }
            let library = ContractLibrary()
            let inventories = files.compactMap { library.inventory(at: $0) }
            guard library.diagnostics.hasErrors else { return inventories }
            for file in files {
                diagnostics.report(
                    Diagnostic(
                        "the inventory is skipped: other files of its folder have errors",
                        at: .whole(file),
                        hint: "see \"assay lint \(folder.isEmpty ? "." : folder)\"",
                        severity: .warning
                    )
                )
            }
            return []
        }
    }

    /// Reads an inventory with the contracts of its folder.
    func inventory(at file: String) -> InventoryFile? {
        let folder = FilePath.folder(of: FilePath.normalized(file))
        let contracts = ContractFinder.files(of: .contract, in: folder).map { contract(at: $0) }
        return inventory(at: file, beside: contracts)
    }
}
