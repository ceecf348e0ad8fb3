/// Reads an event stream as it arrives, up to a limit.
///
/// Times count from the head of the response on, by the clock of the caller.
package struct EventWatch: Sendable {
    /// When the first event was complete; `nil` before.
    package private(set) var first: Duration?
    /// When the last event was complete.
    package private(set) var last: Duration?
    /// Why reading ended early: the bytes are not an event stream.
    package private(set) var fault: EventStreamFault?
    private let limit: EventStreamLimit
    private var parser = EventStreamParser()
    private var notedCount = 0

    package init(_ limit: EventStreamLimit) { self.limit = limit }

    /// How many events have arrived.
    package var count: Int { parser.count }

    /// Reads the next bytes of the stream, which arrived at a time.
    package mutating func take(_ bytes: some Sequence<UInt8>, at time: Duration) {
        take(bytes)
        note(at: time)
    }

    /// Reads the next bytes of the stream; `note(at:)` follows with their time.
    package mutating func take(_ bytes: some Sequence<UInt8>) {
        guard fault == nil else { return }
        do {
            _ = try parser.take(bytes)
        } catch {
            fault = error
        }
    }

    /// Notes when the bytes arrived that were read since the last call.
    ///
    /// - Returns: The number of events that they completed.
    @discardableResult
    package mutating func note(at time: Duration) -> Int {
        let added = count - notedCount
        guard added > 0 else { return 0 }
        notedCount = count
        first = first ?? time
        last = time
        return added
    }

    /// Whether as many events have arrived as are required: the number of the limit, otherwise one.
    package var hasEnough: Bool { count >= limit.count ?? 1 }

    /// Whether reading ends: after the time or the events of the limit, or with a fault.
    package func isOver(at time: Duration) -> Bool {
        time >= limit.duration || fault != nil || limit.count.map { count >= $0 } ?? false
    }
}

/// Receives an event stream piece by piece, before the response ends.
///
/// Called on the thread that reads from the server, so it must not block.
package final class EventTap: Sendable {
    /// Receives the status and the header fields, once.
    package let begin: @Sendable (HTTPResponse) -> Void
    /// Receives the next bytes of the body, which are not stored elsewhere; `false` ends the exchange.
    package let take: @Sendable ([UInt8]) -> Bool

    package init(
        begin: @escaping @Sendable (HTTPResponse) -> Void,
        take: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        (self.begin, self.take) = (begin, take)
    }
}

extension EventTap: Hashable {
    package static func == (left: EventTap, right: EventTap) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
