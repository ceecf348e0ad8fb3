package import Base
package import LoadModel

/// Result of a run: the planned load, the processes that sent it, and everything recorded.
///
/// Further figures, including verdicts, are derived when needed.
package struct RunResult: Hashable, Sendable {
    @Box package internal(set) var profile: RunProfile
    package internal(set) var targets: [RunTarget]
    /// In the order of the profile.
    package internal(set) var thresholds: [Threshold]
    /// The merged, finished recording of all parts.
    @Box package internal(set) var recording: Recording
    package internal(set) var checks: RunChecks
    /// The first undeclared response of each kind, by the number of the arrival.
    package internal(set) var failedResponses: [RunFailedResponse]
    /// Results of the deliveries; `nil` when they were not watched.
    package internal(set) var delivery: RunDelivery?
    /// One for each process, in the order of their shards; at least one.
    package internal(set) var parts: [RunPart]

    /// - Parameters:
    ///   - profile: The planned load.
    ///   - targets: The servers under test.
    ///   - thresholds: In the order of the profile.
    ///   - recording: Everything that was recorded.
    ///   - checks: Results of checks against the whole contract.
    ///   - failedResponses: Undeclared responses; the first of each kind is stored.
    ///   - delivery: Results of the deliveries; `nil` when they were not watched.
    ///   - parts: One for each process, at least one.
    package init(
        profile: RunProfile,
        targets: [RunTarget],
        thresholds: [Threshold],
        recording: Recording,
        checks: RunChecks,
        failedResponses: [RunFailedResponse] = [],
        delivery: RunDelivery? = nil,
        parts: [RunPart]
    ) {
        precondition(!parts.isEmpty, "a result without parts")
        precondition(
            profile.rows == recording.plan.sends,
            "the profile and the recording have different sends"
        )
        self.profile = profile
        self.targets = targets
        self.thresholds = thresholds
        self.recording = recording
        self.checks = checks
        self.failedResponses = RunFailedResponse.firsts(failedResponses)
        self.delivery = delivery
        self.parts = parts.sorted { $0.shard.number < $1.shard.number }
    }

    /// The record that reading begins with.
    init(reading recording: Recording) {
        profile = RunProfile.table.blank
        targets = []
        thresholds = []
        self.recording = recording
        checks = RunChecks()
        failedResponses = []
        delivery = nil
        parts = []
    }
}

extension RunResult {
    /// The part shown where there is room for one: that of the first shard.
    package var firstPart: RunPart { parts[0] }

    /// When the first stage began, in nanoseconds since 1970-01-01T00:00:00Z; the earliest of the parts.
    package var startedAt: Int64 { parts.map(\.startedAt).min() ?? 0 }

    /// From the beginning of the first stage to the end of the longest drain, in nanoseconds.
    package var elapsed: Int64 { parts.map(\.elapsed).max() ?? 0 }

    /// Processor time of all parts, in nanoseconds.
    package var processTime: Int64 { parts.map(\.processTime).clampedSum }

    /// Processor time of the target over the parts that measured it, in nanoseconds; `nil` for none.
    package var targetProcessTime: Int64? {
        let times = parts.compactMap(\.targetProcessTime)
        return times.isEmpty ? nil : times.clampedSum
    }

    /// Requests to each recipient before and after the run, merged over all parts.
    package var audienceCalls: [RunAudienceCall] {
        RunAudienceCall.merged(parts.map(\.audienceCalls))
    }

    /// Results of access tokens, part by part.
    package var tokens: [RunToken] { parts.flatMap(\.tokens) }

    /// Connections of all parts.
    package var connections: Int { parts.map(\.connections).clampedSum }

    /// Connections that all parts opened, and the requests they carried.
    package var connectionCounts: ConnectionCounts {
        ConnectionCounts(
            connections: UInt64(connections),
            opened: parts.reduce(0) { $0 + $1.statistics.opened },
            requests: parts.reduce(0) { $0 + $1.statistics.settled },
            mostOpen: opening?.mostOpen,
            local: opening?.local ?? [:],
            failedLocally: recording.failedLocally
        )
    }

    /// How all parts opened their connections; `nil` when a part has no figures.
    package var opening: OpeningFigures? {
        parts.map(\.statistics.opening).reduce(OpeningFigures()) { sum, part in
            guard var sum, let part else { return nil }
            sum.merge(part)
            return sum
        }
    }

