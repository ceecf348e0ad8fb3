/// A contract's settings for generated cases.
package struct GenerationSettings: Sendable {
    /// The number of cases unless the command line sets it; `nil` for the tool's default.
    package var cases: Int?
    /// Operations without generated cases.
    package var excluded: [Excluded] = []
    /// Expected findings, which do not count as failures.
    package var waived: [WaivedFinding] = []

    package init() {}

    /// An operation without generated cases.
    package struct Excluded: Equatable, Sendable {
        package let operation: String
        package let reason: String

        package init(operation: String, reason: String) {
            self.operation = operation
            self.reason = reason
        }
    }

    /// A finding that is expected of an operation.
    package struct WaivedFinding: Sendable {
        /// `nil` for every operation.
        package let operation: String?
        /// `nil` for every kind.
        package let kind: GeneratedKind?
        /// The place in the request as a JSON Pointer, with `*` for any text; `nil` for every place.
        package let place: String?
        package let waiver: Waiver
        package let location: SourceLocation

        package init(
            operation: String?,
            kind: GeneratedKind?,
            place: String?,
            waiver: Waiver,
            location: SourceLocation
        ) {
            self.operation = operation
            self.kind = kind
            self.place = place
            self.waiver = waiver
            self.location = location
        }
    }

    /// Merges the settings of a used file.
    package mutating func add(_ used: GenerationSettings) {
        cases = cases ?? used.cases
        excluded += used.excluded
        waived += used.waived
    }
}

/// The kind of finding of a generated case.
package enum GeneratedKind: String, Hashable, Sendable, CaseIterable {
    /// A status of 500 or above.
    case serverError = "server-error"
    /// No response in time.
    case hang
    /// A broken connection, or an invalid response.
    case noResponse = "no-response"
    /// An error that reveals the internals of the server.
    case stackTrace = "stack-trace"
    /// A failure or a success that is not declared.
    case undeclared
    /// An input that violates the declaration was accepted.
    case accepted
    /// A valid input was rejected.
    case refused
    /// The same safe request had different responses.
    case unstable
    /// A read does not return what was written.
    case lostUpdate = "lost-update"
    /// A created object cannot be read.
    case vanished
    /// A deleted object can still be used.
    case undead
}
