import Testing

@testable import Statistics

struct DetectableShiftTests {
    @Test(
        "The smallest detectable shift matches simulations of 40,000 comparisons",
        arguments: [(5, 5, 1, 2.99), (5, 5, 4, 3.93), (10, 10, 1, 1.79), (10, 10, 4, 2.10)]
    )
    func simulated(old: Int, new: Int, family: Int, deviations: Double) throws {
        let shift = DetectableShift(old, new, familyCount: family)
        let found = try #require(shift.deviations)
        #expect(abs(found - deviations) < 0.1)
    }

    @Test("Without a sufficiently small p-value no shift is detectable")
    func impossible() {
        #expect(DetectableShift(3, 3, familyCount: 1).deviations == nil)
        #expect(DetectableShift(4, 4, familyCount: 4).deviations == nil)
    }

    @Test("The formula for many runs continues where the simulation ends")
    func seam() throws {
        let simulated = try #require(DetectableShift(20, 20, familyCount: 4).deviations)
        let formula = try #require(DetectableShift(21, 20, familyCount: 4).deviations)
        #expect(abs(simulated - formula) < 0.1)
    }

    @Test("The detectable shift is given in the metric's unit")
    func unit() throws {
        // Both sides have a standard deviation of 0.01 × √2.5.
        let old = [0.10, 0.11, 0.12, 0.13, 0.14]
        let comparison = SampleComparison([MetricSamples(.latency("p99"), from: old, to: old)])
        let deviations = try #require(DetectableShift(5, 5, familyCount: 1).deviations)
        let detectable = try #require(comparison.detectableShifts[0])
        #expect(abs(detectable - deviations * 0.01 * 2.5.squareRoot()) < 1e-9)
    }
}
