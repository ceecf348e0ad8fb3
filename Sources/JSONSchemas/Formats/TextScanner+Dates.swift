import Base

extension TextScanner {
    /// Source: RFC 3339 §5.6, `full-date`.
    mutating func takeDate() -> Bool {
        guard let year = takeNumber(digits: 4), take("-"),
            let month = takeNumber(digits: 2), take("-"),
            let day = takeNumber(digits: 2)
        else { return false }
        let date = CalendarDate(year: Int64(year), month: Int64(month), day: Int64(day))
        return date.daysSince1970 != nil
    }

    /// Source: RFC 3339 §5.6, `full-time`; a leap second comes only at the end of a UTC day.
    mutating func takeTime() -> Bool {
        guard let hour = takeNumber(digits: 2), take(":"),
            let minute = takeNumber(digits: 2), take(":"),
            let second = takeNumber(digits: 2)
        else { return false }
        if take("."), take(while: \.isASCIIDigit) == 0 { return false }
        guard let offset = takeOffset() else { return false }
        guard hour < 24, minute < 60, second <= 60 else { return false }
        let minutesOfDay = (hour * 60 + minute - offset + 2 * 1_440) % 1_440
        return second < 60 || minutesOfDay == 1_439
    }

    /// Source: RFC 3339 §5.6, `date-time`.
    mutating func takeDateTime() -> Bool {
        takeDate() && take(oneOf: "Tt") && takeTime()
    }

    /// Source: RFC 3339 appendix A.
    mutating func takeDuration() -> Bool {
        guard take("P") else { return false }
        var copy = self
        if copy.takeUnits("W") == 1 {
            self = copy
            return true
        }
        guard let dates = takeUnits("YMD") else { return false }
        guard take("T") else { return dates > 0 }
        return (takeUnits("HMS") ?? 0) > 0
    }

    /// Takes numbers with the given units, without a gap between the units; returns how many.
    private mutating func takeUnits(_ units: StaticString) -> Int? {
        let order = Array(units.description.utf8)
        var last: Int?
        var count = 0
        while next?.isASCIIDigit == true {
            _ = take(while: \.isASCIIDigit)
            guard let unit = next.flatMap(order.firstIndex),
                last == nil || last.map({ $0 + 1 }) == unit
            else { return nil }
            _ = takeAny()
            last = unit
            count += 1
        }
        return count
    }

    /// Minutes ahead of UTC.
    private mutating func takeOffset() -> Int? {
        if take(oneOf: "Zz") { return 0 }
        let isAhead = next == UInt8(ascii: "+")
        guard take(oneOf: "+-"), let hours = takeNumber(digits: 2), take(":"),
            let minutes = takeNumber(digits: 2), hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isAhead ? 1 : -1)
    }
}
