import Statistics
import Testing

struct HolmTests {
    @Test(
        "Adjusted p-values are those worked out by hand",
        arguments: [
            ([], []),
            ([0.03], [0.03]),
            // × 4, × 3, × 2, × 1, never falling.
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
