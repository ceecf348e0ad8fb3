import Base
import JSON

/// A rule for recurring times: `POST schedules` computes them without storing anything.
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

        /// - Parameter day: In days since 1970, which began with a Thursday.
        init(ofDay day: Int64) {
            self = Self.allCases[Int((day + 4).quotientRoundedDown(by: 7).remainder)]
        }
    }

    /// The days of the rule, as days since 1970.
    private let days: [Int64]
    /// Minutes since midnight, unique and sorted.
    private let times: [Int]

    /// Largest number of times of one rule: more than all minutes of the permitted days.
    private static let limit = 100_000
}

extension ScheduleRule {
    /// Reads a rule; `nil` when it is faulty.
    ///
    /// Members of other kinds of rules are ignored.
    init?(_ fields: NHNFields, at now: Instant) {
        let kind: Kind? = fields.choice("type", required: true)
        let first = Self.day("fromDate", fields)
        let last = Self.day("toDate", fields)
        times = Set(Self.times(fields)).sorted()
        let daysOfMonth = kind == .monthly ? Self.daysOfMonth(fields) : []
        let weekdays = kind == .weekly ? Self.weekdays(fields) : []
        if let first, let last, first > last {
            fields.faults.note(.invalid, "fromDate", fields.text("fromDate") ?? "")
        }
        let today = (now + NHNTime.zone).milliseconds / 86_400_000
        if let last, last > today + 60 {
            fields.faults.note(.limit, "toDate", fields.text("toDate") ?? "")
        }
        guard let kind, let first, let last, first <= last, last <= today + 60 else { return nil }
        days = (first...last).filter { day in
            switch kind {
            case .daily: true
            case .weekly: weekdays.contains(Weekday(ofDay: day))
            case .monthly: daysOfMonth.contains(Int(CalendarDate(daysSince1970: day).day))
            }
        }
        if days.count * times.count > Self.limit {
            fields.faults.note(.limit, "fromDate", fields.text("fromDate") ?? "")
        }
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
        days.flatMap { day in
            times.map { minutes in
                let time = Instant(milliseconds: (day * 1_440 + Int64(minutes)) * 60_000)
                return String(time.iso.prefix(16))
            }
        }
    }
}
