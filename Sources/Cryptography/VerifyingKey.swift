import CCrypto

/// A public key that verifies signatures (RFC 7518 §3.1).
package struct VerifyingKey: Sendable {
    package let algorithm: SigningKey.Algorithm
    private let handle: KeyHandle

    /// The public half of a private key.
    package init(_ key: SigningKey) {
        algorithm = key.algorithm
        handle = key.handle
    }

    /// A key for ES256 from its point on P-256; `nil` for bytes that are not such a point.
    ///
    /// - Parameter point: In uncompressed form, 65 bytes that begin with 4 (SEC 1 §2.3.3).
    package init?(p256 point: [UInt8]) {
        guard P256.isPoint(point) else { return nil }
        var point = point
        guard let handle = KeyHandle(ccrypto_p256_public(&point, point.count)) else { return nil }
        algorithm = .es256
        self.handle = handle
    }

    /// Whether a signature of a message is valid.
    ///
    /// - Parameters:
    ///   - signature: For ES256 r before s, 32 bytes each; other lengths are rejected.
    ///   - message: The signed bytes.
    /// - Returns: Whether it is valid.
    package func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch algorithm {
        case .rs256: handle.verifies(signature, of: message)
        case .es256: Self.der(signature).map { handle.verifies($0, of: message) } ?? false
        }
    }

    /// r and s as a DER sequence (RFC 7518 §3.4).
    private static func der(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 64, let pair = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(pair) }
        let first = BN_bin2bn(Array(signature[..<32]), 32, nil)
        let second = BN_bin2bn(Array(signature[32...]), 32, nil)
        // The pair owns both numbers from here on.
        guard ECDSA_SIG_set0(pair, first, second) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 80)
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            return i2d_ECDSA_SIG(pair, &end)
        }
        return count > 0 ? Array(bytes.prefix(Int(count))) : nil
    }
}

extension SigningKey {
    /// A new RSA key of 2,048 bits; takes about a tenth of a second.
    ///
    /// - Returns: The key, and its text in PEM form (PKCS #8).
    /// - Throws: `Unusable` when libcrypto cannot generate a key.
    package static func generatedRSA() throws(Unusable) -> (key: SigningKey, pem: String) {
        guard let pem = KeyHandle(ccrypto_rsa(2_048))?.pem else {
            throw Unusable(description: "OpenSSL makes no RSA key: look at how much memory is left")
        }
        return (try SigningKey(pem: pem, algorithm: .rs256), pem)
    }
}