    /// When the server was gone for any part, in the order of time.
    package var outages: [RunOutage] { RunOutage.merged(parts.flatMap(\.statistics.outages)) }

    /// Why the run ended before its schedule, by the first part that did; `nil` for a complete run.
    ///
    /// A generator that stopped reporting ended only its own part.
    package var cut: RunCut? {
        let cuts = parts.compactMap(\.cut)
        return cuts.first { $0 != .silent }
    }

    /// Whether a user interrupted the run.
    package var isInterrupted: Bool { parts.contains { $0.cut == .interrupted } }

    /// Time in which counted arrivals came, in nanoseconds; more than zero.
    package var countedTime: Int64 {
        let span = recording.plan.span
        let times = parts.map { part in
            part.cut == nil ? span : min(span, part.cutAt ?? part.elapsed)
        }
        return max(times.max() ?? span, 1)
    }

    /// When the first pass over the audience was complete, in nanoseconds since the first stage began; `nil` for an
    /// incomplete pass.
    package var audienceSentAt: Int64? {
        let moments = parts.map(\.audienceSentAt)
        return moments.contains(nil) ? nil : moments.compactMap(\.self).max()
    }

    /// Whether shards are missing, so that these figures are a part of the run's.
    package var isPartial: Bool { UInt64(parts.count) < firstPart.shard.count }

    /// Arrivals of all parts not sent although a connection was free.
    package var unsentThoughFree: UInt64 { parts.reduce(0) { $0 + $1.statistics.unsentThoughFree } }

    /// Results of thresholds, generator and checks; takes milliseconds.
    package var judgement: RunJudgement {
        RunJudgement(
            recording,
            thresholds: thresholds,
            unsentCount: unsentThoughFree,
            isLimitedByGenerator: isLimitedByGenerator,
            counts: connectionCounts,
            brokenCount: checks.failed,
            unjudgedCount: checks.skipped,
            delivery: delivery,
            gaps: gaps,
            clockBound: clockBound,
            isCut: cut != nil,
            isClosed: profile.load.isClosed,
            countedTime: countedTime,
            endedBy: endingThreshold
        )
    }

    /// The threshold that ended the run, as it could not be met any more.
    private var endingThreshold: Int? {
        guard case .threshold(let index) = cut else { return nil }
        return index
    }

    /// Whether connections waited for the generator and not for the server.
    ///
    /// They did when a worker was busy 95 % of the time, or when responses lay unread for more than 10 % of the
    /// service time: by the kernel's timestamps, or, without those, as with TLS, by late turns, which miss every
    /// delay below 1 ms. Closed model only: in the open one the lateness of each arrival is measured.
    package var isLimitedByGenerator: Bool {
        guard profile.load.isClosed else { return false }
        let isBusy = parts.contains { part in
            let time = part.elapsed + profile.load.warmup
            return Int128(part.statistics.busyTime) >= Int128(time / 100 * 95)
                * Int128(part.workers)
        }
        let own = recording.goodSums
        return isBusy || own.ownTime * 10 > own.serviceTime || isReadLate
    }

    /// How long responses lay unread, over all parts; empty without timestamps.
    package var readingDelay: Histogram<UInt64> {
        parts.reduce(into: Histogram(.slice)) { $0.merge($1.readingDelay) }
    }

    private var isReadLate: Bool {
        let delays = readingDelay
        // A single long delay would dominate the mean of few.
        guard delays.count >= 100, let delay = delays.mean, let time = recording.serviceTime.mean
        else { return false }
        return delay * 10 > time
    }
}

extension Recording {
    /// Arrivals that failed for want of something on the machine of the generator.
    package var failedLocally: UInt64 {
        arrivalCells.filter { MissingResponse(rawValue: $0.key.outcome)?.local != nil }
            .reduce(0) { $0 + $1.count }
    }

    /// The generator's own time and the service time of expected responses, in nanoseconds.
    fileprivate var goodSums: (ownTime: UInt128, serviceTime: UInt128) {
        let good = arrivalCells.filter(\.key.isGood)
        let all = good.reduce(UInt128(0)) { $0 + $1.latency.sum }
        let cleaned = good.reduce(UInt128(0)) { $0 + $1.latencyWithoutOwn.sum }
        return (all - cleaned, serviceTime.sum)
    }
}
