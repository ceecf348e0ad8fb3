/// How far a run is that has not ended.
package struct RunStanding: Hashable, Sendable {
    /// Nanoseconds since the first stage began; below zero in the warm-up.
    package let elapsed: Int64
    /// Arrivals that were due up to now, by the number of their slice; empty when only those are known
    /// that have ended.
    package let dueBySlice: [Int: UInt64]

    package init(elapsed: Int64, dueBySlice: [Int: UInt64] = [:]) {
        self.elapsed = elapsed
        self.dueBySlice = dueBySlice
    }
}
