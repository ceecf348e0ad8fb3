import LoadModel
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct LoadNumberTests {
    @Test(
        "A share is never rounded to 0% or 100%",
        arguments: [
            (0, 7, "0%"), (7, 7, "100%"), (1, 2, "50%"), (807, 1000, "80.7%"), (1, 3, "33.3%"),
            (15, 1000, "1.5%"), (1, 8000, "0.013%"), (1, 200_000, "0.001%"),
            (1, 1_000_000, "<0.001%"), (999_999, 1_000_000, ">99.999%"), (9999, 10_000, "99.99%"),
            (99_998, 100_000, "99.998%"), (21, 20, "105%"), (1033, 1000, "103.3%"),
        ] as [(UInt64, UInt64, String)]
    )
    func percent(part: UInt64, all: UInt64, text: String) {
        #expect(LoadNumber.percent(Fraction(part, of: all)) == text)
    }

    @Test(
        "A rate has three significant digits, or all integer digits",
        arguments: [
            (0, "0/s"), (0.25, "0.25/s"), (1.5, "1.5/s"), (12.34, "12.3/s"), (99.96, "100/s"),
            (1_996.4, "1,996/s"), (1_234_567, "1,234,567/s"),
        ] as [(Double, String)]
    )
    func rate(rate: Double, text: String) {
        #expect(LoadNumber.rate(rate) == text)
    }

    @Test(
        "A duration uses readable units",
        arguments: [
            (340_000_000, "340 ms"), (1_000_000_000, "1 s"), (2_540_000_000, "2.5 s"),
            (119_960_000_000, "2 min"), (150_000_000_000, "2 min 30 s"),
            (3_900_000_000_000, "1 h 5 min"),
        ] as [(Int64, String)]
    )
    func length(nanoseconds: Int64, text: String) {
        #expect(LoadNumber.length(nanoseconds) == text)
    }

    @Test(
        "Bytes are in powers of a thousand",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (4_532_000, "4.5 MB"),
            (12_000_000_000, "12 GB"),
        ] as [(UInt64, String)]
    )
    func bytes(count: UInt64, text: String) {
        #expect(LoadNumber.bytes(count) == text)
    }

    @Test(
        "A number has three significant digits, or all integer digits",
        arguments: [
            (0, "0"), (0.0004, "0"), (1.996, "2"), (-2.5, "-2.5"), (1_996.4, "1,996"),
            (.infinity, "–"), (.nan, "–"),
        ] as [(Double, String)]
    )
    func short(value: Double, text: String) {
        #expect(LoadNumber.short(value) == text)
    }

    @Test(
        "Times in long runs are shown in clock format",
        arguments: [
            (12, 60, "12 s"), (-2, 60, "−2 s"), (125, 300, "2:05"), (3725, 10_000, "1:02:05"),
        ] as [(Double, Double, String)]
    )
    func clock(seconds: Double, span: Double, text: String) {
        #expect(LoadNumber.clock(seconds, span: span) == text)
    }
}
