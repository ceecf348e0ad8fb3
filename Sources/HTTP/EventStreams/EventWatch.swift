/// Reads an event stream as it arrives, up to a limit.
package struct EventWatch: Sendable {
    /// When the first event was complete; `nil` before.
    package private(set) var first: ContinuousClock.Instant?
    /// When the last event was complete.
    package private(set) var last: ContinuousClock.Instant?
    /// Why reading ended early: the bytes are not an event stream.
    package private(set) var fault: EventStreamFault?
    private let limit: EventStreamLimit
    private let deadline: ContinuousClock.Instant
    private var parser = EventStreamParser()

    /// - Parameters:
    ///   - limit: How much is read.
    ///   - moment: When the head of the response had come.
    package init(_ limit: EventStreamLimit, from moment: ContinuousClock.Instant) {
        self.limit = limit
        deadline = moment + limit.duration
    }

    /// How many events have arrived.
    package var count: Int { parser.count }

    /// Reads the next bytes of the stream, which arrived at `moment`.
    package mutating func take(
        _ bytes: some Sequence<UInt8>,
        at moment: ContinuousClock.Instant
    ) {
        guard fault == nil else { return }
        let before = count
        do {
            _ = try parser.take(bytes)
        } catch {
            fault = error
        }
        guard count > before else { return }
        first = first ?? moment
        last = moment
    }

    /// Whether reading ends: after the time or the events of the limit, or with a fault.
    package func isOver(at moment: ContinuousClock.Instant) -> Bool {
        moment >= deadline || fault != nil || limit.count.map { count >= $0 } ?? false
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
