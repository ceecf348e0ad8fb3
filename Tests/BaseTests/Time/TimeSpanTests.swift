import Testing

@testable import Base

struct TimeSpanTests {
    @Test(
        "A time is a number and a unit",
        arguments: [
            ("250us", .microseconds(250)), ("200ms", .milliseconds(200)), ("10s", .seconds(10)),
            ("1.5s", .milliseconds(1_500)),
            ("3m", .seconds(180)), ("1h", .seconds(3_600)), ("1d", .seconds(86_400)),
            ("0s", .zero), ("0.000000001s", .nanoseconds(1)), ("0.0000006ms", .nanoseconds(1)),
            ("0.0000004ms", .zero), ("0.1s", .milliseconds(100)),
            ("999999999d", .seconds(86_399_999_913_600)),
        ] as [(String, Duration)]
    )
    func spans(text: String, duration: Duration) {
        #expect(TimeSpan.duration(text) == duration)
    }

    @Test(
        "Anything else is not a time",
        arguments: [
            "", "10", "s", "10 s", "-1s", "+1s", "1e3s", "0x10s", ".5s", "1.s", "1S",
            "1min", "1s ", "1234567890s", "1.1234567890s", "١s", "1m\u{301}",
        ]
    )
    func noSpans(text: String) {
        #expect(TimeSpan.duration(text) == nil)
        #expect(TimeSpan.nanoseconds(text) == nil)
    }

    @Test("In nanoseconds a time must fit into 64 bits")
    func nanoseconds() {
        #expect(TimeSpan.nanoseconds("106751d") == 9_223_286_400_000_000_000)
        #expect(TimeSpan.nanoseconds("106752d") == nil)
    }
}
