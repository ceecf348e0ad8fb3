package import Base

extension SplitMix64 {
    /// Above zero and below one.
    package mutating func nextFraction() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

    /// A value of the standard normal distribution.
    package mutating func nextNormal() -> Double { Normal.quantile(nextFraction()) }
}
