extension Timestamp {
    /// Reads `2026-01-31T12:00:00Z` or the same with `+09:00` (RFC 3339 §5.6); `nil` for anything
    /// else, and for what 64 bits of nanoseconds cannot count.
    package init?(rfc3339 text: String) {
        guard let time = DateTime(rfc3339: text) else { return nil }
        let (whole, isTooFar) = time.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(Int64(time.nanoseconds))
        guard !isTooFar, !overflows else { return nil }
        self.init(nanosecondsSince1970: sum)
    }
}
