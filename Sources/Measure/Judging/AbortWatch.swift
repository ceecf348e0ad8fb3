package import LoadModel

/// Watches the thresholds that can abort a run, and reports one that cannot be met any more.
///
/// It is exact: a threshold counts as failed only when no later outcome could change that.
package struct AbortWatch: Sendable {
    /// Arrivals that are due and have not ended.
    package struct Outstanding: Hashable, Sendable {
        /// Due time of the youngest of them.
        package let due: Int64
        /// The index of their send.
        package let send: Int
        package let count: UInt64
        /// The least latency that they will have; `nil` while it grows.
        package let age: Int64?

        package init(due: Int64, send: Int, count: UInt64 = 1, age: Int64? = nil) {
            self.due = due
            self.send = send
            self.count = count
            self.age = age
        }

        /// A lower bound of their latencies.
        func age(at now: Int64) -> Int64 { age ?? now - due }

        /// Groups arrivals for a check by whole slices: those of a send due in the same slice get the age of the
        /// youngest, a lower bound for all.
        ///
        /// - Parameters:
        ///   - list: In any order.
        ///   - width: Of a slice, in nanoseconds.
        /// - Returns: One entry for each send and slice.
        package static func grouped(_ list: [Outstanding], width: Int64) -> [Outstanding] {
            struct Place: Hashable {
                let send: Int
                let slice: Int64
                let isGrowing: Bool
            }
            var groups: [Place: Outstanding] = [:]
            for one in list {
                let slice = (one.due >= 0 ? one.due : one.due - width + 1) / width
                let place = Place(send: one.send, slice: slice, isGrowing: one.age == nil)
                let group = groups[place]
                groups[place] = Outstanding(
                    due: max(one.due, group?.due ?? one.due),
                    send: one.send,
                    count: one.count + (group?.count ?? 0),
                    age: one.age.map { min($0, group?.age ?? $0) }
                )
            }
            return groups.values.sorted {
                ($0.due, $0.send, $0.age ?? .max) < ($1.due, $1.send, $1.age ?? .max)
            }
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
    /// Number of arrivals in the whole run; `nil` when unknown.
    private let plannedCount: UInt64?

    /// Watches the thresholds that can abort the run.
    ///
    /// - Parameters:
    ///   - thresholds: All thresholds of the profile.
    ///   - plannedCount: Number of arrivals in the whole run; `nil` in the closed model.
    package init(_ thresholds: [Threshold], plannedCount: UInt64?) {
        watched = thresholds.enumerated().filter { $0.element.aborts }
            .map { Watched(index: $0.offset, threshold: $0.element) }
        self.plannedCount = plannedCount
    }

    /// Whether there is anything to watch.
    package var isIdle: Bool { watched.isEmpty }

    /// Checks the current state of the run.
    ///
    /// - Parameters:
    ///   - recording: Arrivals that ended so far.
    ///   - now: Nanoseconds since the first stage began.
    ///   - outstanding: Arrivals that are due and have not ended, in the order of their due times.
    /// - Returns: The index of a threshold that cannot be met any more; `nil` for none.
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
            }.map { ($0.age(at: now), $0.count) }
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
        sample.add(ages: outstanding.filter { $0.due >= 0 }.map { ($0.age(at: now), $0.count) })
        func holds(_ value: Fraction) -> Bool { threshold.relation.holds(value, threshold.limit) }
        // The generator's own time must not fail a threshold.
        let arrivals = sample.cleaned ?? sample.latency
        switch threshold.metric {
        case .latencyPercentile(let quantile):
            let spare = plannedCount - min(quantile.rank(of: plannedCount), plannedCount)
            return failed + arrivals.count { !holds(Fraction(UInt64($0))) } > spare
        // Outstanding arrivals may still fail, and failures are not part of the maximum.
        case .latencyMaximum: return arrivals.good.count { !holds(Fraction(UInt64($0))) } > 0
        case .errorRatio: return !holds(Fraction(failed, of: plannedCount))
        case .outcomeRatio: return !holds(Fraction(sample.outcomeCount, of: plannedCount))
        case .latencyMean, .achievedRatio, .eventRate, .deliveredPercentile, .deliveredRatio,
            .deliveries:
            return false
        }
    }
}
