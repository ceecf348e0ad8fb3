/// Hashes with a secret key.
package enum HMAC {
    /// The authentication code of `message` under `key`, `algorithm.byteCount` bytes long.
    ///
    /// Key and message may be empty.
    ///
    /// Source: RFC 2104.
    package static func authenticationCode(
        _ algorithm: HashAlgorithm,
        key: [UInt8],
        message: [UInt8]
    ) -> [UInt8] {
        KeyedHash(algorithm, key: key).authenticationCode(of: message)
    }
}
