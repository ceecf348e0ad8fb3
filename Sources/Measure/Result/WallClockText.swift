import Base

/// Formats moments since 1970.
package enum WallClockText {
    /// `2026-11-22T05:24:39.474Z`; milliseconds are rounded down.
    ///
    /// - Parameter nanoseconds: Since 1970-01-01T00:00:00Z.
    /// - Returns: The moment in UTC.
    package static func utc(_ nanoseconds: Int64) -> String {
        let moment = Timestamp(nanosecondsSince1970: nanoseconds)
        return TimeFormat.rfc3339Milliseconds.text(of: moment, offsetSeconds: 0)
    }

    /// `2026-11-22 05:24`, for people.
    package static func minute(_ nanoseconds: Int64) -> String {
        String(utc(nanoseconds).prefix(16)).replacing("T", with: " ")
    }

    /// The same of seconds since 1970; `nil` beyond what a clock shows.
    package static func minute(seconds: Double) -> String? {
        Int64(exactly: (seconds * 1e9).rounded()).map(minute)
    }
}
