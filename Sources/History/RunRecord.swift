/// What a history keeps of a run, so that runs can be found and compared.
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
    /// What was run: the title of a profile, the names of contracts.
    package let title: String
    /// The branch and commit of the sources; `nil` when they are not known.
    package let branch: String?
    package let revision: String?
    /// The address of what was tested; `nil` for the reference target.
    package let target: String?
    /// Runs with different ones cannot be compared: the profile and the machine in a few words.
    package let likeness: String
    /// What the process ended with.
    package let status: Int32
    /// Whether the figures can be relied on.
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
    /// One or more; what was added later has a greater one.
    package let number: Int64
    package let record: RunRecord
}
