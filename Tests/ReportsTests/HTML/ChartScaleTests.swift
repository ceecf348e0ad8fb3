@testable import RunReports
import Testing

@testable import Reports

struct ChartScaleTests {
    @Test(
        "Equal factors have equal lengths, and values outside are at the edge",
        arguments: [(1.0, 200.0), (10, 100), (100, 0), (0.1, 200), (5000, 0), (0, 200)]
    )
    func logarithmic(value: Double, position: Double) {
        let scale = ChartScale(.logarithmic, 1...100, from: 200, to: 0)
        #expect(abs(scale.position(of: value) - position) < 1e-9)
    }

    @Test(
        "Each additional nine has the same width",
        arguments: [(0.0, 0.0), (0.9, 100), (0.99, 200), (0.999, 300)]
    )
    func nines(share: Double, position: Double) {
        let scale = ChartScale(.nines, 0...0.999, from: 0, to: 300)
        #expect(abs(scale.position(of: share) - position) < 1e-6)
    }

    @Test("A chart of a single value does not divide by zero")
    func single() {
        let scale = ChartScale(.linear, 5...5, from: 0, to: 100)
        #expect(scale.position(of: 5) == 0)
    }

    @Test(
        "Number axes end at a round number above the maximum",
        arguments: [(0, 1), (1, 1.2), (96, 100), (100, 120), (1760, 2000), (2000, 2500)]
            as [(Double, Double)]
    )
    func ends(value: Double, end: Double) {
        #expect(abs(ChartTicks.end(for: value) - end) < 1e-9)
    }

    @Test("Number ticks are round, starting at zero")
    func numbers() {
        #expect(
            ChartTicks.numbers(upTo: 2500).map(\.label) == [
                "0", "500", "1,000", "1,500", "2,000", "2,500",
            ]
        )
        #expect(
            ChartTicks.numbers(upTo: 1).compactMap(\.label) == [
                "0", "0.2", "0.4", "0.6", "0.8", "1",
            ]
        )
    }

    @Test(
        "Labels differ, however close the values are",
        arguments: [99.97...100.003, 0.0001...0.0009, 1_000_000...1_000_001, -0.002...0.001, 0...3]
            as [ClosedRange<Double>]
    )
    func distinct(domain: ClosedRange<Double>) {
        let ticks = [
            ChartTicks.numbers(in: domain), ChartTicks.numbers(upTo: max(domain.upperBound, 1e-9)),
        ]
        for labels in ticks.map({ $0.compactMap(\.label) }) {
            #expect(labels.count > 1)
            #expect(Set(labels).count == labels.count, "\(labels)")
        }
        let scale = MetricScale(.ratio, for: [domain.lowerBound, domain.upperBound])
        #expect(scale.text(domain.lowerBound) != scale.text(domain.upperBound))
    }

    @Test("Durations are labelled at powers of ten, and also at 2 and 5 for a small range")
    func durations() {
        let few = ChartTicks.durations(200_000...5_000_000).compactMap(\.label)
        #expect(few == ["200 µs", "500 µs", "1 ms", "2 ms", "5 ms"])
        let many = ChartTicks.durations(1_000...1_000_000_000).map(\.label)
        #expect(many == ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"])
    }

    @Test("The domain of durations has a margin around all values, and has a default")
    func domains() {
        #expect(ChartTicks.durationDomain([0, 2_200_000, 480_000_000]) == 2e6...5e8)
        #expect(ChartTicks.durationDomain([7_000_000]) == 5e6...5e7)
        #expect(ChartTicks.durationDomain([]) == 1e5...1e7)
    }

    @Test("Time is in seconds for short runs and in minutes for long ones")
    func seconds() {
        #expect(
            ChartTicks.seconds(-2...10).map(\.label) == [
                "−2 s", "0 s", "2 s", "4 s", "6 s", "8 s", "10 s",
            ]
        )
        #expect(ChartTicks.seconds(0...300).map(\.label).prefix(3) == ["0:00", "0:30", "1:00"])
        #expect(ChartTicks.seconds(0...36_000).compactMap(\.label).last == "10:00:00")
    }

    @Test("Percentiles above the highest one are omitted")
    func percentiles() {
        let labels = ChartTicks.percentiles(upTo: 0.9995).compactMap(\.label)
        #expect(labels == ["0 %", "50 %", "90 %", "99 %", "99.9 %"])
    }
}
