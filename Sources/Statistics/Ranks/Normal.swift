import Base
import Glibc

/// The standard normal distribution.
package enum Normal {
    /// Probability of a value of at least `z`.
    static func upperTail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }

    /// The quantile for a probability between zero and one.
    ///
    /// Source: Acklam's rational approximation, then one step of Halley's method: about 15 digits.
    package static func quantile(_ probability: Double) -> Double {
        precondition(probability > 0 && probability < 1, "a probability of \(probability)")
        let start = approximation(probability)
        let error = upperTail(-start) - probability
        let step = error * (2 * Double.pi).squareRoot() * exp(start * start / 2)
        return start - step / (1 + start * step / 2)
    }

    private static func approximation(_ probability: Double) -> Double {
        let edge = 0.02425
        if probability > 1 - edge { return -approximation(1 - probability) }
        if probability < edge {
            let root = (-2 * log(probability)).squareRoot()
            return polynomial(tailNumerator, root) / polynomial(tailDenominator, root)
        }
        let centered = probability - 0.5
        let square = centered * centered
        return polynomial(numerator, square) * centered / polynomial(denominator, square)
    }

    /// Horner's scheme; the coefficient of the highest power comes first.
    private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
        coefficients.reduce(0) { $0 * x + $1 }
    }

    private static let numerator = [
        -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
        1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00,
    ]
    private static let denominator = [
        -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
        6.680131188771972e+01, -1.328068155288572e+01, 1,
    ]
    private static let tailNumerator = [
        -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
        -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00,
    ]
    private static let tailDenominator = [
        7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
        3.754408661907416e+00, 1,
    ]
}

extension SplitMix64 {
    /// A number between zero and one, exclusive.
    mutating func nextFraction() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

    /// A value of the standard normal distribution.
    mutating func nextNormal() -> Double { Normal.quantile(nextFraction()) }
}
