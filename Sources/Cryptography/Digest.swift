import CCrypto

/// Hashes without a key.
package enum Digest {
    /// The hash of `message`, `algorithm.byteCount` bytes long.
    ///
    /// Source: FIPS 180-4; EVP_Q_digest(3).
    package static func hash(_ algorithm: HashAlgorithm, _ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { output, count in
            var written = 0
            let status = EVP_Q_digest(
                nil,
                algorithm.providerName,
                nil,
                message,
                message.count,
                output.baseAddress,
                &written
            )
            check(status == 1 && written == algorithm.byteCount, "EVP_Q_digest", algorithm)
            count = written
        }
    }
}

/// Ends the program when libcrypto lacks a function that every OpenSSL 3 default provider has.
///
/// This can only come from a broken or restricted OpenSSL configuration, never from the input.
func check(
    _ succeeded: Bool,
    _ call: StaticString,
    _ algorithm: HashAlgorithm
) {
    precondition(
        succeeded,
        "\(call) failed for \(algorithm.providerName): OpenSSL does not offer this function; look "
            + "at the providers in openssl.cnf (OPENSSL_CONF)"
    )
}
