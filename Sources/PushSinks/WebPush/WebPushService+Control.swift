import Cryptography
package import HTTP
package import JSON
package import ReferencePush
import Synchronization

extension WebPushService {
    private static let states: StateTable<WebPushService> = [
        "subscription": .variables(WebPushService.makeSubscription),
        "subscription-expired": subscription { $0.ending = $1 ? .expired : nil },
        "unsubscribed": subscription { $0.ending = $1 ? .unsubscribed : nil },
        "subscription-limited": subscription { $0.isLimited = $1 },
        "agent-away": subscription { $0.isAway = $1 },
    ]

    /// A state of the subscription that the parameter names.
    private static func subscription(
        _ body: @escaping @Sendable (inout Subscription, _ begins: Bool) -> Void
    ) -> StateTable<WebPushService>.Effect {
        .change { service in
            { change throws(StateChangeError) in
                try service.change(change) { body(&$0, change.action == .setup) }
            }
        }
    }

    package func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try Self.states.apply(change, to: self)
    }

    /// Makes a subscription with the keys of RFC 8291 §5, under a new name.
    private func makeSubscription(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        guard change.action == .setup else { return JSONObject() }
        let restriction = try change.publicKey("restrictedTo")
        let number = made.add(1, ordering: .relaxed).newValue
        let name = "state-\(number)-\(options.now())"
        subscriptions.withLock { subscriptions in
            subscriptions[name] = Subscription(
                name: name,
                keys: .example,
                restriction: restriction
            )
        }
        return JSONObject([
            .init(name: "subscribed", value: .string("push/\(name)")),
            .init(name: "recipient", value: .string(name)),
        ])
    }

    /// Changes the subscription named by the parameter.
    private func change(
        _ change: StateChange,
        _ body: (inout Subscription) -> Void
    ) throws(StateChangeError) {
        let expected = "the path of a subscription, a string"
        let path = try change.text("subscription", expected)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let isKnown = subscriptions.withLock { subscriptions in
            guard var subscription = subscriptions[name] else { return false }
            body(&subscription)
            subscriptions[name] = subscription
            return true
        }
        guard isKnown else { throw change.fault("subscription", expected) }
    }
}

extension StateChange {
    /// A public key on P-256 in Base64url; `nil` without one.
    fileprivate func publicKey(_ name: String) throws(StateChangeError) -> [UInt8]? {
        guard let value = params[name], value != .null else { return nil }
        guard let text = value.stringValue,
            let point = Base64.decode(text, alphabet: .url, padded: false),
            VerifyingKey(p256: point) != nil
        else { throw fault(name, "a public key on P-256 in Base64url, a string") }
        return point
    }
}

extension WebPushService {
    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        switch (name, request.method) {
        case ("sender", "GET"): .value(sender(request))
        case ("waiting", "GET"): .value(waiting(request))
        default: state.control(name, request)
        }
    }

    /// The subscription of the number in the query, in the Push API's form for a page.
    private func sender(_ request: ServerRequest) -> JSONValue {
        let number = request.parameter("number").flatMap(UInt64.init) ?? 0
        return sender(number, at: "http://" + (request.headers["Host"] ?? "localhost"))
    }

    package func need(ofSendersAt origin: String?) throws -> JSONValue? {
        sender(0, at: origin ?? "https://\(hosts[0])")
    }

    /// Credentials for sending to a recipient.
    ///
    /// - Parameters:
    ///   - number: Any number; each has its own subscription.
    ///   - origin: Origin of the sink.
    /// - Returns: `{"endpoint":…,"keys":{"p256dh":…,"auth":…}}`.
    package func sender(_ number: UInt64, at origin: String) -> JSONValue {
        let name = recipients.name(of: number)
        return [
            "endpoint": .string("\(origin)/push/\(SubscriptionKeys.text(name))"),
            "keys": keys(of: name).json,
        ]
    }

    /// Messages that a user agent would get if it came online now.
    private func waiting(_ request: ServerRequest) -> JSONValue {
        let name = request.parameter("recipient") ?? ""
        let now = options.now()
        let messages = subscriptions.withLock { $0[name]?.waiting ?? [] }
        let kept = messages.filter { $0.deadline > now }.map(\.content)
        return [
            "messages": .array(kept), "plaintexts": .array(kept.map { $0["plaintext"] ?? .null }),
        ]
    }
}

extension ServerRequest {
    /// The first value of a query parameter.
    func parameter(_ name: String) -> String? {
        FormDecoding.fields(in: Array((query ?? "").utf8)).first { $0.name == name }?.value
    }
}
