/// Properties of a run for finding and comparing it.
package struct RunRecord: Hashable, Sendable {
    /// The command that ran.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case load
        case verify
        case compare
        case capacity
    }

    package let kind: Kind
    /// Milliseconds since the beginning of 1970, UTC.
    package let recordedAt: Int64
    /// The title of a profile, or the names of contracts.
    package let title: String
    /// The branch and commit of the sources; `nil` when they are not known.
    package let branch: String?
    package let revision: String?
    /// The address of the tested server; `nil` for the reference target.
    package let target: String?
    /// Profile and machine, in short; runs that differ in it are not comparable.
    package let likeness: String
    /// Exit status of the process.
    package let status: Int32
    /// Whether its figures are reliable.
    package let isValid: Bool
    /// By name; infinite for a percentile that failed.
    ///
    /// A figure that could not be had is not there.
    package let figures: [String: Double]

    package init(
        kind: Kind,
        recordedAt: Int64,
        title: String,
        branch: String? = nil,
        revision: String? = nil,
        target: String? = nil,
        likeness: String,
        status: Int32,
        isValid: Bool,
        figures: [String: Double] = [:]
    ) {
        self.kind = kind
        self.recordedAt = recordedAt
        self.title = title
        self.branch = branch
        self.revision = revision
        self.target = target
        self.likeness = likeness
        self.status = status
        self.isValid = isValid
        self.figures = figures
    }
}

/// A run with the number that the history gave it.
package struct RecordedRun: Hashable, Sendable {
    /// From one; later runs have greater numbers.
    package let number: Int64
    package let record: RunRecord
}
