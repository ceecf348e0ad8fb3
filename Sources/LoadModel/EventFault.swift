/// Why an expected response lacks the promised events, by the name of its outcome.
package enum EventFault: String, Hashable, Sendable, CaseIterable {
    /// Fewer events came than the contract requires, or the response is not an event stream.
    case tooFew = "no-events"
    /// The bytes are not an event stream.
    case unreadable = "bad-events"
}
