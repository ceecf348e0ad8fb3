/// What a contract says of the cases that are generated from it.
package struct GenerationSettings: Sendable {
    /// How many cases there are unless the command line says so; `nil` for the tool's own number.
    package var cases: Int?
    /// Operations of which none are made.
    package var excluded: [Excluded] = []
    /// Expected findings, which do not count as failures.
    package var waived: [WaivedFinding] = []

    package init() {}

    /// An operation that is left alone.
    package struct Excluded: Equatable, Sendable {
        package let operation: String
        package let reason: String

        package init(operation: String, reason: String) {
            self.operation = operation
            self.reason = reason
        }
    }

    /// What may be found of an operation.
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

    /// Takes in what a used file says.
    package mutating func add(_ used: GenerationSettings) {
        cases = cases ?? used.cases
        excluded += used.excluded
        waived += used.waived
    }
}

/// What a generated case can find.
package enum GeneratedKind: String, Hashable, Sendable, CaseIterable {
    /// A status from 500 on.
    case serverError = "server-error"
    /// No answer in time.
    case hang
    /// A connection that broke, or an answer that is none.
    case noAnswer = "no-answer"
    /// An error that shows how the server works inside.
    case stackTrace = "stack-trace"
    /// A failure or a success that is not declared.
    case undeclared
    /// An input that breaks what is declared was accepted.
    case accepted
    /// An input that breaks nothing was refused.
    case refused
    /// The same safe request had two answers.
    case unstable
    /// What was written is not what is read.
    case lostUpdate = "lost-update"
    /// What was created cannot be read.
    case vanished
    /// What was deleted can still be used.
    case undead
}
