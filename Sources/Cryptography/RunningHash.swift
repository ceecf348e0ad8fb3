import CCrypto

/// An incremental hash.
package struct RunningHash: Sendable {
    package let algorithm: HashAlgorithm
    private var state = ccrypto_hash()

    private var kind: Int32 { Int32(algorithm.byteCount) }

    package init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        check(ccrypto_hash_begin(&state, kind) == 1, "SHA_Init", algorithm)
    }

    /// Hashes more bytes.
    package mutating func update(_ bytes: [UInt8]) {
        check(ccrypto_hash_update(&state, kind, bytes, bytes.count) == 1, "SHA_Update", algorithm)
    }

    /// The hash of all bytes up to here, `algorithm.byteCount` bytes long.
    package var value: [UInt8] {
        var copy = state
        return [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { output, count in
            let status = ccrypto_hash_end(&copy, kind, output.baseAddress)
            check(status == 1, "SHA_Final", algorithm)
            count = algorithm.byteCount
        }
    }
}
