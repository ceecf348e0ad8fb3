import HTTP

/// Follows an event stream, and detects when enough of it was read.
struct EventWatch {
    private let limit: EventStreamLimit
    private let deadline: ContinuousClock.Instant
    private var parser = EventStreamParser()
    /// Number of bytes of the body passed to the parser.
    private var readBytes = 0

    /// Begins now, with the head of the response.
    init(_ limit: EventStreamLimit) {
        self.limit = limit
        deadline = .now + limit.duration
    }

    /// Whether to stop reading: the time is over, enough events have come, or the response is not an event stream.
    mutating func isOver(_ answer: ResponseAssembly) -> Bool {
        if ContinuousClock.now >= deadline { return true }
        // Compressed events are counted after the end of the response.
        guard answer.headers["Content-Encoding"] == nil else { return false }
        defer { readBytes = answer.body.count }
        do {
            _ = try parser.take(answer.body[readBytes...])
            return limit.count.map { parser.count >= $0 } ?? false
        } catch {
            return true
        }
    }
}
