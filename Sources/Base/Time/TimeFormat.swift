/// Formats of `{{now FORMAT}}`.
package enum TimeFormat: Hashable, Sendable {
    /// `2026-01-31T09:05:00.042Z`; in another zone with its offset in place of `Z`.
    case rfc3339Milliseconds
    /// `2026-01-31T09:05:00Z`; in another zone with its offset in place of `Z`.
    case rfc3339
    /// `2026-01-31T18:05:00.042+09:00`, in the given zone, otherwise `+00:00`.
    case isoWithZone
    /// Whole seconds since 1970, as a number; rounded down, before 1970 too.
    case unix
    /// Milliseconds since 1970, as a number; rounded down, before 1970 too.
    case unixMilliseconds
    /// `Sat, 31 Jan 2026 09:05:00 GMT` (RFC 9110 §5.6.7)
    case httpDate
    /// The conversions `%Y %m %d %H %M %S %z %%` of strftime(3), `%:z` of date(1) for an offset
    /// with a colon, and `%L` for milliseconds.
    case pattern(String)

    /// The names for templates, in addition to quoted patterns.
    package static let names = [
        "rfc3339-ms", "rfc3339", "iso-zone", "unix", "unix-ms", "http-date",
    ]

    /// The conversions that a pattern may use.
    package static let conversions = "%Y %m %d %H %M %S %L %z %:z %%"

    /// Reads a name, or a pattern with at least one conversion, all of them known; `nil` for any other text.
    package init?(_ text: String) {
        switch text {
        case "rfc3339-ms": self = .rfc3339Milliseconds
        case "rfc3339": self = .rfc3339
        case "iso-zone": self = .isoWithZone
        case "unix": self = .unix
        case "unix-ms": self = .unixMilliseconds
        case "http-date": self = .httpDate
        default:
            let pieces = Self.pieces(of: text)
            let conversions = pieces.filter(\.isConversion).map(\.text)
            let known = Self.conversions.split(separator: " ").map(String.init)
            guard !conversions.isEmpty, conversions.allSatisfy(known.contains) else { return nil }
            self = .pattern(text)
        }
    }
}

extension TimeFormat {
    /// The text of a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - offsetSeconds: The zone, east of UTC.
    /// - Returns: The text; digits only for the two Unix forms.
    package func text(of moment: Timestamp, offsetSeconds: Int) -> String {
        let time = CalendarTime(moment, offsetSeconds: hasZone ? offsetSeconds : 0)
        return pieces(offsetSeconds: offsetSeconds).map { Self.text(of: $0, moment, time) }.joined()
    }

    /// Whether the value is a number rather than a text.
    package var isNumeric: Bool { self == .unix || self == .unixMilliseconds }

    /// Whether the text depends on the zone.
    package var hasZone: Bool { !isNumeric && self != .httpDate }

    /// Literal texts and conversions, in order; a final `%` is a conversion without a letter.
    private static func pieces(of pattern: String) -> [(text: String, isConversion: Bool)] {
        var pieces: [(text: String, isConversion: Bool)] = []
        var rest = pattern.unicodeScalars[...]
        while let first = rest.first {
            var piece = rest.prefix { $0 != "%" }
            if first == "%" { piece = rest.prefix(rest.dropFirst().first == ":" ? 3 : 2) }
            pieces.append((String(piece), first == "%"))
            rest = rest[piece.endIndex...]
        }
        return pieces
    }

    private static func text(
        of piece: TimePiece,
        _ moment: Timestamp,
        _ time: CalendarTime
    ) -> String {
        switch piece {
        case .literal(let text): text
        case .year: time.year.zeroFilled(4)
        case .month: time.month.zeroFilled(2)
        case .day: time.day.zeroFilled(2)
        case .hour: time.hour.zeroFilled(2)
        case .minute: time.minute.zeroFilled(2)
        case .second: time.second.zeroFilled(2)
        case .millisecond: (time.nanosecond / 1_000_000).zeroFilled(3)
        case .weekdayName: TimePiece.weekdayNames[time.weekday]
        case .monthName: TimePiece.monthNames[time.month - 1]
        case .unix: "\(moment.seconds)"
        case .unixMilliseconds: "\(moment.milliseconds)"
        }
    }

