/// Hashes without a key.
package enum Digest {
    /// The hash of `message`, `algorithm.byteCount` bytes long.
    ///
    /// Source: FIPS 180-4.
    package static func hash(_ algorithm: HashAlgorithm, _ message: [UInt8]) -> [UInt8] {
        var hash = RunningHash(algorithm)
        hash.update(message)
        return hash.value
    }
}

/// Ends the program when a plain hash function of libcrypto fails.
///
/// They take no memory and no provider of openssl.cnf, so that nothing from outside makes one fail.
func check(
    _ succeeded: Bool,
    _ call: StaticString,
    _ algorithm: HashAlgorithm
) {
    precondition(succeeded, "\(call) failed for \(algorithm.rawValue)")
}
