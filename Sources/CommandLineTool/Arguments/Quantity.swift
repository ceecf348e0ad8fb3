import Base

/// Amounts as a user writes them on the command line.
package enum Quantity {
    /// The longest duration that is accepted: a year, so that no unit can overflow.
    private static let longest = Duration.seconds(365 * 86_400)

    /// Reads a time as files spell it, `500ms`, and bare seconds as curl does: `2.5`, `.5`.
    package static func duration(_ text: String) -> Duration? {
        let isBare = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isASCIIDigit }
        let duration = isBare ? seconds(text) : TimeSpan.duration(text)
        return duration.flatMap { $0 <= longest ? $0 : nil }
    }

    private static func seconds(_ text: String) -> Duration? {
        Decimal(text[...]).map { amount in
            .seconds(amount.whole) + .nanoseconds(amount.billionths)
        }
    }

    /// Reads a rate as files spell it, `500/s`, `30/m`, and a bare number of times a second.
    ///
    /// - Returns: Times a second, more than zero and at most a billion; `nil` for anything else.
    package static func rate(_ text: String) -> Double? {
        let rate = EventRate.perSecond(text.contains("/") ? text : text + "/s")
        return rate.flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
    }

    /// Reads `65536`, `512K`, `16M`, `1G`: multiples of 1024, as curl's `--max-filesize`.
    static func bytes(_ text: String) -> Int? {
        let digits = text.prefix(while: \.isDigit)
        guard let amount = Int(digits) else { return nil }
        let shift: Int
        switch text[digits.endIndex...] {
        case "": shift = 0
        case "k", "K": shift = 10
        case "m", "M": shift = 20
        case "g", "G": shift = 30
        default: return nil
        }
        let (bytes, overflows) = amount.multipliedReportingOverflow(by: 1 << shift)
        return overflows ? nil : bytes
    }

    /// Reads `95`, `99.5` and `99.5%`; from 0 to 100.
    package static func percent(_ text: String) -> Double? {
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard let amount = Decimal(number) else { return nil }
        let percent = Double(amount.whole) + Double(amount.billionths) / 1e9
        return percent <= 100 ? percent : nil
    }

    /// A number without a sign, exact to nine places.
    private struct Decimal {
        let whole: Int
        let billionths: Int

        init?(_ text: Substring) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let isDigits = parts.allSatisfy { $0.allSatisfy(\.isDigit) }
            guard isDigits, parts.count <= 2, parts.contains(where: { !$0.isEmpty }) else {
                return nil
            }
            let fraction = parts.count == 2 ? parts[1] : ""
            guard parts[0].utf8.count <= 12, fraction.utf8.count <= 9 else { return nil }
            whole = Int(parts[0]) ?? 0
            billionths = Int(fraction + String(repeating: "0", count: 9 - fraction.utf8.count)) ?? 0
        }
    }
}

extension Character {
    /// Whether it is one of the ten ASCII digits, with no mark combined.
    package var isDigit: Bool { isASCII && isWholeNumber }
}
