/// Formats durations in nanoseconds.
package enum NanosecondText {
    private static let units: [(nanoseconds: Int64, name: String)] = [
        (1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs"),
    ]

    /// Without rounding, in the largest unit that gives at most three decimals: `250 ms`, `1.5 s`.
    package static func exact(_ value: Int64) -> String {
        for unit in units where value.magnitude >= unit.nanoseconds.magnitude {
            let decimals = value.magnitude % unit.nanoseconds.magnitude
            let step = unit.nanoseconds.magnitude / 1000
            guard decimals % step == 0 else { continue }
            var digits = String(decimals / step)
            digits = String(repeating: "0", count: 3 - digits.utf8.count) + digits
            while digits.last == "0" { digits.removeLast() }
            let sign = value < 0 ? "-" : ""
            let whole = "\(sign)\(value.magnitude / unit.nanoseconds.magnitude)"
            return whole + (digits.isEmpty ? "" : ".\(digits)") + " \(unit.name)"
        }
        return value == 0 ? "0 s" : "\(value) ns"
    }

    /// With three significant digits: `830 µs`, `1.25 ms`, `14.2 ms`, `2.31 s`, `75.4 s`.
    package static func short(_ value: Int64) -> String {
        guard value != 0 else { return "0 s" }
        guard value > 0 else { return "-" + short(of: value.magnitude) }
        return short(of: value.magnitude)
    }

    private static func short(of value: UInt64) -> String {
        // Rounded first: 999.6 µs is 1.00 ms.
        let tens = max(String(value).utf8.count - 3, 0)
        let step = (0..<min(tens, 9)).reduce(UInt64(1)) { power, _ in power * 10 }
        let rounded = (value + step / 2) / step * step
        guard let unit = units.first(where: { rounded >= $0.nanoseconds }) else {
            return "\(rounded) ns"
        }
        let size = unit.nanoseconds.magnitude
        let whole = rounded / size
        let decimals = max(3 - String(whole).utf8.count, 0)
        guard decimals > 0 else { return "\(whole) \(unit.name)" }
        let digits = String(1_000 + rounded % size / (size / 1_000))
        return "\(whole).\(digits.dropFirst().prefix(decimals)) \(unit.name)"
    }
}

extension Duration {
    /// Fractions of a nanosecond are dropped; at most 292 years.
    package var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
