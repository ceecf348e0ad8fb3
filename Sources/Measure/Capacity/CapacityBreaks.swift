/// Failed steps at rates up to one that is believed to pass: signs of pauses that recur at any rate.
package struct CapacityBreaks: Hashable, Sendable {
    /// When they ended, in nanoseconds of the search, ascending.
    package let moments: [Int64]
    /// Time without such a failure before the given step, in nanoseconds.
    private let quiet: Int64

    /// Failures within this time of each other have the same cause.
    private static let together: Int64 = 5_000_000_000

    /// - Parameters:
    ///   - trials: All steps of a search, in the order of time.
    ///   - rate: The rate believed to pass.
    ///   - index: The step before which `quiet` is measured; `nil` for the end of the search.
    package init(_ trials: [CapacityTrial], below rate: Double, before index: Int? = nil) {
        var (moment, start): (Int64, Int64) = (0, 0)
        var moments: [Int64] = []
        var isCold = true
        for (number, trial) in trials.enumerated() {
            if number == index { start = moment }
            moment += trial.measurement.elapsed
            if trial.verdict.isHeld { isCold = false }
            if !isCold && Self.speaks(trial, against: rate) { moments.append(moment) }
        }
        if index == nil { start = moment }
        self.moments = moments
        quiet = moments.last { $0 <= start }.map { start - $0 } ?? 0
    }

    /// A service that pauses at a higher rate may pause at this one.
    private static func speaks(_ trial: CapacityTrial, against rate: Double) -> Bool {
        guard trial.step.purpose != .recovery, case .breached = trial.verdict else { return false }
        if trial.measurement.hasRested || trial.step.rate < rate { return true }
        return trial.step.rate == rate && !(trial.measurement.saturation?.isLasting ?? false)
    }

    /// The moments, with those of the same cause merged.
    private var causes: [Int64] {
        moments.reduce(into: []) { causes, moment in
            if let last = causes.last, moment - last <= Self.together { return }
            causes.append(moment)
        }
    }

    /// The longest time between two failures in nanoseconds; for a single one the time since the search began,
    /// without any zero.
    package var longestGap: Int64 {
        let causes = causes
        guard causes.count > 1 else { return causes.first ?? 0 }
        return zip(causes, causes.dropFirst()).map { $1 - $0 }.max() ?? 0
    }

    /// About how far they are apart in nanoseconds; `nil` of fewer than two.
    package var usualGap: Int64? {
        let causes = causes
        guard let first = causes.first, let last = causes.last, causes.count > 1 else { return nil }
        return (last - first) / Int64(causes.count - 1)
    }

    /// Length in nanoseconds that a hold needs to show a recurring failure: twice the longest time between two, and
    /// a quarter more than the quiet time before the step.
    package var provingLength: Int64 { max(2 * longestGap, quiet + quiet / 4) }

    /// Whether failures recur: then a hold must last longer than the time between them.
    var recur: Bool { causes.count > 1 }
}
