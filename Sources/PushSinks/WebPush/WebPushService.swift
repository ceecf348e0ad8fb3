import Base
import Cryptography
import DeliveryFeed
package import HTTP
import HTTPServer
import JSON
import Platform
import ReferencePush
import Synchronization

/// A web push service: accepts messages for its own subscriptions, decrypts and shows them.
///
/// Source: RFC 8030, RFC 8291, RFC 8292.
package final class WebPushService: PushSink {
    package let name = "web-push"
    package let limits = ServerLimits(requestLineBytes: 8 * 1_024, bodyBytes: 1 << 20)
    let options: SinkOptions
    package let state: SinkState
    let recipients: SinkRecipients
    let identities = KnownIdentities()
    /// Subscriptions that provider states have changed or made, by name; all others follow from the seed.
    let subscriptions: Mutex<[String: Subscription]>
    /// Counter for unique names of subscriptions made by provider states.
    let made = Atomic<UInt64>(0)

    package init(options: SinkOptions = SinkOptions()) {
        self.options = options
        state = SinkState(knobs: options.knobs)
        recipients = SinkRecipients(seed: options.knobs.seed)
        let example = Subscription(name: Self.exampleName, keys: .example)
        subscriptions = Mutex([example.name: example])
    }

    /// The name of the example in RFC 8291 §5.
    static let exampleName = "JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"

    package func handle(_ request: ServerRequest) -> ServerResponse {
        let arrival = state.arrival()
        do throws(WebPushRefusal) {
            return state.settled(try answer(request, arrival), arrival.knobs)
        } catch {
            return state.settled(error.outcome, arrival.knobs)
        }
    }

    /// The push services of the browsers: Firefox, Chrome, Safari and Edge.
    package var authorities: [String] {
        [
            "updates.push.services.mozilla.com:443", "fcm.googleapis.com:443",
            "web.push.apple.com:443", "*.notify.windows.com:443",
        ]
    }
}

extension SinkOptions {
    /// A valid audience in addition to the requested origin: that of the RFC's examples.
    fileprivate var audience: String { keys["audience"] ?? "https://push.example.net" }
}

extension SinkEntry {
    static let webPush = SinkEntry(name: "web-push", defects: Defect.webPush) {
        WebPushService(options: $0)
    }
}

extension WebPushService {
    private typealias Operation =
        @Sendable (WebPushService) -> (ServerRequest, String, SinkArrival) throws(WebPushRefusal) ->
        SinkOutcome

    private static let routes: RouteTable<Operation> = [
        "POST /push/{subscription}": WebPushService.push
    ]

    private func answer(
        _ request: ServerRequest,
        _ arrival: SinkArrival
    ) throws(WebPushRefusal) -> SinkOutcome {
        switch request.problem {
        case .targetTooLong: throw WebPushRefusal(414, "uri-too-long")
        case .bodyTooLarge: throw .payloadTooLarge
        case .malformed: throw WebPushRefusal(400, "header")
        case nil: break
        }
        switch Self.routes.match(request.method, request.path.segments) {
        case .found(let operation, let parameters):
            return try operation(self)(request, String(parameters[0]), arrival)
        case .otherMethod: throw WebPushRefusal(405, "method")
        case .unknownPath: throw .notFound
        }
    }

    /// Accepts one message, and reports it to watchers.
    private func push(
        _ request: ServerRequest,
        _ name: String,
        _ arrival: SinkArrival
    ) throws(WebPushRefusal) -> SinkOutcome {
        let moment = MonotonicClock.now
        func tell(_ outcome: DeliveryRecord.Outcome, _ text: @autoclosure () -> [UInt8]) {
            guard state.feeds.areOpen else { return }
            state.feeds.tell(
                at: moment,
                departure: state.departure(arrival.knobs, arrival: moment),
                recipient: name.utf8,
                content: text()[...],
                outcome
            )
        }
        do throws(WebPushRefusal) {
            let (outcome, content) = try judged(request, name, arrival)
            tell(.taken, Array((content["plaintext"]?.stringValue ?? "").utf8))
            return outcome
        } catch {
            let isGone = error.status == 404 || error.status == 410
            tell(isGone ? .unregistered : .refused, plaintext(of: request, for: name))
            throw error
        }
    }

