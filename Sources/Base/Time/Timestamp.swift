/// A moment in UTC.
package struct Timestamp: Hashable, Sendable, Comparable {
    package let nanosecondsSince1970: Int64

    package init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }

    /// A moment of a clock; clamped to the last representable one, in April 2262.
    package init(seconds: Int64, nanoseconds: Int64 = 0) {
        let (whole, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(nanoseconds)
        nanosecondsSince1970 = isTooFar || overflows ? (seconds < 0 ? .min : .max) : sum
    }

    /// A moment in seconds; at most the last that can be counted.
    package init(seconds: Double) {
        let nanoseconds = (seconds * 1e9).rounded()
        nanosecondsSince1970 =
            Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// The moment `nanoseconds` later, earlier when negative; clamped to the representable range.
    package func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflows) = nanosecondsSince1970.addingReportingOverflow(nanoseconds)
        guard overflows else { return Timestamp(nanosecondsSince1970: sum) }
        return Timestamp(nanosecondsSince1970: nanoseconds < 0 ? .min : .max)
    }

    /// Whole seconds since 1970, rounded down, before 1970 too.
    package var seconds: Int {
        Int(nanosecondsSince1970).quotientRoundedDown(by: 1_000_000_000).quotient
    }

    /// Whole milliseconds since 1970, rounded down, before 1970 too.
    package var milliseconds: Int {
        Int(nanosecondsSince1970).quotientRoundedDown(by: 1_000_000).quotient
    }

    /// Its day in UTC: `2026-01-31`.
    package var day: String {
        TimeFormat.pattern("%Y-%m-%d").text(of: self, offsetSeconds: 0)
    }
}

/// A moment taken apart by the calendar, in some fixed offset from UTC.
package struct CalendarTime {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    package let nanosecond: Int
    /// Sunday is 0.
    package let weekday: Int

    /// - Parameters:
    ///   - moment: The moment to split.
    ///   - offsetSeconds: The zone, east of UTC.
    package init(_ moment: Timestamp, offsetSeconds: Int = 0) {
        let nanoseconds = Int(moment.nanosecondsSince1970)
        let (seconds, rest) = nanoseconds.quotientRoundedDown(by: 1_000_000_000)
        self.init(secondsSince1970: seconds + offsetSeconds, nanosecond: rest)
    }

    /// A moment that a `Timestamp` may be too short for.
    init(secondsSince1970 seconds: Int, nanosecond: Int) {
        self.nanosecond = nanosecond
        let (days, secondOfDay) = seconds.quotientRoundedDown(by: 86_400)
        let date = CalendarDate(daysSince1970: Int64(days))
        (year, month, day) = (Int(date.year), Int(date.month), Int(date.day))
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        weekday = (days + 4).quotientRoundedDown(by: 7).remainder
    }
}

extension Timestamp {
    /// Reads `2026-01-31T12:00:00Z` or the same with `+09:00` (RFC 3339 §5.6); `nil` for any other text, and beyond
    /// 64 bits of nanoseconds.
    package init?(rfc3339 text: String) {
        guard let time = DateTime(rfc3339: text) else { return nil }
        let (whole, isTooFar) = time.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(Int64(time.nanoseconds))
        guard !isTooFar, !overflows else { return nil }
        self.init(nanosecondsSince1970: sum)
    }
}
