/// Lengths of time as people write them: `250us`, `200ms`, `10s`, `1.5s`, `3m`, `1h`, `1d`.
package enum TimeSpan {
    /// The units with their nanoseconds.
    private static let units: [String: Int128] = [
        "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
        "h": 3_600_000_000_000,
        "d": 86_400_000_000_000,
    ]

    /// Reads a number and a unit; `nil` for any other text.
    ///
    /// At most nine digits before and after the point; no sign, no spaces. Parts of a nanosecond are rounded.
    package static func duration(_ text: String) -> Duration? {
        exactNanoseconds(text).map { Duration(attoseconds: $0 * 1_000_000_000) }
    }

    /// The duration in nanoseconds; `nil` also beyond 64 bits, which is 292 years.
    package static func nanoseconds(_ text: String) -> Int64? {
        exactNanoseconds(text).flatMap(Int64.init(exactly:))
    }

    private static func exactNanoseconds(_ text: String) -> Int128? {
        let bytes = text.utf8
        let whole = bytes.prefix(while: \.isASCIIDigit)
        guard (1...9).contains(whole.count) else { return nil }
        var rest = bytes[whole.endIndex...]
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
            guard (1...9).contains(fraction.count) else { return nil }
            rest = bytes[fraction.endIndex...]
        }
        guard let unit = units[String(Substring(rest))] else { return nil }
        let scale = fraction.reduce(Int128(1)) { product, _ in product * 10 }
        let parts = (number(whole) * scale + number(fraction)) * unit
        return (parts + scale / 2) / scale
    }

    private static func number(_ digits: Substring.UTF8View) -> Int128 {
        digits.reduce(0) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) }
    }

    /// The duration in the largest unit that is exact: `90s`, `200ms`, `1d`.
    ///
    /// Fractions of a microsecond are dropped.
    package static func text(of duration: Duration) -> String {
        let microseconds = Int128(duration / .microseconds(1))
        if microseconds == 0 { return "0s" }
        for unit in units.sorted(by: { $0.value > $1.value }).dropLast() {
            let size = unit.value / 1_000
            if microseconds % size == 0 { return "\(microseconds / size)\(unit.key)" }
        }
        return "\(Double(microseconds) / 1_000)ms"
    }
}
