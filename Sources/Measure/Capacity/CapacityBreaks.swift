/// Steps that did not hold at rates which are believed to hold: what rests now and then breaks them.
package struct CapacityBreaks: Hashable, Sendable {
    /// When they ended, in nanoseconds of the search, rising.
    package let moments: [Int64]
    /// For how long none came before the moment that is asked for, in nanoseconds.
    private let quiet: Int64

    /// What breaks within this time of each other has one cause.
    private static let together: Int64 = 5_000_000_000

    /// - Parameters:
    ///   - trials: All of a search, in the order of time.
    ///   - rate: Which is believed to hold.
    ///   - index: Of the step before which it was quiet; `nil` for one that comes after all.
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

    /// What rests at a higher rate may do so at this one.
    private static func speaks(_ trial: CapacityTrial, against rate: Double) -> Bool {
        guard trial.step.purpose != .recovery, case .breached = trial.verdict else { return false }
        if trial.measurement.hasRested || trial.step.rate < rate { return true }
        return trial.step.rate == rate && !(trial.measurement.saturation?.isLasting ?? false)
    }

    /// Where what broke at the same time is one.
    private var causes: [Int64] {
        moments.reduce(into: []) { causes, moment in
            if let last = causes.last, moment - last <= Self.together { return }
            causes.append(moment)
        }
    }

    /// The longest time between two of them in nanoseconds; of a single one that from the beginning of the
    /// search, and zero of none.
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

    /// So long a step has to hold before what broke below cannot come again unseen, in nanoseconds: twice the
    /// longest time between two breaks, and a little longer than none had come before the step.
    package var provingLength: Int64 { max(2 * longestGap, quiet + quiet / 4) }

    /// Whether they came again: then nothing shorter than the gap between them shows that a rate holds.
    var recur: Bool { causes.count > 1 }
}
