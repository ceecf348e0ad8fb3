import CCrypto

/// A private key for signatures, with its algorithm (RFC 7518 §3.1).
package struct SigningKey: Sendable {
    /// A signature algorithm by its name in a JWT header.
    package enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256; 64 bytes, r before s.
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
    }

    /// Why a key is unusable for an algorithm, or libcrypto cannot sign with it.
    package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence without a full stop; it does not contain the key.
        package let description: String
    }

    package let algorithm: Algorithm
    let handle: KeyHandle

    /// Reads a private key.
    ///
    /// - Parameters:
    ///   - pem: A PKCS #8, SEC 1 or PKCS #1 key in PEM form, without a pass phrase.
    ///   - algorithm: The algorithm for signatures; must match the type of the key.
    /// - Throws: `Unusable` for a text that is not such a key.
    package init(pem: String, algorithm: Algorithm) throws(Unusable) {
        guard let handle = KeyHandle(pem: Array(pem.utf8)) else {
            throw Unusable(
                description: "expected a private key in PEM form without a pass phrase "
                    + "(-----BEGIN PRIVATE KEY-----)"
            )
        }
        let wanted = algorithm == .es256 ? EVP_PKEY_EC : EVP_PKEY_RSA
        guard handle.kind == wanted, algorithm == .rs256 || handle.bits == 256 else {
            let kind = algorithm == .es256 ? "an EC key on P-256" : "an RSA key"
            throw Unusable(description: "\(algorithm.rawValue) expects \(kind)")
        }
        self.algorithm = algorithm
        self.handle = handle
    }

    /// The signature of a message; ECDSA signatures are not deterministic.
    ///
    /// - Throws: `Unusable` when libcrypto has no memory, or no provider for the algorithm.
    package func signature(of message: [UInt8]) throws(Unusable) -> [UInt8] {
        let signature = handle.signature(of: message)
        guard let whole = algorithm == .rs256 ? signature : signature.flatMap(Self.joined) else {
            throw Unusable(
                description: "OpenSSL does not sign with \(algorithm.rawValue): look at the "
                    + "providers in openssl.cnf (OPENSSL_CONF), and at how much memory is left"
            )
        }
        return whole
    }

    /// DER to r and s, 32 bytes each (RFC 7518 §3.4).
    private static func joined(_ der: [UInt8]) -> [UInt8]? {
        der.withUnsafeBufferPointer { der in
            var start = der.baseAddress
            guard let parsed = d2i_ECDSA_SIG(nil, &start, der.count) else { return nil }
            defer { ECDSA_SIG_free(parsed) }
            guard let first = padded(ECDSA_SIG_get0_r(parsed)),
                let second = padded(ECDSA_SIG_get0_s(parsed))
            else { return nil }
            return first + second
        }
    }

    /// A number as 32 bytes, the most significant first.
    private static func padded(_ number: OpaquePointer?) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 32)
        return BN_bn2binpad(number, &bytes, 32) == 32 ? bytes : nil
    }
}
