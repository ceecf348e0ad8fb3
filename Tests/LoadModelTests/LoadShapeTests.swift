import LoadModel
import Testing

struct LoadShapeTests {
    private static let second: Int64 = 1_000_000_000

    /// Four seconds at 10/s, then two from 10/s to 30/s.
    private static let ramp = LoadShape(
        .open(
            [
                LoadShape.Stage(rate: 10, duration: 4 * second),
                LoadShape.Stage(from: 10, to: 30, duration: 2 * second),
            ],
            .constant
        ),
        warmup: second,
        connections: 1
    )

    @Test("Warm-up, stages and drain add up to the length of a run")
    func lengths() {
        #expect(Self.ramp.span == 6 * Self.second)
        #expect(Self.ramp.total == 12 * Self.second)
        #expect(Self.ramp.peakRate == 30)
    }

    @Test(
        "The number of arrivals in an interval is the integral of the rate",
        arguments: [
            (0..<4, 40), (0..<6, 80), (3..<5, 25), (5..<6, 25), (5..<9, 25), (7..<9, 0), (2..<2, 0),
        ] as [(Range<Int64>, Double)]
    )
    func arrivals(seconds: Range<Int64>, count: Double) {
        let stretch = seconds.lowerBound * Self.second..<seconds.upperBound * Self.second
        #expect(Self.ramp.expectedArrivals(in: stretch) == count)
    }

    @Test("In the closed model the number of arrivals is unknown in advance")
    func closed() {
        let shape = LoadShape(.closed(duration: 3 * Self.second, think: 0), connections: 2)
        #expect(shape.isClosed)
        #expect(shape.span == 3 * Self.second)
        #expect(shape.expectedArrivals(in: 0..<Self.second) == nil)
        #expect(shape.peakRate == nil)
    }

    @Test("A length that overflows 64 bits saturates at the maximum")
    func endless() {
        let stage = LoadShape.Stage(rate: 1, duration: .max / 2)
        let shape = LoadShape(.open([stage, stage, stage], .constant), connections: 1)
        #expect(shape.span == .max)
        #expect(shape.total == .max)
        #expect(SliceWidth.narrowest(for: shape.total) == nil)
    }

    @Test("An hour needs at most 900 slices, and 30 hours are the maximum")
    func widths() {
        let second: Int64 = 1_000_000_000
        #expect(SliceWidth.narrowest(for: 900 * second) == second)
        #expect(SliceWidth.narrowest(for: 900 * second + 1) == 5 * second)
        #expect(SliceWidth.narrowest(for: 3_600 * second) == 5 * second)
        #expect(SliceWidth.narrowest(for: 54_000 * second) == 60 * second)
        #expect(SliceWidth.narrowest(for: 54_000 * second + 1) == 120 * second)
        #expect(SliceWidth.narrowest(for: 108_000 * second) == 120 * second)
        #expect(SliceWidth.narrowest(for: 108_000 * second + 1) == nil)
    }
}
