/// A moment in UTC.
package struct Timestamp: Hashable, Sendable, Comparable {
    package let nanosecondsSince1970: Int64

    package init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// The moment that many nanoseconds later, earlier when negative; at most the last, or the
    /// first, that can be counted.
    package func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflows) = nanosecondsSince1970.addingReportingOverflow(nanoseconds)
        guard overflows else { return Timestamp(nanosecondsSince1970: sum) }
        return Timestamp(nanosecondsSince1970: nanoseconds < 0 ? .min : .max)
    }

    /// Whole seconds since 1970, rounded down, before 1970 too.
    package var seconds: Int {
        Self.divide(Int(nanosecondsSince1970), by: 1_000_000_000).quotient
    }

    /// Whole milliseconds since 1970, rounded down, before 1970 too.
    package var milliseconds: Int {
        Self.divide(Int(nanosecondsSince1970), by: 1_000_000).quotient
    }

    /// Divides rounding down, so that the remainder is never negative.
    static func divide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// A moment taken apart by the calendar, in some fixed offset from UTC.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (civil_from_days).
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
    ///   - moment: What to take apart.
    ///   - offsetSeconds: The zone, east of UTC.
    package init(_ moment: Timestamp, offsetSeconds: Int = 0) {
        let nanoseconds = Int(moment.nanosecondsSince1970)
        let (seconds, rest) = Timestamp.divide(nanoseconds, by: 1_000_000_000)
        self.init(secondsSince1970: seconds + offsetSeconds, nanosecond: rest)
    }

    /// A moment that a `Timestamp` may be too short for.
    init(secondsSince1970 seconds: Int, nanosecond: Int) {
        self.nanosecond = nanosecond
        let (days, secondOfDay) = Timestamp.divide(seconds, by: 86_400)
        let (era, dayOfEra) = Timestamp.divide(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        weekday = Timestamp.divide(days + 4, by: 7).remainder
    }
}
