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
}
