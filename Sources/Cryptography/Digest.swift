import CCrypto

/// Hashes without a key.
package enum Digest {
    /// The hash of `message`, `algorithm.byteCount` bytes long.
    ///
    /// Source: FIPS 180-4; RFC 1321 for MD5.
    package static func hash(_ algorithm: HashAlgorithm, _ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { output, count in
            let target = UnsafeMutableRawBufferPointer(output)
            message.withUnsafeBytes { hash(algorithm, $0, into: target) }
            count = algorithm.byteCount
        }
    }

    /// Writes the hash of a message, which costs no memory.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - message: May be empty.
    ///   - output: At least `algorithm.byteCount` bytes.
    package static func hash(
        _ algorithm: HashAlgorithm,
        _ message: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        precondition(output.count >= algorithm.byteCount, "\(output.count) bytes for a hash")
        let kind = Int32(algorithm.byteCount)
        let bytes = output.bindMemory(to: UInt8.self).baseAddress
        var state = ccrypto_hash()
        let status =
            ccrypto_hash_begin(&state, kind)
            & ccrypto_hash_update(&state, kind, message.baseAddress, message.count)
            & ccrypto_hash_end(&state, kind, bytes)
        check(status == 1, "SHA_Final", algorithm)
    }
}

/// Ends the program when a hash function of libcrypto fails.
///
/// They allocate no memory and use no provider of openssl.cnf, so that external conditions cannot make one fail.
func check(
    _ succeeded: Bool,
    _ call: StaticString,
    _ algorithm: HashAlgorithm
) {
    precondition(succeeded, "\(call) failed for \(algorithm.rawValue)")
}
