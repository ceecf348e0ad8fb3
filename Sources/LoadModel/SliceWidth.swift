/// Duration of a slice of the recording, chosen so that memory does not grow with the length of the run.
package enum SliceWidth {
    /// The possible widths, in nanoseconds, ascending.
    package static let all: [Int64] = [1, 5, 10, 60, 120].map { $0 * 1_000_000_000 }
    /// That of the longest runs.
    package static let widest: Int64 = 120_000_000_000
    /// Largest number of slices.
    private static let largestCount: Int64 = 900
    /// Hours that the longest run lasts.
    package static let longestHours = widest * largestCount / 3_600_000_000_000

    /// The smallest width that is enough for `span` nanoseconds, warm-up and drain included.
    ///
    /// - Returns: `nil` for more than `longestHours`.
    package static func narrowest(for span: Int64) -> Int64? {
        all.first { span <= $0 * largestCount }
    }
}
