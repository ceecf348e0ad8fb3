import CCrypto

/// HMAC with one key, prepared once: a code needs no memory and does not hash the key again.
///
/// Source: RFC 2104 §4, on stored intermediate results.
package struct KeyedHash: Sendable {
    package let algorithm: HashAlgorithm
    /// States after hashing the inner and the outer block of the key.
    private var inner = ccrypto_hash()
    private var outer = ccrypto_hash()

    private var kind: Int32 { Int32(algorithm.byteCount) }

    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - key: Of any length.
    package init(_ algorithm: HashAlgorithm, key: [UInt8]) {
        self.algorithm = algorithm
        let length = algorithm.blockByteCount
        var block = key.count > length ? Digest.hash(algorithm, key) : key
        block += [UInt8](repeating: 0, count: length - block.count)
        for (pad, path) in [(0x36, \KeyedHash.inner), (0x5C, \.outer)]
            as [(UInt8, WritableKeyPath<KeyedHash, ccrypto_hash>)]
        {
            let padded = block.map { $0 ^ pad }
            let began = ccrypto_hash_begin(&self[keyPath: path], kind)
            let went = ccrypto_hash_update(&self[keyPath: path], kind, padded, padded.count)
            check(began == 1 && went == 1, "SHA_Init", algorithm)
        }
    }

    /// Writes the authentication code of a message.
    ///
    /// - Parameters:
    ///   - message: May be empty.
    ///   - output: At least `algorithm.byteCount` bytes.
    package func authenticate(
        _ message: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        precondition(output.count >= algorithm.byteCount, "\(output.count) bytes for a code")
        let bytes = output.bindMemory(to: UInt8.self).baseAddress
        // Copies, so that the originals serve the next message.
        var (first, second) = (inner, outer)
        let inside =
            ccrypto_hash_update(&first, kind, message.baseAddress, message.count)
            & ccrypto_hash_end(&first, kind, bytes)
        let outside =
            ccrypto_hash_update(&second, kind, bytes, algorithm.byteCount)
            & ccrypto_hash_end(&second, kind, bytes)
        check(inside == 1 && outside == 1, "SHA_Final", algorithm)
    }

    /// The authentication code of a message, `algorithm.byteCount` bytes long.
    package func authenticationCode(of message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { output, count in
            let target = UnsafeMutableRawBufferPointer(output)
            message.withUnsafeBytes { authenticate($0, into: target) }
            count = algorithm.byteCount
        }
    }
}
