import Cryptography

/// Decryption of push messages that an application server encrypted for one user agent.
///
/// Source: RFC 8291 §3 and §4, RFC 8188 §2.
enum MessageEncryption {
    /// The name of the coding in `Content-Encoding`.
    static let coding = "aes128gcm"

    /// The parts of a body in this coding.
    struct Sealed: Sendable {
        let salt: [UInt8]
        let recordSize: UInt32
        /// The application server's public key, 65 bytes.
        let sender: [UInt8]
        /// One record: ciphertext and tag.
        let record: [UInt8]

        /// `nil` for a body without such a header, or with several records.
        init?(_ body: [UInt8]) {
            guard body.count > 21, body.count >= 21 + Int(body[20]) else { return nil }
            let idEnd = 21 + Int(body[20])
            salt = Array(body[..<16])
            recordSize = body[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
            sender = Array(body[21..<idEnd])
            record = Array(body[idEnd...])
            guard recordSize >= 18, sender.count == 65, record.count <= recordSize else {
                return nil
            }
        }
    }

    /// Decrypts a message like a user agent.
    ///
    /// - Parameters:
    ///   - sealed: The body.
    ///   - keys: Keys of the subscription.
    /// - Returns: The plaintext without padding; `nil` when it was not encrypted for these keys, or was modified.
    static func opened(_ sealed: Sealed, with keys: SubscriptionKeys) -> [UInt8]? {
        guard let secret = keys.key.secret(with: sealed.sender) else { return nil }
        let material = HKDF.key(
            salt: keys.auth,
            secret: secret,
            info: Array("WebPush: info\0".utf8) + keys.key.point + sealed.sender,
            count: 32
        )
        func derived(_ purpose: String, _ count: Int) -> [UInt8] {
            HKDF.key(
                salt: sealed.salt,
                secret: material,
                info: Array("Content-Encoding: \(purpose)\0".utf8),
                count: count
            )
        }
        let padded = AES128GCM.open(
            sealed.record,
            key: derived(coding, 16),
            nonce: derived("nonce", 12)
        )
        return padded.flatMap(unpadded)
    }

    /// Removes the padding: zeros and the delimiter of the last record, 2.
    private static func unpadded(_ bytes: [UInt8]) -> [UInt8]? {
        guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 2 else { return nil }
        return Array(bytes[..<end])
    }
}
