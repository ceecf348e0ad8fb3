import Statistics
import Testing

@testable import Reports

struct MetricTextTests {
    @Test(
        "Numbers have three significant digits and at most four decimals",
        arguments: [
            (0, "0"), (1, "1"), (12.345, "12.3"), (123.45, "123"), (1234.5, "1235"),
            (0.05, "0.05"), (0.00012345, "0.0001"), (-9.949, "-9.95"), (-0.00001, "0"),
            (99.96, "100"), (2.5, "2.5"),
        ]
    )
    func digits(value: Double, text: String) {
        #expect(MetricText.digits(value) == text)
    }

    @Test(
        "A value has its unit, a change its sign",
        arguments: [
            (ComparedMetric.Unit.seconds, 0.0123, "12.3 ms", "+12.3 ms"),
            (.seconds, .infinity, "failed", "to failed"),
            (.seconds, -.infinity, "failed", "from failed"),
            (.seconds, 9.3e9, "9300000000 s", "+9300000000 s"),
            (.seconds, 1e308, "1e+308 s", "+1e+308 s"),
            (.perSecond, 1985.2, "1985/s", "+1985/s"),
            (.ratio, 0.0012, "0.12 %", "+0.12 points"),
            (.ratio, -0.5, "-50 %", "-50 points"),
        ]
    )
    func values(unit: ComparedMetric.Unit, value: Double, text: String, change: String) {
        #expect(MetricText(unit: unit).value(value) == text)
        #expect(MetricText(unit: unit).change(value) == change)
    }

    @Test("A p-value is never rounded to zero")
    func pValue() {
        #expect(MetricFinding.pText(0.0317) == "0.032")
        #expect(MetricFinding.pText(0.0001) == "< 0.001")
        #expect(MetricFinding.pText(1) == "1")
    }
}
