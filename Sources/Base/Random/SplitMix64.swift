/// The same random numbers for the same seed, on every machine.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators".
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.mixed(state)
    }

    /// Increment of the state: 2^64 divided by the golden ratio.
    static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Mixes the bits of a number, so that each affects the whole result.
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
