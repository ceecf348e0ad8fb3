import LoadModel
import Testing

@testable import Measure

struct StepFlowTests {
    private static let second: Int64 = 1_000_000_000

    /// 100 arrivals in each second, of which `answered` get a response.
    private static func saturation(
        _ answered: [Double],
        due: Double = 100,
        _ arrivals: LoadShape.Arrivals = .constant,
        latency: Int64 = 0
    ) -> Saturation? {
        StepFlow(
            width: second,
            due: answered.map { _ in due },
            answered: answered
        ).saturation(arrivals, latency: latency)
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    @Test(
        "The completed rate during backlog growth is the capacity; fewer seconds widen its range",
        arguments: [
            ([60], 1, 58.2, 61.8), ([80, 80], 2, 78.4, 81.6), ([80, 80, 80, 80], 4, 78.8, 81.2),
            // The seconds before the backlog grows do not count.
            ([100, 100, 100, 80, 80, 80, 80], 4, 78.8, 81.2),
            // The difference between seconds is 4, thus 4 ÷ √2 from the mean: twice that, ÷ √5.
            ([82, 78, 82, 78, 82], 5, 77.9, 82.9),
        ] as [([Double], Int64, Double, Double)]
    )
    func rate(answered: [Double], seconds: Int64, low: Double, high: Double) throws {
        let saturation = try #require(Self.saturation(answered))
        #expect(saturation.length == seconds * Self.second)
        #expect(saturation.isLasting == (seconds >= 3))
        #expect(Self.rounded(saturation.low) == low)
        #expect(Self.rounded(saturation.high) == high)
        let used = answered.suffix(Int(seconds))
        #expect(abs(saturation.rate - used.reduce(0, +) / Double(used.count)) < 1e-9)
    }

    @Test(
        "A service that slows down or speeds up counts at its last rate, with its drift as doubt",
        arguments: [
            ([98, 96, 94, 92, 90, 88, 86], 89, 80.6, 90.4),
            ([74, 76, 78, 80, 82, 84, 86], 83, 81.6, 91.4),
        ] as [([Double], Double, Double, Double)]
    )
    func drift(answered: [Double], rate: Double, low: Double, high: Double) throws {
        let saturation = try #require(Self.saturation(answered))
        #expect(saturation.rate == rate)
        #expect(Self.rounded(saturation.low) == low)
        #expect(Self.rounded(saturation.high) == high)
    }

    @Test(
        "No backlog is detected at rest, after a pause, or in a time short enough for a pause",
        arguments: [
            [], [100, 100, 100], [100, 100, 0, 110, 110, 110], [100, 100, 100, 100, 0],
            [100, 100, 100, 90, 90], [100, 40, 120, 120, 100],
            // When arrivals match the capacity, the time lost in a pause is not recovered.
            [99, 99, 99, 50, 50, 99], [99, 99, 10],
        ] as [[Double]]
    )
    func nothing(answered: [Double]) {
        #expect(Self.saturation(answered) == nil)
    }

    @Test("Growth too small to change the rate does not count")
    func tolerance() {
        #expect(Self.saturation([997, 997, 997, 997], due: 1_000) == nil)
        #expect(Self.saturation([996, 996, 996, 996], due: 1_000) != nil)
    }

    @Test("Open requests and Poisson arrivals vary by chance")
    func chance() {
        let answered = Array(repeating: 97.0, count: 9)
        // 27 more are outstanding: at 100 ms each, 10 are in flight, which varies by 13; at 400 ms, by 27.
        #expect(Self.saturation(answered, latency: 100_000_000) != nil)
        #expect(Self.saturation(answered, latency: 400_000_000) == nil)
        #expect(Self.saturation(answered, .poisson) == nil)
        #expect(Self.saturation(Array(repeating: 80, count: 9), .poisson) != nil)
    }
}
