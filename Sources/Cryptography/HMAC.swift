import CCrypto

/// Hashes with a secret key.
package enum HMAC {
    /// The authentication code of `message` under `key`, `algorithm.byteCount` bytes long.
    ///
    /// Key and message may be empty.
    ///
    /// Source: RFC 2104; EVP_Q_mac(3).
    package static func authenticationCode(
        _ algorithm: HashAlgorithm,
        key: [UInt8],
        message: [UInt8]
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { output, count in
            var written = 0
            let result = EVP_Q_mac(
                nil,
                "HMAC",
                nil,
                algorithm.providerName,
                nil,
                // An empty key needs an address too: OpenSSL takes NULL for "no key yet".
                key.isEmpty ? [0] : key,
                key.count,
                message,
                message.count,
                output.baseAddress,
                output.count,
                &written
            )
            check(result != nil && written == algorithm.byteCount, "EVP_Q_mac", algorithm)
            count = written
        }
    }
}
