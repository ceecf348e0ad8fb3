/// A day of the Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package struct CalendarDate: Hashable, Sendable {
    package let year: Int64
    /// 1 for January.
    package let month: Int64
    /// From 1.
    package let day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Uses years that begin in March, so that the leap day is the last of its year.
    package init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientRoundedDown(by: 146_097)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `nil` for a day that does not exist.
    package var daysSince1970: Int64? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.quotientRoundedDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return CalendarDate(daysSince1970: days) == self ? days : nil
    }
}

extension FixedWidthInteger {
    /// Quotient and non-negative remainder.
    @inlinable package func quotientRoundedDown(
        by divisor: Self
    ) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
