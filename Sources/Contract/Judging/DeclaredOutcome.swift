/// The responses that are allowed when no specific one is expected.
package enum DeclaredOutcome: String, Hashable, Sendable, CaseIterable {
    /// A success as the operation declares it.
    case success
    /// A failure with a code and a status of the catalogue.
    case failure
    /// Either of the two.
    case any
    /// A success with any status below 400 and any content.
    case accepted
}
