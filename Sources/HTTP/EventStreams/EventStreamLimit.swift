/// How much of an event stream is read, which may never end of itself.
package struct EventStreamLimit: Hashable, Sendable {
    /// How long events are waited for, from the head of the answer on.
    package let duration: Duration
    /// After how many events reading ends; `nil` for no such end.
    package let count: Int?

    package init(duration: Duration = Self.standardDuration, count: Int? = nil) {
        self.duration = duration
        self.count = count
    }

    /// How long events are waited for where nothing else is said.
    package static let standardDuration = Duration.seconds(5)
}

extension HTTPFields {
    /// Whether they say that an event stream follows.
    package var announceEventStream: Bool {
        guard let type = self["Content-Type"]?.prefix(while: { $0 != ";" }) else { return false }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased() == EventStreamParser.mediaType
    }
}