    /// The text of a refused message, by which watchers know it; empty for one that cannot be decrypted.
    func plaintext(of request: ServerRequest, for name: String) -> [UInt8] {
        guard let sealed = MessageEncryption.Sealed(request.body), let keys = try? known(name).keys
        else { return [] }
        return MessageEncryption.opened(sealed, with: keys) ?? []
    }

    /// Handles one message (RFC 8030 §5).
    private func judged(
        _ request: ServerRequest,
        _ name: String,
        _ arrival: SinkArrival
    ) throws(WebPushRefusal) -> (SinkOutcome, content: JSONValue) {
        if arrival.isUnavailable { throw .unavailable }
        if arrival.isTooMany { throw .tooMany }
        let subscription = try subscription(name, arrival)
        let identity = try identity(of: request, for: subscription)
        let push: PushRequest
        do { push = try PushRequest(request.headers) } catch {
            throw WebPushRefusal(400, "\(error.rawValue)")
        }
        guard request.body.count <= Self.bodyLimit else { throw .payloadTooLarge }
        let content = try content(of: request, push, identity, subscription)
        return (accepted(push, content, subscription), content)
    }

    /// The largest body, as the limit that no push service may go below.
    static let bodyLimit = 4_096

    /// The subscription of a name, while it takes messages.
    private func subscription(
        _ name: String,
        _ arrival: SinkArrival
    ) throws(WebPushRefusal) -> Subscription {
        let subscription = try known(name)
        if let ending = subscription.ending { throw WebPushRefusal(ending) }
        if arrival.isUnregistered(name) { throw WebPushRefusal(.unsubscribed) }
        if subscription.isLimited { throw .tooMany }
        return subscription
    }

    private func known(_ name: String) throws(WebPushRefusal) -> Subscription {
        if let subscription = subscriptions.withLock({ $0[name] }) { return subscription }
        guard let bytes = Base64.decode(name, alphabet: .url, padded: false),
            recipients.number(of: bytes) != nil
        else { throw .notFound }
        return Subscription(name: name, keys: keys(of: bytes))
    }

    func keys(of name: [UInt8]) -> SubscriptionKeys {
        SubscriptionKeys(seed: options.knobs.seed, name: name)
    }

    /// The sender's identity; `nil` for an anonymous sender (RFC 8292 §4.2).
    private func identity(
        of request: ServerRequest,
        for subscription: Subscription
    ) throws(WebPushRefusal) -> ApplicationServerIdentity? {
        guard let header = request.headers["Authorization"] else {
            if subscription.restriction != nil {
                throw WebPushRefusal(401, "authorization-missing")
            }
            return nil
        }
        let identity: ApplicationServerIdentity
        do {
            identity = try identities.identity(
                header,
                audiences: audiences(of: request),
                now: options.now()
            )
        } catch {
            throw WebPushRefusal(403, "vapid-\(error.rawValue)")
        }
        if let key = subscription.restriction, key != identity.key {
            throw WebPushRefusal(403, "vapid-key")
        }
        return identity
    }

    /// The origins at which the subscription is: that by which it was asked, over TLS or not.
    private func audiences(of request: ServerRequest) -> [String] {
        guard let host = request.headers["Host"]?.lowercased() else { return [options.audience] }
        return ["http://\(host)", "https://\(host)", options.audience]
    }
}

