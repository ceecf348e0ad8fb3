import CCrypto

/// Encryption that shows when something was changed: AES with 128 bits in Galois/counter mode.
///
/// Source: NIST SP 800-38D; RFC 5116 §5.1 for the order of ciphertext and tag.
package enum AES128GCM {
    /// Length of the tag, by which a sealed message is longer, in bytes.
    package static let tagByteCount = 16

    /// Decrypts a message.
    ///
    /// - Parameters:
    ///   - sealed: The ciphertext followed by the tag.
    ///   - key: 16 bytes.
    ///   - nonce: 12 bytes.
    /// - Returns: The plaintext; `nil` for another key or nonce, or a modified message.
    package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard key.count == 16, nonce.count == 12, sealed.count >= tagByteCount,
            let context = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        defer { ERR_clear_error() }
        let text = Array(sealed.dropLast(tagByteCount))
        var tag = Array(sealed.suffix(tagByteCount))
        var plain = [UInt8](repeating: 0, count: text.count + tagByteCount)
        var count: Int32 = 0
        var rest: Int32 = 0
        guard EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, &plain, &count, text, Int32(text.count)) == 1,
            ccrypto_gcm_tag(context, &tag) == 1,
            EVP_DecryptFinal_ex(context, nil, &rest) == 1
        else { return nil }
        return Array(plain.prefix(Int(count)))
    }

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - plain: Any bytes.
    ///   - key: 16 bytes.
    ///   - nonce: 12 bytes, unique for each message of a key.
    /// - Returns: The ciphertext followed by the tag; `nil` for a key or a nonce of another length.
    package static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard key.count == 16, nonce.count == 12, let context = EVP_CIPHER_CTX_new() else {
            return nil
        }
        defer { EVP_CIPHER_CTX_free(context) }
        defer { ERR_clear_error() }
        var text = [UInt8](repeating: 0, count: plain.count + tagByteCount)
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        var count: Int32 = 0
        var rest: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &text, &count, plain, Int32(plain.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &rest) == 1,
            ccrypto_gcm_get_tag(context, &tag) == 1
        else { return nil }
        return text.prefix(Int(count)) + tag
    }
}
