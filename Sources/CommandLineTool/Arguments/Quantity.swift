/// Amounts as a user writes them on the command line.
package enum Quantity {
    /// The longest duration that is accepted: a year, so that no unit can overflow.
    private static let longest = Duration.seconds(365 * 86_400)

    /// Reads `500ms`, `1.5s`, `2m`, `1h`, `1d`, and bare seconds as curl does.
    package static func duration(_ text: String) -> Duration? {
        let number = text.prefix { $0.isDigit || $0 == "." }
        guard let amount = Decimal(number), let unit = unit(text[number.endIndex...]) else {
            return nil
        }
        let duration = unit * amount.whole + unit * amount.billionths / 1_000_000_000
        return duration <= longest ? duration : nil
    }

    private static func unit(_ text: Substring) -> Duration? {
        switch text {
        case "us": .microseconds(1)
        case "ms": .milliseconds(1)
        case "s", "": .seconds(1)
        case "m": .seconds(60)
        case "h": .seconds(3_600)
        case "d": .seconds(86_400)
        default: nil
        }
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
    static func percent(_ text: String) -> Double? {
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
