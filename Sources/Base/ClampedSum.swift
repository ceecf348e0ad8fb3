extension FixedWidthInteger {
    /// The sum, or the greatest or smallest number there is where that does not fit.
    package func addingClamped(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return !overflow ? sum : other < 0 ? .min : .max
    }
}

extension Sequence where Element: FixedWidthInteger {
    /// The sum of untrusted numbers; saturates on overflow.
    package var clampedSum: Element { reduce(0) { $0.addingClamped($1) } }
}

extension UInt64 {
    /// The nearest integer, saturating; zero for negative values and NaN.
    package init(clamping value: Double) {
        let whole = value.rounded()
        self = whole > 0 ? UInt64(exactly: whole) ?? .max : 0
    }
}
