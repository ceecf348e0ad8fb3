import Cryptography
import JSON

/// The sender's token for APNs (RFC 7515), signed once and reused until it is old.
struct ProviderToken {
    private let key: SigningKey
    private var issued = Instant(milliseconds: .min)
    /// The value of the field `authorization`; empty until the first is made.
    private(set) var authorization = ""
    /// Number of tokens made.
    private(set) var madeCount = 0

    /// APNs requires a new one after an hour at the latest, and none within 20 minutes.
    private static let life = Duration.seconds(40 * 60)
    private static let shortestLife = Duration.seconds(20 * 60)

    init() {
        do { key = try SigningKey(pem: KnownSender.pem, algorithm: .es256) } catch {
            preconditionFailure("the built-in key is none: \(error)")
        }
    }

    /// Makes a new token if this one is too old.
    mutating func renew(at now: Instant) {
        guard authorization.isEmpty || now > issued + Self.life else { return }
        make(at: now)
    }

    /// Makes a new one after APNs reported an expired one, unless that was done already.
    mutating func replace(_ expired: String?, at now: Instant) {
        guard expired == authorization, now > issued + Self.shortestLife else { return }
        make(at: now)
    }

    private mutating func make(at now: Instant) {
        let header: JSONValue = ["alg": "ES256", "kid": .string(KnownSender.keyID)]
        let claims: JSONValue = [
            "iss": .string(KnownSender.teamID), "iat": .integer(Int(now.milliseconds / 1_000)),
        ]
        do {
            authorization = "bearer \(try key.compactToken(header, claims))"
        } catch {
            preconditionFailure("the built-in key does not sign: \(error)")
        }
        issued = now
        madeCount += 1
    }
}

extension KnownSender {
    /// A sender's authorization for APNs, signed now; valid for an hour.
    package static func authorization(at now: Instant) -> String {
        var token = ProviderToken()
        token.renew(at: now)
        return token.authorization
    }
}

extension SigningKey {
    /// A JSON Web Token in its compact form.
    func compactToken(_ header: JSONValue, _ claims: JSONValue) throws(Unusable) -> String {
        let input = [header, claims]
            .map { Base64.encode($0.textBytes, alphabet: .url, padded: false) }
            .joined(separator: ".")
        let signature = try signature(of: Array(input.utf8))
        return "\(input).\(Base64.encode(signature, alphabet: .url, padded: false))"
    }
}
