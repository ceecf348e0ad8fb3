package import LoadModel

/// Watches the thresholds that end a run, and says when one cannot be met any more.
///
/// It never guesses: a threshold is broken only when nothing that is still to come could mend it.
package struct AbortWatch: Sendable {
    /// Arrivals that are due and have not ended.
    package struct Outstanding: Hashable, Sendable {
        /// Of the youngest of them: the others are older.
        package let due: Int64
        /// The index of their send.
        package let send: Int
        package let count: UInt64

        package init(due: Int64, send: Int, count: UInt64 = 1) {
            self.due = due
            self.send = send
            self.count = count
        }

        /// As few as tell the same to somebody who looks at whole slices: those of a send that were due in one
        /// are as old as the youngest, which is a lower bound for all.
        ///
        /// - Parameters:
        ///   - list: In any order.
        ///   - width: Of a slice, in nanoseconds.
        /// - Returns: One for each send and slice.
        package static func grouped(_ list: [Outstanding], width: Int64) -> [Outstanding] {
            struct Place: Hashable {
                let send: Int
                let slice: Int64
            }
            var groups: [Place: Outstanding] = [:]
            for one in list {
                let slice = (one.due >= 0 ? one.due : one.due - width + 1) / width
                let place = Place(send: one.send, slice: slice)
                let group = groups[place]
                groups[place] = Outstanding(
                    due: max(one.due, group?.due ?? one.due),
                    send: one.send,
                    count: one.count + (group?.count ?? 0)
                )
            }
            return groups.values.sorted { ($0.due, $0.send) < ($1.due, $1.send) }
        }
    }

    private struct Watched {
        let index: Int
        let threshold: Threshold
        /// Windows before this one have ended and are counted.
        var nextWindow = 0
        var missed: UInt64 = 0
    }

    private var watched: [Watched]
    /// How many arrivals the whole run has; `nil` when nobody knows.
    private let plannedCount: UInt64?

    /// Watches those of `thresholds` that ask for it.
    ///
    /// - Parameters:
    ///   - thresholds: All of the profile.
    ///   - plannedCount: How many arrivals the whole run has; `nil` in the closed model.
    package init(_ thresholds: [Threshold], plannedCount: UInt64?) {
        watched = thresholds.enumerated().filter { $0.element.aborts }
            .map { Watched(index: $0.offset, threshold: $0.element) }
        self.plannedCount = plannedCount
    }

    /// Whether there is anything to watch.
    package var isIdle: Bool { watched.isEmpty }

    /// Looks at the run as it stands.
    ///
    /// - Parameters:
    ///   - recording: What ended up to now.
    ///   - now: Nanoseconds since the first stage began.
    ///   - outstanding: What is due and has not ended, in the order of being due.
    /// - Returns: The index of a threshold that cannot be met any more.
    package mutating func broken(
        in recording: Recording,
        now: Int64,
        outstanding: [Outstanding]
    ) -> Int? {
        for index in watched.indices {
            let isBroken =
                watched[index].threshold.windows == nil
                ? isWholeRunBroken(watched[index].threshold, recording, now, outstanding)
                : areWindowsBroken(&watched[index], recording, now, outstanding)
            if isBroken { return watched[index].index }
        }
        return nil
    }

    private func areWindowsBroken(
        _ watched: inout Watched,
        _ recording: Recording,
        _ now: Int64,
        _ outstanding: [Outstanding]
    ) -> Bool {
        guard let windows = watched.threshold.windows else { return false }
        let judge = ThresholdJudge(threshold: watched.threshold, recording: recording)
        let span = recording.plan.span
        let windowCount = UInt64((span + windows.length - 1) / windows.length)
        var openMissed: UInt64 = 0
        var window = watched.nextWindow
        while Int64(window + 1) * windows.length <= min(now, span) {
            let start = Int64(window) * windows.length
            let end = start + windows.length
            let sample = judge.window(start..<end)
            let ages = outstanding.filter {
                $0.due >= start && $0.due < end
                    && (watched.threshold.send ?? $0.send) == $0.send
            }.map { (now - $0.due, $0.count) }
            let isMissed = judge.verdict(ofWindow: sample, ages: ages) == .failed
            if ages.isEmpty && window == watched.nextWindow {
                watched.nextWindow += 1
                watched.missed += isMissed ? 1 : 0
            } else {
                openMissed += isMissed ? 1 : 0
            }
            window += 1
        }
        let possible = windowCount - watched.missed - openMissed
        return Fraction(possible, of: windowCount) < windows.share
    }

    private func isWholeRunBroken(
        _ threshold: Threshold,
        _ recording: Recording,
        _ now: Int64,
        _ outstanding: [Outstanding]
    ) -> Bool {
        let isOnlySend = threshold.send == nil || recording.plan.sends.count == 1
        guard threshold.relation.isUpperLimit, isOnlySend, let plannedCount else { return false }
        var sample = ThresholdJudge(threshold: threshold, recording: recording).wholeRun()
        let failed = sample.latency.failedCount
        sample.add(ages: outstanding.filter { $0.due >= 0 }.map { (now - $0.due, $0.count) })
        func holds(_ value: Fraction) -> Bool { threshold.relation.holds(value, threshold.limit) }
        // The generator's own time takes no verdict.
        let arrivals = sample.cleaned ?? sample.latency
        switch threshold.metric {
        case .latencyPercentile(let quantile):
            let spare = plannedCount - min(quantile.rank(of: plannedCount), plannedCount)
            return failed + arrivals.count { !holds(Fraction(UInt64($0))) } > spare
        // What is outstanding may fail, and then it is none of the responses that count.
        case .latencyMaximum: return arrivals.good.count { !holds(Fraction(UInt64($0))) } > 0
        case .errorRatio: return !holds(Fraction(failed, of: plannedCount))
        case .outcomeRatio: return !holds(Fraction(sample.outcomeCount, of: plannedCount))
        case .latencyMean, .achievedRatio, .deliveredPercentile, .deliveredRatio, .deliveries:
            return false
        }
    }
}
