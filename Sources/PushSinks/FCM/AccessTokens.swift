import Cryptography

/// Makes self-contained access tokens, with their expiry and scope, so that none is stored.
struct AccessTokenMint: Sendable {
    private let hash: KeyedHash

    /// Lifetime of a token, in seconds.
    static let life: Int64 = 3_600

    /// - Parameter secret: Key for making tokens.
    init(secret: UInt64) {
        hash = KeyedHash(.sha256, key: Array("access tokens/\(secret)".utf8))
    }

    /// A token that is valid until a moment.
    ///
    /// - Parameters:
    ///   - expiry: Seconds since 1970.
    ///   - allowsMessaging: Whether its scope allows sending.
    /// - Returns: The token.
    func token(until expiry: Int64, allowsMessaging: Bool) -> String {
        let claims = "\(expiry).\(allowsMessaging ? 1 : 0)"
        let code = hash.authenticationCode(of: Array(claims.utf8)).prefix(20)
        return "ya29.\(claims).\(Base64.encode(Array(code), alphabet: .url, padded: false))"
    }

    /// Whether a token allows messaging; `nil` for a foreign or expired token.
    func allowsMessaging(_ token: String, at now: Int64) -> Bool? {
        let parts = token.split(separator: ".")
        guard parts.count == 4, let expiry = Int64(parts[1]), expiry > now else { return nil }
        let allows = parts[2] == "1"
        return self.token(until: expiry, allowsMessaging: allows) == token ? allows : nil
    }
}
