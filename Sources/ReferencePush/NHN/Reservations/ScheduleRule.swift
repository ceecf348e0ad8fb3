import Base
import JSON

/// A rule for times that come again: `POST schedules` works them out and stores nothing.
struct ScheduleRule: Sendable {
    private enum Kind: String {
        case daily = "EVERY_DAY"
        case weekly = "EVERY_WEEK"
        case monthly = "EVERY_MONTH"
    }

    private enum Weekday: String, CaseIterable {
        case sunday = "SUNDAY"
        case monday = "MONDAY"
        case tuesday = "TUESDAY"
        case wednesday = "WEDNESDAY"
        case thursday = "THURSDAY"
        case friday = "FRIDAY"
        case saturday = "SATURDAY"
    }

    private let kind: Kind
    /// Days since 1970.
    private let days: ClosedRange<Int64>
    /// Minutes since midnight.
    private let times: [Int]
    private let daysOfMonth: [Int]
    private let weekdays: [Weekday]
}

extension ScheduleRule {
    /// Reads a rule; `nil` when something is at fault.
    ///
    /// What belongs to another kind is ignored.
    init?(_ fields: NHNFields, at now: Instant) {
        let kind: Kind? = fields.choice("type", required: true)
        let first = Self.day("fromDate", fields)
        let last = Self.day("toDate", fields)
        let times = Self.times(fields)
        daysOfMonth = kind == .monthly ? Self.daysOfMonth(fields) : []
        weekdays = kind == .weekly ? Self.weekdays(fields) : []
        if let first, let last, first > last {
            fields.faults.note(.invalid, "fromDate", fields.text("fromDate") ?? "")
        }
        let today = (now + NHNTime.zone).milliseconds / 86_400_000
        if let last, last > today + 60 {
            fields.faults.note(.limit, "toDate", fields.text("toDate") ?? "")
        }
        guard let kind, let first, let last, first <= last, !times.isEmpty else { return nil }
        self.kind = kind
        self.times = times
        days = first...last
    }

    private static func day(_ name: String, _ fields: NHNFields) -> Int64? {
        guard let text = fields.text(name, required: true) else { return nil }
        if let day = NHNTime.day(text) { return day }
        fields.faults.note(.format, name, text)
        return nil
    }

    private static func times(_ fields: NHNFields) -> [Int] {
        (fields.texts("times", required: true) ?? []).compactMap { text in
            if let time = NHNTime.timeOfDay(text) { return time }
            fields.faults.note(.format, "times", text)
            return nil
        }
    }

    private static func daysOfMonth(_ fields: NHNFields) -> [Int] {
        guard let value = fields.value("days", required: true) else { return [] }
        guard let elements = value.arrayValue else {
            fields.faults.note(.format, "days", value.text)
            return []
        }
        if elements.isEmpty { fields.faults.note(.empty, "days") }
        return elements.compactMap { element in
            guard case .number = element else {
                fields.faults.note(.format, "days", element.text)
                return nil
            }
            if let day = element.intValue, (1...31).contains(day) { return day }
            fields.faults.note(.invalid, "days", element.text)
            return nil
        }
    }

    private static func weekdays(_ fields: NHNFields) -> [Weekday] {
        _ = fields.texts("daysOfWeek", required: true)
        return fields.choices("daysOfWeek") ?? []
    }

    /// The times in order, `2024-07-31T23:59`.
    var schedules: [String] {
        days.filter(isMeant).flatMap { day in
            Set(times).sorted().map { minutes in
                let time = Instant(milliseconds: (day * 1_440 + Int64(minutes)) * 60_000)
                return String(time.iso.prefix(16))
            }
        }
    }

    private func isMeant(_ day: Int64) -> Bool {
        switch kind {
        case .daily: return true
        // The first day of 1970 was a Thursday.
        case .weekly: return weekdays.contains(Weekday.allCases[Int((day + 4) % 7)])
        case .monthly: return daysOfMonth.contains(Int(CalendarDate(daysSince1970: day).day))
        }
    }
}
