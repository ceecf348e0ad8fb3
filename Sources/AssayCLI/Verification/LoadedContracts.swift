import Contract
import ContractFile
import Profile

/// The contracts that the paths of a command line stand for.
struct LoadedContracts {
    /// In the order of the paths; of a folder, in the order of the file names.
    let contracts: [ContractDocument]
    /// Load profiles, in the same order; empty unless they were asked for.
    let profiles: [LoadProfile]
    /// Errors and warnings as text; empty when there is nothing to say.
    let diagnosis: String
    /// Whether any file cannot be used.
    let hasErrors: Bool

    /// Reads every contract below the paths; a file that several paths lead to is read once.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - fileRoots: From `--file-root`.
    ///   - takesProfiles: Whether load profiles are read too.
    init(paths: [String], fileRoots: [String] = [], takesProfiles: Bool = false) {
        let library = ContractLibrary(roots: FileRoots(named: fileRoots, of: paths))
        var files: [String] = []
        var missing = false
        for path in paths {
            do {
                for file in try ContractFinder.files(at: path, takesProfiles: takesProfiles)
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
        for file in files {
            if takesProfiles && ContractFinder.isProfile(file) {
                guard let profile = library.profile(at: file) else { continue }
                library.warnOfThinThresholds(in: profile)
                profiles.append(profile)
            } else {
                contracts.append(library.contract(at: file))
            }
        }
        (self.contracts, self.profiles) = (contracts, profiles)
        let list = library.diagnostics.list
        diagnosis = list.isEmpty ? "" : DiagnosticRenderer(sources: library.sources).render(list)
        hasErrors = missing || library.diagnostics.hasErrors
    }
}
