/// A row of a profile's thresholds.
package struct RunThreshold: Hashable, Sendable {
    package let threshold: Threshold
    /// Where the row stands, `push.yaml:31:5`; `nil` when nobody knows.
    package let place: String?

    package init(_ threshold: Threshold, place: String? = nil) {
        self.threshold = threshold
        self.place = place
    }
}
