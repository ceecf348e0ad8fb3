import Base
import DeliveryFeed
package import HTTP2Serving
import HTTP
import JSON
import ReferencePush
import Synchronization

/// Watchers that get a report of every request to a sink.
package final class SinkFeeds: Sendable {
    private let feeds = Mutex<[DeliveryFeed]>([])
    /// Number of watchers: without any, a request takes no lock.
    private let count = Atomic(0)
    private let load = Mutex<(@Sendable () -> ServerLoad)?>(nil)

    init() {}
}

extension SinkFeeds {
    /// Sets the source of the server's load.
    package func setLoad(_ load: @escaping @Sendable () -> ServerLoad) {
        self.load.withLock { $0 = load }
    }

    /// Number of watchers.
    package var openCount: Int { count.load(ordering: .relaxed) }

    /// Whether there are watchers.
    var areOpen: Bool { count.load(ordering: .relaxed) > 0 }

    /// Reports a request.
    ///
    /// - Parameters:
    ///   - moment: When it was complete, in nanoseconds on CLOCK_MONOTONIC.
    ///   - departure: When its response leaves, on that clock.
    ///   - recipient: Name of the recipient.
    ///   - content: Its content; a JSON text, or a text.
    ///   - outcome: Its outcome.
    func tell(
        at moment: Int64,
        departure: Int64,
        recipient: some Sequence<UInt8>,
        content: ArraySlice<UInt8>,
        _ outcome: DeliveryRecord.Outcome
    ) {
        guard areOpen else { return }
        let hash = RecipientHash.of(recipient)
        let all = feeds.withLock { $0 }
        for feed in all {
            let found = feed.marker.find(in: content)
            var marks: DeliveryRecord.Marks = found == nil ? .unmarked : []
            if found?.isAltered == true { marks.insert(.altered) }
            feed.tell(
                DeliveryRecord(
                    moment: moment,
                    delay: max(departure - moment, 0),
                    recipient: hash,
                    arrival: found?.arrival ?? 0,
                    outcome: outcome,
                    marks: marks
                )
            )
        }
        if all.contains(where: { !$0.isOpen }) { forgetClosed() }
    }

    /// Adds a watcher: `{"socket":"/tmp/…/sink","run":"4f1d","text":" hello","whole":true}`.
    func connect(_ request: JSONValue) -> ControlReply {
        guard let socket = request["socket"]?.stringValue, socket.hasPrefix("/") else {
            return .refusal(400, "socket: expected the path of a Unix socket")
        }
        guard let run = request["run"]?.stringValue, !run.isEmpty else {
            return .refusal(400, "run: expected a text")
        }
        let marker = DeliveryMarker(
            run: run,
            text: request["text"]?.stringValue ?? "",
            isWhole: request["whole"]?.boolValue ?? false
        )
        let load = load.withLock { $0 }
        do {
            let feed = try DeliveryFeed(to: socket, marker: marker) {
                load?().reported
            }
            feeds.withLock { $0.append(feed) }
            count.add(1, ordering: .relaxed)
            return .value(["run": .string(run)])
        } catch {
            return .refusal(400, "socket: cannot connect to \(socket): \(error)")
        }
    }

    private func forgetClosed() {
        let closed = feeds.withLock { feeds in
            let before = feeds.count
            feeds.removeAll { !$0.isOpen }
            return before - feeds.count
        }
        count.subtract(closed, ordering: .relaxed)
    }

    /// Ends all feeds after their pending reports.
    func end() {
        for feed in feeds.withLock({ $0 }) { feed.end() }
    }
}

extension ServerLoad {
    /// Nanoseconds in which threads worked, and could have.
    fileprivate var reported: (busy: Int64, possible: Int64) { (busy, elapsed * Int64(threads)) }
}
