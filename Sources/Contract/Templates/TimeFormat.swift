/// How `{{now FORMAT}}` writes a moment.
package enum TimeFormat: Hashable, Sendable {
    /// `2026-01-31T09:05:00.042Z`
    case rfc3339Milliseconds
    /// `2026-01-31T09:05:00Z`
    case rfc3339
    /// `2026-01-31T18:05:00.042+09:00`, in the zone given, else `+00:00`.
    case isoWithZone
    /// Whole seconds since 1970, as a number.
    case unix
    /// Milliseconds since 1970, as a number.
    case unixMilliseconds
    /// `Sat, 31 Jan 2026 09:05:00 GMT` (RFC 9110 §5.6.7)
    case httpDate
    /// The conversions `%Y %m %d %H %M %S %L %z %%` of strftime(3); `%L` is milliseconds.
    case pattern(String)

    /// The names a template may use, beside a quoted pattern.
    package static let names = [
        "rfc3339-ms", "rfc3339", "iso-zone", "unix", "unix-ms", "http-date",
    ]

    /// Reads a name or a pattern that contains `%`; `nil` when it is neither.
    package init?(_ text: String) {
        switch text {
        case "rfc3339-ms": self = .rfc3339Milliseconds
        case "rfc3339": self = .rfc3339
        case "iso-zone": self = .isoWithZone
        case "unix": self = .unix
        case "unix-ms": self = .unixMilliseconds
        case "http-date": self = .httpDate
        default:
            guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
            self = .pattern(text)
        }
    }
}

extension TimeFormat {
    /// The text of a moment.
    ///
    /// - Parameters:
    ///   - moment: What to write.
    ///   - offsetSeconds: The zone, east of UTC.
    /// - Returns: The text; digits only for the two Unix forms.
    package func text(of moment: Timestamp, offsetSeconds: Int) -> String {
        switch self {
        case .rfc3339Milliseconds:
            Self.write("%Y-%m-%dT%H:%M:%S.%LZ", moment, 0)
        case .rfc3339:
            Self.write("%Y-%m-%dT%H:%M:%SZ", moment, 0)
        case .isoWithZone:
            Self.write("%Y-%m-%dT%H:%M:%S.%L%z", moment, offsetSeconds)
        case .unix:
            "\(moment.nanosecondsSince1970 / 1_000_000_000)"
        case .unixMilliseconds:
            "\(moment.nanosecondsSince1970 / 1_000_000)"
        case .httpDate:
            Self.httpDate(moment)
        case .pattern(let pattern):
            Self.write(pattern, moment, offsetSeconds)
        }
    }

    /// Whether the value is a number rather than a text.
    package var isNumeric: Bool { self == .unix || self == .unixMilliseconds }

    private static func httpDate(_ moment: Timestamp) -> String {
        let time = CalendarTime(moment)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let date = "\(padded(time.day, 2)) \(months[time.month - 1]) \(padded(time.year, 4))"
        return "\(days[time.weekday]), \(date) \(write("%H:%M:%S", moment, 0)) GMT"
    }

    private static func write(_ pattern: String, _ moment: Timestamp, _ offset: Int) -> String {
        let time = CalendarTime(moment, offsetSeconds: offset)
        var text = ""
        var isConversion = false
        for character in pattern.unicodeScalars {
            if isConversion {
                text += conversion(character, time, offset)
                isConversion = false
            } else if character == "%" {
                isConversion = true
            } else {
                text.unicodeScalars.append(character)
            }
        }
        return isConversion ? text + "%" : text
    }

    private static func conversion(
        _ letter: Unicode.Scalar,
        _ time: CalendarTime,
        _ offset: Int
    ) -> String {
        switch letter {
        case "Y": padded(time.year, 4)
        case "m": padded(time.month, 2)
        case "d": padded(time.day, 2)
        case "H": padded(time.hour, 2)
        case "M": padded(time.minute, 2)
        case "S": padded(time.second, 2)
        case "L": padded(time.nanosecond / 1_000_000, 3)
        case "z": zone(offset)
        case "%": "%"
        default: "%\(letter)"
        }
    }

    private static func zone(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// A time zone without daylight saving.
package enum FixedZone {
    /// The names that stand for a fixed offset; none of them has changed its clocks since 1988.
    package static let names: [String: Int] = [
        "UTC": 0, "GMT": 0, "Z": 0, "Asia/Tokyo": 9 * 3_600, "Asia/Seoul": 9 * 3_600,
        "Asia/Shanghai": 8 * 3_600, "Asia/Singapore": 8 * 3_600, "Asia/Kolkata": 19_800,
    ]

    /// Seconds east of UTC for a known name or an offset such as `+09:00`.
    package static func offset(_ text: String) -> Int? {
        if let known = names[text] { return known }
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":") else { return nil }
        guard bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-") else { return nil }
        let parts = text.dropFirst().split(separator: ":")
        guard let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
        else { return nil }
        return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