    private static func zone(_ offset: Int, _ separator: String) -> String {
        let minutes = abs(offset) / 60
        let sign = offset < 0 ? "-" : "+"
        return sign + (minutes / 60).zeroFilled(2) + separator + (minutes % 60).zeroFilled(2)
    }
}

extension TimeFormat {
    /// The parts of a moment's text, in order.
    ///
    /// - Parameter offsetSeconds: The zone, east of UTC, which becomes literal text.
    /// - Returns: At least one part.
    package func pieces(offsetSeconds: Int) -> [TimePiece] {
        switch self {
        case .rfc3339Milliseconds:
            Self.pieces("%Y-%m-%dT%H:%M:%S.%L", offsetSeconds) + [Self.mark(offsetSeconds)]
        case .rfc3339:
            Self.pieces("%Y-%m-%dT%H:%M:%S", offsetSeconds) + [Self.mark(offsetSeconds)]
        case .isoWithZone: Self.pieces("%Y-%m-%dT%H:%M:%S.%L%:z", offsetSeconds)
        case .unix: [.unix]
        case .unixMilliseconds: [.unixMilliseconds]
        case .httpDate:
            [
                .weekdayName, .literal(", "), .day, .literal(" "), .monthName, .literal(" "),
                .year, .literal(" "), .hour, .literal(":"), .minute, .literal(":"), .second,
                .literal(" GMT"),
            ]
        case .pattern(let pattern): Self.pieces(pattern, offsetSeconds)
        }
    }

    /// RFC 3339's mark of the zone.
    private static func mark(_ offset: Int) -> TimePiece {
        .literal(offset == 0 ? "Z" : zone(offset, ":"))
    }

    private static func pieces(_ pattern: String, _ offset: Int) -> [TimePiece] {
        pieces(of: pattern).map { piece in
            piece.isConversion ? conversion(piece.text, offset) : .literal(piece.text)
        }
    }

    private static func conversion(_ text: String, _ offset: Int) -> TimePiece {
        switch text {
        case "%Y": .year
        case "%m": .month
        case "%d": .day
        case "%H": .hour
        case "%M": .minute
        case "%S": .second
        case "%L": .millisecond
        case "%z": .literal(zone(offset, ""))
        case "%:z": .literal(zone(offset, ":"))
        case "%%": .literal("%")
        default: .literal(text)
        }
    }
}

/// A part of the text of a moment.
package enum TimePiece: Hashable, Sendable {
    case literal(String)
    /// Four digits.
    case year
    /// Two digits each.
    case month, day, hour, minute, second
    /// Three digits.
    case millisecond
    /// Three letters, as in `weekdayNames` and `monthNames`.
    case weekdayName, monthName
    /// Whole seconds, or milliseconds, since 1970.
    case unix, unixMilliseconds

    /// From Sunday on.
    package static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    /// From January on.
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// A time zone without daylight saving.
package enum FixedZone {
    /// Names of fixed offsets; none of these zones has changed its clocks since 1988.
    package static let names: [String: Int] = [
        "UTC": 0, "GMT": 0, "Z": 0, "Asia/Tokyo": 9 * 3_600, "Asia/Seoul": 9 * 3_600,
        "Asia/Shanghai": 8 * 3_600, "Asia/Singapore": 8 * 3_600, "Asia/Kolkata": 19_800,
    ]

    /// Seconds east of UTC for a known name or an offset such as `+09:00`.
    package static func offset(_ text: String) -> Int? {
        if let known = names[text] { return known }
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = number(bytes[1...2]), let minutes = number(bytes[4...5]),
            hours < 24, minutes < 60
        else { return nil }
        return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// The number of decimal digits; a sign is invalid.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}

extension Int {
    /// Its decimal digits, with zeros before them up to a width.
    func zeroFilled(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
