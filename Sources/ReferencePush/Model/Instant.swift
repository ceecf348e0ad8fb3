import Base
import Glibc

/// A point in time, in whole milliseconds since 1970 UTC.
package struct Instant: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(milliseconds: instant.milliseconds + Int64(duration / .milliseconds(1)))
    }

    static func - (instant: Instant, duration: Duration) -> Instant {
        instant + (.zero - duration)
    }

    /// The time of day now.
    package static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension Instant {
    /// `2013-12-02T02:44:35.452Z`.
    var iso: String {
        let (day, inDay) = milliseconds.quotientRoundedDown(by: 86_400_000)
        let date = CalendarDate(daysSince1970: day)
        let parts: [(value: Int64, digits: Int, mark: UInt8)] = [
            (date.year, 4, UInt8(ascii: "-")), (date.month, 2, UInt8(ascii: "-")),
            (date.day, 2, UInt8(ascii: "T")), (inDay / 3_600_000, 2, UInt8(ascii: ":")),
            (inDay / 60_000 % 60, 2, UInt8(ascii: ":")),
            (inDay / 1_000 % 60, 2, UInt8(ascii: ".")), (inDay % 1_000, 3, UInt8(ascii: "Z")),
        ]
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var end = 0
            for part in parts {
                var value = part.value
                for place in (end..<end + part.digits).reversed() {
                    buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                    value /= 10
                }
                end += part.digits
                buffer[end] = part.mark
                end += 1
            }
            return end
        }
    }

    /// Reads `yyyy-MM-ddTHH:mm:ss`, an optional fraction, and `Z`; digits after the third are cut.
    init?(iso text: some StringProtocol) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4, then: "-"),
            let month = reader.number(digits: 2, then: "-"),
            let day = reader.number(digits: 2, then: "T"),
            let hour = reader.number(digits: 2, then: ":"),
            let minute = reader.number(digits: 2, then: ":"),
            let second = reader.number(digits: 2),
            let fraction = reader.fraction(), reader.isAtEnd(with: "Z"),
            hour < 24, minute < 60, second < 61,
            let days = CalendarDate(year: year, month: month, day: day).daysSince1970
        else { return nil }
        let seconds = (days * 24 + hour) * 3_600 + minute * 60 + second
        milliseconds = seconds * 1_000 + fraction
    }
}

/// Parses digits and marks from the front of a text.
private struct DigitReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func number(digits: Int, then mark: Unicode.Scalar? = nil) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        guard let mark else { return value }
        return take(mark) ? value : nil
    }

    /// Milliseconds; zero without a fraction, `nil` for a point without digits.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        var value: Int64 = 0
        var digits = 0
        while let digit = digit() {
            if digits < 3 { value = value * 10 + digit }
            digits += 1
        }
        switch digits {
        case 0: return nil
        case 1: return value * 100
        case 2: return value * 10
        default: return value
        }
    }

    mutating func isAtEnd(with mark: Unicode.Scalar) -> Bool {
        take(mark) && position == bytes.count
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        position += 1
        return Int64(digit)
    }
}
