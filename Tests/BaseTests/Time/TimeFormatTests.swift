import Testing

@testable import Base

struct TimeFormatTests {
    /// 2026-01-31T09:05:00.042Z.
    private static let moment = Timestamp(nanosecondsSince1970: 1_769_850_300_042_000_000)

    @Test(
        "Every format writes a timestamp according to its standard",
        arguments: [
            ("rfc3339-ms", 0, "2026-01-31T09:05:00.042Z"),
            ("rfc3339-ms", 32_400, "2026-01-31T18:05:00.042+09:00"),
            ("rfc3339", 0, "2026-01-31T09:05:00Z"),
            ("rfc3339", -34_200, "2026-01-30T23:35:00-09:30"),
            ("iso-zone", 32_400, "2026-01-31T18:05:00.042+09:00"),
            ("iso-zone", 0, "2026-01-31T09:05:00.042+00:00"),
            ("unix", 0, "1769850300"),
            ("unix-ms", 0, "1769850300042"),
            ("http-date", 0, "Sat, 31 Jan 2026 09:05:00 GMT"),
            ("%Y%m%d %H%M%S.%L", 0, "20260131 090500.042"),
            ("%H:%M%z", 32_400, "18:05+0900"),
            ("%H:%M%:z", -34_200, "23:35-09:30"),
            ("%Y-%m-%dT%H%%3A%M%%3A%S.%LZ", 0, "2026-01-31T09%3A05%3A00.042Z"),
            ("年%Y", 0, "年2026"),
        ]
    )
    func formats(name: String, zone: Int, text: String) throws {
        let format = try #require(TimeFormat(name))
        #expect(format.text(of: Self.moment, offsetSeconds: zone) == text)
    }

    @Test(
        "A format is a known name or a text with only known conversions",
        arguments: ["", "rfc", "RFC3339", "Y-m-d", "%", "%Y%", "%Q", "%:Y", "%E%Y", "100 %"]
    )
    func unknown(text: String) {
        #expect(TimeFormat(text) == nil)
    }

    @Test(
        "The calendar is correct on leap days, at year ends and before 1970",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z Thu"),
            (-1, "1969-12-31T23:59:59.999Z Wed"),
            (-500_000_000, "1969-12-31T23:59:59.500Z Wed"),
            (-86_400_000_000_000, "1969-12-31T00:00:00.000Z Wed"),
            (946_684_799_000_000_000, "1999-12-31T23:59:59.000Z Fri"),
            (951_782_400_000_000_000, "2000-02-29T00:00:00.000Z Tue"),
            (1_709_251_199_999_000_000, "2024-02-29T23:59:59.999Z Thu"),
            (1_709_251_200_000_000_000, "2024-03-01T00:00:00.000Z Fri"),
            (1_767_225_599_999_000_000, "2025-12-31T23:59:59.999Z Wed"),
            (1_767_225_600_000_000_000, "2026-01-01T00:00:00.000Z Thu"),
            // 2100 and 1900 are not leap years; 2000 is one.
            (4_107_542_399_000_000_000, "2100-02-28T23:59:59.000Z Sun"),
            (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000Z Mon"),
            (-2_203_891_200_000_000_000, "1900-03-01T00:00:00.000Z Thu"),
            (.min, "1677-09-21T00:12:43.145Z Tue"),
        ] as [(Int64, String)]
    )
    func calendar(nanoseconds: Int64, text: String) {
        let moment = Timestamp(nanosecondsSince1970: nanoseconds)
        let day = TimeFormat.httpDate.text(of: moment, offsetSeconds: 0).prefix(3)
        let date = TimeFormat.rfc3339Milliseconds.text(of: moment, offsetSeconds: 0)
        #expect("\(date) \(day)" == text)
        #expect(text.hasPrefix(moment.day + "T"))
    }

    @Test("A zone can move a timestamp into another year, in both directions")
    func zones() {
        // 2023-12-31T20:00:00Z and 2026-01-01T00:00:00Z
        let late = Timestamp(nanosecondsSince1970: 1_704_052_800_000_000_000)
        let early = Timestamp(nanosecondsSince1970: 1_767_225_600_000_000_000)
        let format = TimeFormat.rfc3339
        #expect(format.text(of: late, offsetSeconds: 32_400) == "2024-01-01T05:00:00+09:00")
        #expect(format.text(of: early, offsetSeconds: -60) == "2025-12-31T23:59:00-00:01")
    }

    @Test("Unix times are rounded down before 1970 too")
    func unixBeforeEpoch() {
        let moment = Timestamp(nanosecondsSince1970: -500_500_000)
        #expect(TimeFormat.unix.text(of: moment, offsetSeconds: 0) == "-1")
        #expect(TimeFormat.unixMilliseconds.text(of: moment, offsetSeconds: 0) == "-501")
    }

    @Test("A timestamp out of range saturates at the end of the range")
    func saturation() {
        let last = Timestamp(nanosecondsSince1970: .max - 1)
        #expect(last.advanced(byNanoseconds: 1).nanosecondsSince1970 == .max)
        #expect(last.advanced(byNanoseconds: 2).nanosecondsSince1970 == .max)
        let first = Timestamp(nanosecondsSince1970: .min)
        #expect(first.advanced(byNanoseconds: -1).nanosecondsSince1970 == .min)
        #expect(first < last)
    }

    @Test(
        "A zone is a known name or an offset of two and two digits",
        arguments: [
            ("UTC", 0), ("GMT", 0), ("Z", 0), ("Asia/Tokyo", 32_400), ("Asia/Kolkata", 19_800),
            ("+09:00", 32_400), ("-00:30", -1_800), ("+23:59", 86_340), ("+24:00", nil),
            ("+09:60", nil), ("+0900", nil), ("09:00", nil), ("+9:00", nil), ("++9:00", nil),
            ("+09:+5", nil), ("+-9:00", nil), ("Europe/Paris", nil), ("", nil),
        ] as [(String, Int?)]
    )
    func zone(text: String, seconds: Int?) {
        #expect(FixedZone.offset(text) == seconds)
    }
}
