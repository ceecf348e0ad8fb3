import Contract
import ContractFile
import Profile

/// The load profile that a command line names.
struct LoadedProfile {
    /// `nil` when it cannot be used.
    let profile: LoadProfile?
    /// Errors and warnings as text; empty without any.
    let diagnosis: String
    private let library: ContractLibrary

    /// Reads the profile with its contract.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - fileRoots: From `--file-root`.
    ///   - files: The source of the files.
    init(path: String, fileRoots: [String] = [], files: any FileSource = DiskFiles()) {
        library = ContractLibrary(files: files, roots: FileRoots(named: fileRoots, of: [path]))
        let profile = library.profile(at: path)
        diagnosis = Self.text(library.diagnostics.list, library)
        self.profile = library.diagnostics.hasErrors ? nil : profile
    }

    /// Warnings before a run, as text; empty without any.
    ///
    /// - Parameters:
    ///   - profile: The profile with the overrides of the command line.
    ///   - shardCount: How many processes share the arrivals.
    ///   - consequence: The effect of a threshold that stays inconclusive.
    /// - Returns: Warnings with the lines they are about.
    func forecast(
        of profile: LoadProfile,
        shardCount: UInt64,
        consequence: String = ContractLibrary.thinThresholdConsequence
    ) -> String {
        let known = library.diagnostics.list.count
        library.warnOfThinThresholds(
            in: profile,
            shardCount: shardCount,
            consequence: consequence
        )
        return Self.text(Array(library.diagnostics.list[known...]), library)
    }

    /// Every file that was read, by its path, except tables of recipients, which are not kept in memory.
    var files: [String: [UInt8]] { library.files }

    private static func text(_ list: [Diagnostic], _ library: ContractLibrary) -> String {
        list.isEmpty ? "" : DiagnosticRenderer(sources: library.sources).render(list)
    }
}
