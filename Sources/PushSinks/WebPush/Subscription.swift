import Base
import Cryptography
import JSON

/// A user agent's keys of a subscription; the application server gets their public half.
struct SubscriptionKeys: Sendable {
    let key: P256.PrivateKey
    /// The secret that both sides share, 16 bytes.
    let auth: [UInt8]

    init(key: P256.PrivateKey, auth: [UInt8]) {
        self.key = key
        self.auth = auth
    }

    /// Keys that follow from a seed and the name of the subscription.
    init(seed: UInt64, name: [UInt8]) {
        let hash = KeyedHash(.sha256, key: Array("subscriptions/\(seed)".utf8))
        var scalar = hash.authenticationCode(of: Array("p256dh".utf8) + name)
        var key = P256.PrivateKey(scalar: scalar)
        // One in four billion is above the order of the curve.
        while key == nil {
            scalar = hash.authenticationCode(of: scalar)
            key = P256.PrivateKey(scalar: scalar)
        }
        guard let key else { preconditionFailure("the loop ends with a key") }
        self.key = key
        auth = Array(hash.authenticationCode(of: Array("auth".utf8) + name).prefix(16))
    }

    /// Keys of the example in RFC 8291 §5, whose private half is public.
    static let example: SubscriptionKeys = {
        let scalar = bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
        guard let key = P256.PrivateKey(scalar: scalar) else {
            preconditionFailure("the example of the RFC is a key")
        }
        return SubscriptionKeys(key: key, auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"))
    }()

    /// The Push API's form for a page: `{"p256dh":"BCVx…","auth":"BTBZ…"}`.
    var json: JSONValue {
        ["p256dh": .string(Self.text(key.point)), "auth": .string(Self.text(auth))]
    }

    static func text(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes, alphabet: .url, padded: false)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        Base64.decode(text, alphabet: .url, padded: false) ?? []
    }
}

/// One subscription as the push service knows it.
struct Subscription: Sendable {
    /// Name after `/push/` in the path.
    let name: String
    let keys: SubscriptionKeys
    /// The application server that alone may send to it, by its public key; `nil` for any.
    var restriction: [UInt8]?
    /// Why it has ended; `nil` for an active one.
    var ending: Ending?
    /// Whether it is rate limited.
    var isLimited = false
    /// Whether its user agent is offline, so that messages wait.
    var isAway = false
    /// Waiting messages, the oldest first.
    var waiting: [WaitingMessage] = []

    /// Ways in which a subscription ends, with the status of later requests.
    enum Ending: Int, Hashable, Sendable {
        case expired = 404
        case unsubscribed = 410
    }
}

/// One message that waits for its user agent.
struct WaitingMessage: Hashable, Sendable {
    let topic: String?
    /// Expiry in seconds since 1970.
    let deadline: Int64
    let content: JSONValue
}
