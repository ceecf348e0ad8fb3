import Cryptography
import JSON
import Synchronization

/// An application server's identity in `Authorization: vapid t=…, k=…`.
///
/// Source: RFC 8292 §2, §3 and §4.2.
struct ApplicationServerIdentity: Hashable, Sendable {
    /// Its public key, 65 bytes.
    let key: [UInt8]

    /// Why an identity is not believed, by the word that the account counts it under.
    enum Fault: String, Error, Hashable, Sendable {
        case malformed, signature, audience, expired, tooLong
    }

    /// Longest time until a token expires, in seconds.
    static let longestLife: Int64 = 24 * 3_600

    /// Reads and verifies a header field.
    ///
    /// - Parameters:
    ///   - header: The value of `Authorization`.
    ///   - audiences: Valid origins of the subscription.
    ///   - now: Seconds since 1970.
    /// - Throws: `Fault`, the first that applies.
    init(_ header: String, audiences: [String], now: Int64) throws(Fault) {
        guard let (token, key) = Self.parts(of: header) else { throw .malformed }
        guard token.isSigned(by: key.verifying) else { throw .signature }
        guard let audience = token.claims["aud"]?.stringValue, audiences.contains(audience) else {
            throw .audience
        }
        guard let expiry = token.seconds("exp"), expiry > now else { throw .expired }
        guard expiry - now <= Self.longestLife else { throw .tooLong }
        self.key = key.point
    }

    /// Token and key; `nil` when one of them is missing or invalid.
    private static func parts(
        of header: String
    ) -> (token: CompactToken, key: (point: [UInt8], verifying: VerifyingKey))? {
        let words = header.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "vapid" else { return nil }
        var values: [Substring: Substring] = [:]
        for item in words[1].split(separator: ",") {
            let sides = item.trimmingSpaces.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { values[sides[0]] = sides[1].trimmingQuotes }
        }
        guard let text = values["t"], let token = CompactToken(String(text)),
            let point = values["k"].flatMap({
                Base64.decode(String($0), alphabet: .url, padded: false)
            }), let key = VerifyingKey(p256: point)
        else { return nil }
        return (token, (point, key))
    }
}

/// Verified identities, as a sender uses one token for many messages.
final class KnownIdentities: Sendable {
    private let identities = Mutex<[String: (ApplicationServerIdentity, until: Int64)]>([:])

    /// Largest number of identities, beyond which all are dropped.
    private static let limit = 10_000

    init() {}

    /// The identity of a header field, cached if its token was verified before.
    ///
    /// - Throws: `Fault` for an invalid one.
    func identity(
        _ header: String,
        audiences: [String],
        now: Int64
    ) throws(ApplicationServerIdentity.Fault) -> ApplicationServerIdentity {
        let place = audiences.joined(separator: " ") + " " + header
        if let (known, until) = identities.withLock({ $0[place] }), now < until { return known }
        let identity = try ApplicationServerIdentity(header, audiences: audiences, now: now)
        identities.withLock { identities in
            if identities.count >= Self.limit { identities = [:] }
            // A minute is short compared with the life of a token, and long compared with a message.
            identities[place] = (identity, now + 60)
        }
        return identity
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }

    fileprivate var trimmingQuotes: Substring {
        count > 1 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
    }
}
