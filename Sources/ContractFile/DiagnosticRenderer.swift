/// Writes diagnostics as text for people.
package struct DiagnosticRenderer {
    private let sources: [SourceText]

    /// Takes the files that diagnostics may point into.
    package init(sources: [SourceText]) {
        self.sources = sources
    }

    /// One line for each diagnostic.
    package func render(_ diagnostics: [Diagnostic]) -> String {
        diagnostics.map { "\($0.location): \($0.severity.rawValue): \($0.message)\n" }.joined()
    }
}
