import Statistics
import Testing

struct HolmTests {
    @Test("In a published set of fifteen p-values, the first three are significant")
    func published() {
        // Benjamini and Hochberg, "Controlling the false discovery rate" (1995), section 3.1.
        let values = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1,
        ]
        let adjusted = Holm.adjusted(values)
        let first = [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1]
        for (value, expected) in zip(adjusted, first) { #expect(abs(value - expected) < 1e-12) }
        #expect(adjusted.dropFirst(9).allSatisfy { $0 == 1 })
        #expect(adjusted.count { $0 <= 0.05 } == 3)
    }

    @Test(
        "Adjusted p-values match hand calculations",
        arguments: [
            ([], []),
            ([0.03], [0.03]),
            // × 4, × 3, × 2, × 1, never decreasing.
            ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
            ([0.5, 0.6], [1, 1]),
            ([0.01, 0.01], [0.02, 0.02]),
        ] as [([Double], [Double])]
    )
    func handWorked(pValues: [Double], expected: [Double]) {
        let adjusted = Holm.adjusted(pValues)
        #expect(adjusted.count == expected.count)
        for (value, other) in zip(adjusted, expected) { #expect(abs(value - other) < 1e-12) }
    }
}
