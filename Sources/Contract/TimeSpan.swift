/// Lengths of time as people write them: `200ms`, `10s`, `3m`, `1h`, `1d`.
package enum TimeSpan {
    /// The units, longest spelling first, with their nanoseconds.
    private static let units: [(suffix: String, nanoseconds: Double)] = [
        ("us", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3_600e9), ("d", 86_400e9),
    ]

    /// Reads a number and a unit; `nil` for anything else, and for more than 200 years.
    package static func nanoseconds(_ text: String) -> Int64? {
        for unit in units where text.hasSuffix(unit.suffix) {
            let digits = text.dropLast(unit.suffix.count)
            guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { continue }
            guard let value = Double(digits), value * unit.nanoseconds < 6.4e18 else { continue }
            return Int64((value * unit.nanoseconds).rounded())
        }
        return nil
    }

    /// Reads a number and a unit.
    package static func duration(_ text: String) -> Duration? {
        nanoseconds(text).map(Duration.nanoseconds)
    }

    /// The length in the largest unit that says it exactly: `90s`, `200ms`, `1d`.
    ///
    /// Fractions of a microsecond are left out.
    package static func text(of duration: Duration) -> String {
        let microseconds = Int64(duration / .microseconds(1))
        for unit in units.reversed() {
            let size = Int64(unit.nanoseconds / 1e3)
            if microseconds != 0, microseconds % size == 0 {
                return "\(microseconds / size)\(unit.suffix)"
            }
        }
        return "0s"
    }
}
