import HTTP
import LoadModel

/// The event stream of one response.
///
/// Only requests whose operation promises events have one; it is an object so that lanes stay small.
final class EventReading {
    /// Whether the head announces an event stream.
    var isAnnounced = false
    /// Whether the stream has a content coding, so that its events cannot be read while they arrive.
    var isCoded = false
    private var watch: EventWatch
    private let duration: Int64
    /// From the head to the end of reading, in nanoseconds since the first stage began; `nil` before the head.
    private(set) var span: Range<Int64>?
    /// When the first event had come, and how long it may have lain unread; `nil` before.
    private(set) var first: (moment: Int64, unread: Int64)?

    init(_ limit: EventStreamLimit) {
        watch = EventWatch(limit)
        duration = max(limit.duration.wholeNanoseconds, 1)
    }

    /// Whether the bytes are not an event stream.
    var isFaulty: Bool { watch.fault != nil }

    /// Whether the required events have come, so that the rest is optional.
    var hasEnough: Bool { watch.hasEnough && !isFaulty }

    /// Reads the next bytes of the body.
    func take(_ bytes: UnsafeRawBufferPointer) {
        if !isCoded { watch.take(bytes) }
    }

    /// Notes when the head, or bytes that were read since the last call, had come.
    ///
    /// - Parameters:
    ///   - moment: When they came.
    ///   - unread: How long they may have lain unread.
    /// - Returns: The number of events that they completed.
    func note(at moment: Int64, unread: Int64) -> Int {
        let start = span?.lowerBound ?? moment
        if span == nil { span = moment..<moment + duration }
        let added = watch.note(at: .nanoseconds(moment - start))
        if added > 0, first == nil { first = (moment, unread) }
        return added
    }

    /// Whether reading ends before the response does.
    func isOver(at moment: Int64) -> Bool {
        guard let span else { return false }
        return watch.isOver(at: .nanoseconds(moment - span.lowerBound))
    }
}
