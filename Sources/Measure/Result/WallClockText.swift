/// Moments since 1970 for people.
package enum WallClockText {
    /// `2026-11-22T05:24:39.474Z`; milliseconds are rounded down.
    ///
    /// - Parameter nanoseconds: Since 1970-01-01T00:00:00Z.
    /// - Returns: The moment in UTC.
    package static func utc(_ nanoseconds: Int64) -> String {
        let milliseconds = floor(nanoseconds, 1_000_000)
        let seconds = floor(milliseconds, 1_000)
        let days = floor(seconds, 86_400)
        let (year, month, day) = date(ofDay: days)
        let clock = seconds - days * 86_400
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map { padded($0, 2) }
        let date = [padded(year, 4), padded(month, 2), padded(day, 2)]
        return date.joined(separator: "-") + "T" + time.joined(separator: ":")
            + ".\(padded(milliseconds - seconds * 1000, 3))Z"
    }

    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
    }
}
