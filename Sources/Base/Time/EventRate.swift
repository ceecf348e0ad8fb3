/// Rates of events as text: `500/s`, `1.5/s`, `30/m`, `3600/h`.
package enum EventRate {
    private static let units = ["s": 1.0, "m": 60, "h": 3600]

    /// Reads a number, a slash and a unit.
    ///
    /// At most nine digits before and after the point; no sign, no spaces.
    ///
    /// - Parameter text: The text of a rate.
    /// - Returns: Events per second; `nil` for any other text.
    package static func perSecond(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let unit = units[String(parts[1])] else { return nil }
        let digits = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            digits.count <= 2
            && digits.allSatisfy { part in
                (1...9).contains(part.utf8.count) && part.utf8.allSatisfy(\.isASCIIDigit)
            }
        guard isNumber, let number = Double(parts[0]) else { return nil }
        return number / unit
    }
}
