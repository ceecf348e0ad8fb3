import Cryptography

/// Names of recipients that encode a number, so that they can be decoded and verified without a table.
///
/// A name is 32 bytes: the number in 8, the most significant first, and 24 of its keyed hash.
struct SinkRecipients: Sendable {
    private let hash: KeyedHash

    /// - Parameter seed: Another seed gives other names, which this one rejects.
    init(seed: UInt64) {
        hash = KeyedHash(.sha256, key: Array("recipients/\(seed)".utf8))
    }

    /// The name of a recipient.
    func name(of number: UInt64) -> [UInt8] {
        let digits = Self.bytes(number)
        return digits + hash.authenticationCode(of: digits).prefix(24)
    }

    /// The number in a name; `nil` for a foreign name.
    func number(of name: [UInt8]) -> UInt64? {
        guard name.count == 32 else { return nil }
        let number = name.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        return self.name(of: number) == name ? number : nil
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        stride(from: UInt64(56), through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: number >> $0)
        }
    }
}
