import Contract
import ContractFile

/// The load profile that a command line names.
struct LoadedProfile {
    /// `nil` when it cannot be used.
    let profile: LoadProfile?
    /// Errors and warnings as text; empty when there is nothing to say.
    let diagnosis: String

    /// Reads the profile with its contract.
    init(path: String) {
        let library = ContractLibrary()
        let profile = library.profile(at: path)
        let list = library.diagnostics.list
        diagnosis = list.isEmpty ? "" : DiagnosticRenderer(sources: library.sources).render(list)
        self.profile = library.diagnostics.hasErrors ? nil : profile
    }
}
