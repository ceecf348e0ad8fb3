import Base
package import HTTP
import HTTPServer
import JSON
import Platform
package import ReferencePush
import Synchronization

/// State of every sink in addition to what its provider documents: knobs, the account, and the latest messages.
package final class SinkState: Sendable {
    fileprivate struct Content: Sendable {
        var knobs: SinkKnobs
        var account = SinkAccount()
        /// Latest messages in order; at most `keptMessages`.
        var messages: [SinkMessage] = []
    }

    private let content: Mutex<Content>
    /// CLOCK_MONOTONIC in nanoseconds.
    private let clock: @Sendable () -> Int64
    private let start: Int64
    /// Watchers of all requests.
    package let feeds = SinkFeeds()

    /// Largest number of messages to show.
    static let keptMessages = 1_000

    package init(
        knobs: SinkKnobs,
        clock: @escaping @Sendable () -> Int64 = { MonotonicClock.now }
    ) {
        content = Mutex(Content(knobs: knobs))
        self.clock = clock
        start = clock()
    }
}

extension SinkState {
    /// Registers one request.
    func arrival() -> SinkArrival {
        content.withLock { content in
            content.account.requests += 1
            return SinkArrival(number: content.account.requests, knobs: content.knobs)
        }
    }

    /// Counts the outcome of a request, and sets when its response leaves.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - knobs: The knobs in effect when the request came.
    /// - Returns: The response, with the delay of the knobs.
    func settled(_ outcome: SinkOutcome, _ knobs: SinkKnobs) -> ServerResponse {
        content.withLock { content in
            content.account.count(outcome.code)
            outcome.message.map { content.keep($0) }
        }
        var response = outcome.response
        let now = clock()
        response.delay = .nanoseconds(departure(knobs, arrival: now) - now)
        return response
    }

    /// Counts the outcome of a request without a message to show.
    ///
    /// - Parameters:
    ///   - code: Why it was refused; `nil` for an accepted one.
    ///   - knobs: The knobs in effect when the request came.
    ///   - arrival: When it came, on the state's clock.
    /// - Returns: When its response leaves, on that clock.
    func departure(of code: String?, _ knobs: SinkKnobs, arrival: Int64) -> Int64 {
        content.withLock { $0.account.count(code) }
        return departure(knobs, arrival: arrival)
    }

    /// When the response to a request leaves.
    func departure(_ knobs: SinkKnobs, arrival: Int64) -> Int64 {
        let resumed = knobs.stalls?.resumption(at: arrival - start) ?? arrival - start
        let latency = knobs.latency.components
        return start + resumed + latency.seconds * 1_000_000_000 + latency.attoseconds
            / 1_000_000_000
    }

    /// The knobs in effect now.
    var knobs: SinkKnobs { content.withLock { $0.knobs } }

    /// Number of requests in the account.
    package var requestCount: UInt64 { content.withLock { $0.account.requests } }

    /// Counts an event other than a refusal.
    func note(_ event: String) {
        content.withLock { $0.account.noted[event, default: 0] += 1 }
    }
}

extension SinkState {
    /// Control resources common to all sinks.
    ///
    /// - Parameters:
    ///   - name: `knobs`, `account`, `messages` or `deliveries`.
    ///   - request: GET shows; PUT changes knobs; DELETE begins a new account; POST adds a watcher of requests.
    /// - Returns: `nil` for an unknown name.
    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        switch (name, request.method) {
        case ("knobs", "GET"): .value(content.withLock { $0.knobs }.json)
        case ("knobs", "PUT"): changeKnobs(request.json)
        case ("account", "GET"): .value(content.withLock { $0.account }.json)
        case ("account", "DELETE"): .value(takeAccount().json)
        case ("messages", "GET"): .value(messages(request))
        case ("deliveries", "POST"): feeds.connect(request.json)
        case ("knobs", _), ("account", _), ("messages", _), ("deliveries", _):
            .refusal(405, "method \(request.method) is not offered at \(request.path)")
        default: nil
        }
    }

    private func changeKnobs(_ changes: JSONValue) -> ControlReply {
        guard let changes = changes.objectValue else {
            return .refusal(400, "body: expected an object of knobs")
        }
        do throws(SinkKnobs.Fault) {
            let knobs = try content.withLock { content throws(SinkKnobs.Fault) in
                content.knobs = try content.knobs.changed(by: changes)
                return content.knobs
            }
            return .value(knobs.json)
        } catch {
            return .refusal(400, error.description)
        }
    }

    private func takeAccount() -> SinkAccount {
        content.withLock { content in
            defer { content.account = SinkAccount() }
            return content.account
        }
    }

    /// The latest messages, or those of the recipient that the query names.
    private func messages(_ request: ServerRequest) -> JSONValue {
        let recipient = request.parameter("recipient")
        let messages = content.withLock { $0.messages }
        let chosen = messages.filter { recipient == nil || $0.recipient == recipient }
        return ["messages": .array(chosen.map(\.json))]
    }
}

extension SinkState.Content {
    fileprivate mutating func keep(_ message: SinkMessage) {
        messages.append(message)
        // In larger steps, as each removal moves all others.
        if messages.count >= 2 * SinkState.keptMessages {
            messages.removeFirst(messages.count - SinkState.keptMessages)
        }
    }
}

/// Outcome of one request.
struct SinkOutcome: Sendable {
    var response: ServerResponse
    /// Why it was refused, as the provider's code; `nil` for an accepted request.
    var code: String?
    /// Message for the recipient; `nil` for none.
    var message: SinkMessage?
}

/// One message that reached its recipient.
struct SinkMessage: Hashable, Sendable {
    let recipient: String
    let content: JSONValue

    var json: JSONValue { ["recipient": .string(recipient), "message": content] }
}

/// Counts of a sink since its start, or since the account was last reset.
struct SinkAccount: Hashable, Sendable {
    var requests: UInt64 = 0
    var accepted: UInt64 = 0
    /// By the provider's code.
    var refused: [String: UInt64] = [:]
    /// Other noteworthy events, such as `undecryptable`.
    var noted: [String: UInt64] = [:]

    mutating func count(_ code: String?) {
        if let code { refused[code, default: 0] += 1 } else { accepted += 1 }
    }

    var json: JSONValue {
        [
            "requests": .number(.integer(Int64(requests))),
            "accepted": .number(.integer(Int64(accepted))),
            "refused": .object(JSONObject(counts: refused)),
            "noted": .object(JSONObject(counts: noted)),
        ]
    }
}

/// One request as the knobs see it.
struct SinkArrival: Sendable {
    /// Number of the request, from one.
    let number: UInt64
    let knobs: SinkKnobs

    /// Whether the response has status 429.
    var isTooMany: Bool { isDrawn(knobs.tooMany, slot: 1) }

    /// Whether the response has status 503.
    var isUnavailable: Bool { isDrawn(knobs.unavailable, slot: 2) }

    /// Whether a recipient counts as no longer registered.
    func isUnregistered(_ token: String) -> Bool {
        guard knobs.unregistered > 0 else { return false }
        var random = RandomSource(seed: knobs.seed, name: token)
        return random.unit() < knobs.unregistered
    }

    private func isDrawn(_ share: Double, slot: UInt64) -> Bool {
        guard share > 0 else { return false }
        var random = RandomSource(seed: knobs.seed, index: number, slot: slot)
        return random.unit() < share
    }
}
