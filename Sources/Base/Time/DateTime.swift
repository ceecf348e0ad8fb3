/// A moment, exact to the nanosecond, read from the texts that HTTP APIs write.
package struct DateTime: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z, without leap seconds; negative before.
    package let seconds: Int64
    /// 0 to 999,999,999.
    package let nanoseconds: Int32

    /// Reads `2013-12-02T02:44:35.452Z` or the same with `+09:00` (RFC 3339 §5.6).
    ///
    /// A leap second counts as the first second of the next minute; digits of the fraction after
    /// the ninth are dropped.
    package init?(rfc3339 text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
            scanner.take("-"), let day = scanner.number(2), scanner.take("Tt"),
            let time = scanner.time(), let nanoseconds = scanner.fraction(),
            let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        self.init(year, month, day, time: time - offset, nanoseconds: nanoseconds)
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7, IMF-fixdate).
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","),
            parts[5] == "GMT", let month = TimePiece.monthNames.firstIndex(of: String(parts[2]))
        else { return nil }
        var day = DigitScanner(String(parts[1]))
        var year = DigitScanner(String(parts[3]))
        var clock = DigitScanner(String(parts[4]))
        guard let day = day.whole(2), let year = year.whole(4), let time = clock.time(),
            clock.isAtEnd
        else { return nil }
        self.init(year, month + 1, day, time: time, nanoseconds: 0)
    }

    private init?(_ year: Int, _ month: Int, _ day: Int, time: Int, nanoseconds: Int) {
        let date = CalendarDate(year: Int64(year), month: Int64(month), day: Int64(day))
        guard let days = date.daysSince1970 else { return nil }
        seconds = days * 86_400 + Int64(time)
        self.nanoseconds = Int32(nanoseconds)
    }
}

extension DateTime: Comparable {
    package static func < (left: DateTime, right: DateTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension DateTime {
    /// The moment in UTC with nine digits of fraction, so that texts sort as moments do.
    package var text: String {
        let time = CalendarTime(secondsSince1970: Int(seconds), nanosecond: Int(nanoseconds))
        let date = [time.year.zeroFilled(4), time.month.zeroFilled(2), time.day.zeroFilled(2)]
        let clock = [time.hour, time.minute, time.second].map { $0.zeroFilled(2) }
        let fraction = time.nanosecond.zeroFilled(9)
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":")).\(fraction)Z"
    }
}

/// Reads fixed numbers of decimal digits.
private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ allowed: String) -> Bool {
        guard let next = rest.first, allowed.utf8.contains(next) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int? {
        guard let next = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else {
            return nil
        }
        rest.removeFirst()
        return Int(next - UInt8(ascii: "0"))
    }

    mutating func number(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    mutating func whole(_ count: Int) -> Int? {
        number(count).flatMap { isAtEnd ? $0 : nil }
    }

    /// The second of the day of `HH:MM:SS`.
    mutating func time() -> Int? {
        guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60,
            take(":"), let second = number(2), second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Nanoseconds; zero without a point.
    mutating func fraction() -> Int? {
        guard take(".") else { return 0 }
        guard var fraction = digit() else { return nil }
        var count = 1
        while let next = digit() {
            if count < 9 {
                fraction = fraction * 10 + next
                count += 1
            }
        }
        for _ in count..<9 { fraction *= 10 }
        return fraction
    }

    /// Seconds east of Greenwich.
    mutating func offset() -> Int? {
        if take("Zz") { return 0 }
        let isEast = rest.first == UInt8(ascii: "+")
        guard take("+-"), let hour = number(2), hour < 24, take(":"), let minute = number(2),
            minute < 60
        else { return nil }
        return (isEast ? 1 : -1) * (hour * 3_600 + minute * 60)
    }
}
