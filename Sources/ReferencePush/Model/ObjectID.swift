import Base

/// The key of a stored object: 16 letters and digits.
struct ObjectID: Hashable, Sendable {
    /// The first and the last eight characters, as bytes.
    private let first: UInt64
    private let last: UInt64

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
    )
    static let length = 16

    /// `nil` for anything but 16 ASCII letters and digits.
    init?(_ text: some StringProtocol) {
        var words: (UInt64, UInt64) = (0, 0)
        var count = 0
        for byte in text.utf8 {
            guard count < Self.length, Self.isAllowed(byte) else { return nil }
            if count < 8 {
                words.0 = words.0 << 8 | UInt64(byte)
            } else {
                words.1 = words.1 << 8 | UInt64(byte)
            }
            count += 1
        }
        guard count == Self.length else { return nil }
        (first, last) = words
    }

    /// A new key that cannot be guessed from earlier ones.
    init(using generator: inout some RandomNumberGenerator) {
        first = Self.randomWord(using: &generator)
        last = Self.randomWord(using: &generator)
    }

    var text: String {
        String(unsafeUninitializedCapacity: Self.length) { buffer in
            for place in 0..<8 {
                let shift = UInt64(56 - 8 * place)
                buffer[place] = UInt8(truncatingIfNeeded: first >> shift)
                buffer[place + 8] = UInt8(truncatingIfNeeded: last >> shift)
            }
            return Self.length
        }
    }

    private static func randomWord(using generator: inout some RandomNumberGenerator) -> UInt64 {
        // 62^8 is far below 2^64, so the remainders are all but equally likely.
        var number = generator.next()
        var word: UInt64 = 0
        for _ in 0..<8 {
            word = word << 8 | UInt64(alphabet[Int(number % 62)])
            number /= 62
        }
        return word
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit
    }
}
