import Base
import HTTP
import Interchange
import Synchronization

/// The recorded beginning of an event stream.
final class RecordedStream: Sendable {
    private struct State {
        var response: HTTPResponse
        let start: ContinuousClock.Instant
        var watch: EventWatch
        var isFull = false
        var isHandedOver = false
    }

    private let moment: Timestamp
    private let request: HTTPRequest
    private let state: Mutex<State>

    /// The limits of a recording.
    static let limit = EventStreamLimit(duration: .seconds(10), count: 100)
    /// The number of recorded bytes: more than a line may have, so that a longer line is reported.
    static let mostBytes = 2 << 20

    init(_ moment: Timestamp, _ request: HTTPRequest, _ head: HTTPResponse) {
        (self.moment, self.request) = (moment, request)
        let watch = EventWatch(Self.limit)
        state = Mutex(State(response: head, start: .now, watch: watch))
    }

    /// Records the next bytes.
    ///
    /// - Returns: Whether they are the last that are recorded.
    func take(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.isFull else { return false }
            let kept = bytes.prefix(Self.mostBytes - state.response.body.count)
            state.response.body += kept
            // Compressed events are counted once the stream is complete.
            let time = state.start.duration(to: .now)
            if state.response.headers["Content-Encoding"] == nil {
                state.watch.take(kept, at: time)
            }
            state.isFull = kept.count < bytes.count || state.watch.isOver(at: time)
            return state.isFull
        }
    }

    /// The exchange; `nil` from the second call on.
    func handOver() -> RecordedExchange? {
        state.withLock { state in
            guard !state.isHandedOver else { return nil }
            (state.isHandedOver, state.isFull) = (true, true)
            var exchange = RecordedExchange(
                moment: moment,
                request: request,
                response: state.response
            )
            exchange.streamed = state.watch.last
            return exchange
        }
    }
}
