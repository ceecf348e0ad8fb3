package import Contract

/// Something wrong with a file a person wrote, with everything needed to find and mend it.
package struct Diagnostic: Error, Hashable, Sendable {
    /// Whether the file can still be used.
    package enum Severity: String, Hashable, Sendable {
        case error, warning
    }

    package var severity: Severity
    package var location: SourceLocation
    /// What was found and what was expected, in one sentence without a full stop.
    package var message: String
    /// What to do, when there is something more to say; `quote this: "/push/{id}"`.
    package var hint: String?
    /// How many characters the caret underlines; at least one.
    package var length: Int

    package init(
        _ message: String,
        at location: SourceLocation,
        length: Int = 1,
        hint: String? = nil,
        severity: Severity = .error
    ) {
        self.severity = severity
        self.location = location
        self.message = message
        self.hint = hint
        self.length = length
    }
}
