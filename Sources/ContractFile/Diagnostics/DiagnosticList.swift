/// Everything that is wrong with a file; never empty.
package struct DiagnosticList: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the order in which they were found.
    package let diagnostics: [Diagnostic]

    /// Takes what was found; there must be at least one.
    package init(_ diagnostics: [Diagnostic]) {
        precondition(!diagnostics.isEmpty, "a list of diagnostics with nothing in it")
        self.diagnostics = diagnostics
    }

    package var description: String {
        DiagnosticRenderer(sources: []).render(diagnostics)
    }
}

/// Collects what is wrong while a file is read, so that one run shows all of it.
///
/// One collector is handed through all decoders of a file. It is not `Sendable`: the reader of the
/// file owns it.
package final class Diagnostics {
    /// In the order in which they were reported.
    package private(set) var list: [Diagnostic] = []

    /// An empty collector.
    package init() {}

    /// Adds one finding.
    package func report(_ diagnostic: Diagnostic) {
        list.append(diagnostic)
    }

    /// Takes a finding back that another one explains.
    func takeBack(_ diagnostic: Diagnostic) {
        if let index = list.lastIndex(of: diagnostic) { list.remove(at: index) }
    }

    /// Adds an error that underlines `node`.
    package func error(_ message: String, at node: YAMLNode, hint: String? = nil) {
        report(Diagnostic(message, at: node.location, length: node.length, hint: hint))
    }

    /// Adds a warning that underlines `node`.
    package func warning(_ message: String, at node: YAMLNode, hint: String? = nil) {
        report(
            Diagnostic(
                message,
                at: node.location,
                length: node.length,
                hint: hint,
                severity: .warning
            )
        )
    }

    /// Whether an error, not only a warning, was reported.
    package var hasErrors: Bool { list.contains { $0.severity == .error } }

    /// Ends a reading: throws everything that was found, when an error is among it.
    package func throwIfErrors() throws(DiagnosticList) {
        if hasErrors { throw DiagnosticList(list) }
    }
}