extension WebPushService {
    /// The plaintext for display.
    private func content(
        of request: ServerRequest,
        _ push: PushRequest,
        _ identity: ApplicationServerIdentity?,
        _ subscription: Subscription
    ) throws(WebPushRefusal) -> JSONValue {
        var content = JSONObject([
            .init(name: "ttl", value: .number(.integer(push.lifetime))),
            .init(name: "urgency", value: .string(push.urgency)),
        ])
        content["topic"] = push.topic.map { .string($0) }
        content["sender"] = identity.map { .string(SubscriptionKeys.text($0.key)) }
        guard !request.body.isEmpty else { return .object(content) }
        let coding = request.headers["Content-Encoding"]?.lowercased()
        guard coding == MessageEncryption.coding else { throw WebPushRefusal(400, "coding") }
        let sealed = MessageEncryption.Sealed(request.body)
        if let sealed, let identity, sealed.sender == identity.key {
            throw WebPushRefusal(400, "key-used-twice")
        }
        guard let plain = sealed.flatMap({ MessageEncryption.opened($0, with: subscription.keys) })
        else {
            // A push service cannot know this: only the user agent detects it.
            state.note("undecryptable")
            content["undecryptable"] = true
            return .object(content)
        }
        content["plaintext"] = .string(String(decoding: plain, as: UTF8.self))
        if let message = DeclarativeMessage(plain) {
            content["declarative"] = message.json
            if case .failed(let fault) = message { state.note(fault.rawValue) }
        }
        return .object(content)
    }

    /// Delivers a message, or stores it until its user agent is online.
    private func accepted(
        _ push: PushRequest,
        _ content: JSONValue,
        _ subscription: Subscription
    ) -> SinkOutcome {
        let id = made.add(1, ordering: .relaxed).newValue
        var outcome = SinkOutcome(
            response: ServerResponse(
                status: 201,
                headers: HTTPFields([
                    .init(name: "Location", value: "/message/\(subscription.name)/\(id)"),
                    .init(name: "TTL", value: "\(push.lifetime)"),
                ])
            )
        )
        if subscription.isAway {
            keep(push, content, subscription.name)
        } else {
            outcome.message = SinkMessage(recipient: subscription.name, content: content)
        }
        return outcome
    }

    private func keep(_ push: PushRequest, _ content: JSONValue, _ name: String) {
        guard push.lifetime > 0 else { return state.note("not-kept") }
        let message = WaitingMessage(
            topic: push.topic,
            deadline: options.now() + push.lifetime,
            content: content
        )
        let isReplacement = subscriptions.withLock { $0[name]?.keep(message) ?? false }
        if isReplacement { state.note("replaced") }
    }
}

extension Subscription {
    /// Stores a waiting message, replacing one with the same topic (RFC 8030 §5.4).
    ///
    /// - Returns: Whether one was replaced.
    fileprivate mutating func keep(_ message: WaitingMessage) -> Bool {
        let others = waiting.filter { $0.topic == nil || $0.topic != message.topic }
        defer { waiting = others + [message] }
        return others.count < waiting.count
    }
}

/// A message that is not taken.
struct WebPushRefusal: Error, Hashable, Sendable {
    let status: Int
    /// The code in the account and in the response.
    let code: String
    /// Seconds after which to retry.
    var retryAfter: Int?

    init(_ status: Int, _ code: String) {
        self.status = status
        self.code = code
    }

    init(_ ending: Subscription.Ending) {
        self.init(ending.rawValue, "\(ending)")
    }

    static let notFound = WebPushRefusal(404, "unknown")
    static let payloadTooLarge = WebPushRefusal(413, "too-large")
    static let tooMany = WebPushRefusal(429, "too-many", retryAfter: 1)
    static let unavailable = WebPushRefusal(503, "unavailable", retryAfter: 1)

    private init(_ status: Int, _ code: String, retryAfter: Int) {
        self.init(status, code)
        self.retryAfter = retryAfter
    }

    var outcome: SinkOutcome {
        var headers = HTTPFields([.init(name: "Content-Type", value: "application/json")])
        if status == 401 { headers.append("WWW-Authenticate", "vapid") }
        if let retryAfter { headers.append("Retry-After", "\(retryAfter)") }
        if status == 405 { headers.append("Allow", "POST") }
        let body: JSONValue = ["error": .string(code)]
        return SinkOutcome(
            response: ServerResponse(status: status, headers: headers, body: body.textBytes),
            code: code
        )
    }
}
