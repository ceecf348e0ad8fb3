import CCrypto

/// Owns a key of libcrypto.
///
/// `@unchecked Sendable`: the key is never changed after `init`, and libcrypto allows any number of threads to use
/// such a key at once.
final class KeyHandle: @unchecked Sendable {
    private let key: OpaquePointer

    init?(pem: [UInt8]) {
        let key = pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let memory = ccrypto_memory(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { BIO_free(memory) }
            // Without this callback libcrypto would prompt for a pass phrase on the terminal.
            return PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in 0 }, nil)
        }
        ERR_clear_error()
        guard let key else { return nil }
        self.key = key
    }

    /// Takes ownership of a key; `nil` for a null pointer.
    init?(_ key: OpaquePointer?) {
        ERR_clear_error()
        guard let key else { return nil }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    var kind: Int32 { ccrypto_key_kind(key) }

    var bits: Int32 { EVP_PKEY_get_bits(key) }

    /// `nil` when libcrypto does not sign.
    func signature(of message: [UInt8]) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var count = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &count, message, message.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            return nil
        }
        return Array(signature.prefix(count))
    }

    /// Whether a signature, in DER where it is of two numbers, is this key's for a message.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// The private key as PKCS #8; `nil` for a public key.
    var pem: String? {
        defer { ERR_clear_error() }
        guard let memory = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(memory) }
        guard PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil) == 1 else { return nil }
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        let count = BIO_read(memory, &text, Int32(text.count))
        return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : nil
    }
}
