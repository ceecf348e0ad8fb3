import Base
import Glibc
import LoadModel
import Measure

/// Numbers of load reports for people.
package enum LoadNumber {
    /// Three significant digits below 1,000, integers above: `0.25`, `12.5`, `1,996`, `-2.5`.
    static func short(_ value: Double) -> String { short(value, step: .infinity) }

    /// The number with more decimals if numbers a step apart would look the same.
    ///
    /// - Parameters:
    ///   - value: A number.
    ///   - step: The smallest distance of numbers that must read differently; above zero.
    /// - Returns: The number, without zeros at its end.
    static func short(_ value: Double, step: Double) -> String {
        guard value >= 0 else { return value.isNaN ? "–" : "-" + short(-value, step: step) }
        guard value < 1e15 else { return decimal(value, 0) }
        let usual = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
        let needed = max(-log10(step), 0).rounded(.up)
        // This type has about fifteen digits.
        let most = value < 1 ? 14 : 14 - log10(value)
        return decimal(value, max(usual, Int(min(needed, most))))
    }

    /// A number per second: `1,996/s`, `12.5/s`, `0.25/s`.
    static func rate(_ value: Double) -> String { short(value) + "/s" }

    /// Zero or more with at most this number of decimals: `1.5`; `–` when it is too large.
    static func decimal(_ value: Double, _ decimals: Int) -> String {
        guard value >= 0, value < 1e15 else { return "–" }
        let scale = (0..<decimals).reduce(UInt64(1)) { power, _ in power * 10 }
        let scaled = UInt64(clamping: value * Double(scale))
        return decimal(whole: scaled / scale, rest: scaled % scale, decimals)
    }

    /// A share in percent, with more decimals near 0 and 100, and never rounded to either: `80.7%`, `0.012%`,
    /// `99.998%`.
    static func percent(_ share: Fraction) -> String {
        let (part, all) = (UInt128(share.numerator), UInt128(share.denominator))
        guard part > 0 else { return "0%" }
        guard part != all else { return "100%" }
        let distance = part < all ? min(part, all - part) : all
        let decimals = distance * 10 >= all ? 1 : distance * 100 >= all ? 2 : 3
        let scale = (0..<decimals).reduce(UInt128(1)) { power, _ in power * 10 }
        let scaled = (part * 100 * scale + all / 2) / all
        if scaled == 0 { return "<0.001%" }
        if part < all && scaled == 100 * scale { return ">99.999%" }
        return decimal(
            whole: UInt64(scaled / scale),
            rest: UInt64(scaled % scale),
            decimals
        ) + "%"
    }

    /// The share of `part` in `all`; `–` if `all` is zero.
    static func percent(_ part: UInt64, of all: UInt64) -> String {
        all == 0 ? "–" : percent(Fraction(part, of: all))
    }

    /// `12.5 MB`; powers of 1,000.
    static func bytes(_ count: UInt64) -> String {
        let units: [(size: UInt64, name: String)] = [
            (1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB"),
        ]
        guard let unit = units.first(where: { count >= $0.size }) else { return "\(count) B" }
        let tenths = count / (unit.size / 10)
        return decimal(whole: tenths / 10, rest: tenths % 10, 1) + " \(unit.name)"
    }

    /// A length of time in nanoseconds: `2.5 s`, `45 s`, `2 min 30 s`, `1 h 5 min`.
    package static func length(_ nanoseconds: Int64) -> String {
        guard nanoseconds >= 1_000_000_000 else { return NanosecondText.short(nanoseconds) }
        let tenths = UInt64((nanoseconds + 50_000_000) / 100_000_000)
        guard tenths >= 1_200 else {
            return decimal(whole: tenths / 10, rest: tenths % 10, 1) + " s"
        }
        let seconds = (tenths + 5) / 10
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// A time of a run in seconds: `12 s`, and `2:05` or `1:02:05` when the run is longer.
    static func clock(_ seconds: Double, span: Double) -> String {
        guard seconds >= 0 else { return "−" + clock(-seconds, span: span) }
        guard span > 120 else { return "\(decimal(seconds, 1)) s" }
        let whole = Int(seconds.rounded())
        let padded = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return span > 7200
            ? "\(hours):\(padded(minutes)):\(padded(whole % 60))"
            : "\(whole / 60):\(padded(whole % 60))"
    }

    /// Without trailing zeros.
    private static func decimal(whole: UInt64, rest: UInt64, _ decimals: Int) -> String {
        guard rest > 0 else { return Count.grouped(whole) }
        let digits = String(rest)
        var padded = String(repeating: "0", count: decimals - digits.utf8.count) + digits
        while padded.last == "0" { padded.removeLast() }
        return "\(Count.grouped(whole)).\(padded)"
    }
}
