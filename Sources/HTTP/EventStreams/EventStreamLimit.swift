/// Limits for reading an event stream, which may be endless.
package struct EventStreamLimit: Hashable, Sendable {
    /// Time to wait for events, from the head of the response on.
    package let duration: Duration
    /// Number of events after which reading ends; `nil` for no limit.
    package let count: Int?

    package init(duration: Duration = Self.standardDuration, count: Int? = nil) {
        self.duration = duration
        self.count = count
    }

    /// Default time to wait for events.
    package static let standardDuration = Duration.seconds(5)
}

extension HTTPFields {
    /// Whether they announce an event stream.
    package var announceEventStream: Bool {
        self["Content-Type"].map { EventStreamParser.isMediaType(ofField: $0) } ?? false
    }
}
