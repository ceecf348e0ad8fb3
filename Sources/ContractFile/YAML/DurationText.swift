/// Times as contracts write them: `200ms`, `10s`, `1.5s`, `3m`, `1h`, `1d`.
package enum DurationText {
    /// The time, or `nil` when the text is not a number and one of the units.
    ///
    /// At most nine digits before the point and nine behind it; no sign, no spaces.
    package static func parse(_ text: String) -> Duration? {
        let bytes = text.utf8
        let whole = bytes.prefix(while: isDigit)
        guard (1...9).contains(whole.count) else { return nil }
        var rest = bytes[whole.endIndex...]
        var fraction = bytes[rest.startIndex..<rest.startIndex]
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            guard (1...9).contains(fraction.count) else { return nil }
            rest = bytes[fraction.endIndex...]
        }
        guard let unit = milliseconds[String(rest) ?? ""] else { return nil }
        guard let amount = Int64(String(whole) ?? "") else { return nil }
        let nanosecondsPerUnit = unit * 1_000_000
        let result = Duration.milliseconds(amount * unit)
        guard !fraction.isEmpty, let parts = Int64(String(fraction) ?? "") else { return result }
        let scale = (0..<fraction.count).reduce(1.0) { product, _ in product * 10 }
        let nanoseconds = Double(parts) / scale * Double(nanosecondsPerUnit)
        return result + .nanoseconds(Int64(nanoseconds.rounded()))
    }

    private static let milliseconds: [String: Int64] = [
        "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
