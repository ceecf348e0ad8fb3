/// Key derivation from a secret (RFC 5869), with SHA-256.
package enum HKDF {
    /// Derives a key of at most one block.
    ///
    /// - Parameters:
    ///   - salt: Not secret; may be empty.
    ///   - secret: Input key material.
    ///   - info: Context of the key.
    ///   - count: Its length in bytes, from 1 to 32.
    /// - Returns: The key.
    package static func key(
        salt: [UInt8],
        secret: [UInt8],
        info: [UInt8],
        count: Int
    ) -> [UInt8] {
        precondition((1...32).contains(count), "\(count) bytes in one block of SHA-256")
        let extracted = HMAC.authenticationCode(.sha256, key: salt, message: secret)
        let block = HMAC.authenticationCode(.sha256, key: extracted, message: info + [1])
        return Array(block.prefix(count))
    }
}
