/// Random values determined by a seed and a name, so that a rerun draws the same.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    /// A separate stream for each combination of seed, name and attempt.
    ///
    /// - Parameters:
    ///   - seed: The run's seed.
    ///   - name: The case's name after its rows were expanded.
    ///   - attempt: Number of the retry or repetition, from zero.
    package init(seed: UInt64, name: String, attempt: Int = 0) {
        // FNV-1a, as Swift's own hashing differs between processes.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let stream = SplitMix64.mixed(hash &+ UInt64(attempt))
        numbers = SplitMix64(seed: SplitMix64.mixed(seed ^ stream))
    }

    /// A separate stream for each value of each arrival, computed without state.
    ///
    /// - Parameters:
    ///   - seed: The run's seed.
    ///   - index: The number of the arrival.
    ///   - slot: Index among the values of the arrival.
    package init(seed: UInt64, index: UInt64, slot: UInt64) {
        let run = SplitMix64.mixed(seed &+ SplitMix64.increment)
        numbers = SplitMix64(seed: SplitMix64.mixed(SplitMix64.mixed(run ^ index) ^ slot))
    }

    /// A number from zero to one, excluding one, with 53 random bits.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    package mutating func next() -> UInt64 { numbers.next() }

    /// A text of `count` characters from an ASCII alphabet.
    package mutating func text(_ count: Int, of alphabet: StaticString) -> String {
        let letters = alphabet.withUTF8Buffer { unsafe Array($0) }
        let drawn = (0..<count).map { _ in letters[Int(next() % UInt64(letters.count))] }
        return String(decoding: drawn, as: UTF8.self)
    }

    /// A random UUID (RFC 9562, version 4).
    package mutating func uuid() -> String {
        var bytes: [UInt8] = []
        for word in [next(), next()] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (position, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(position) { text += "-" }
            text += Hex.text(of: byte, digits: 2)
        }
        return text
    }
}
