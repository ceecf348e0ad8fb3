extension FixedWidthInteger {
    /// The sum, or the greatest or smallest number there is where that does not fit.
    package func addingClamped(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return !overflow ? sum : other < 0 ? .min : .max
    }
}

extension Sequence where Element: FixedWidthInteger {
    /// The sum of numbers that somebody else may have written, which need not fit.
    package var clampedSum: Element { reduce(0) { $0.addingClamped($1) } }
}

extension UInt64 {
    /// The nearest whole number of a number that may be of any size; zero for none and below.
    package init(clamping value: Double) {
        let whole = value.rounded()
        self = whole > 0 ? UInt64(exactly: whole) ?? .max : 0
    }
}
