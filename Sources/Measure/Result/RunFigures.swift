import Base
package import LoadModel

/// Figures of a result, computed once.
///
/// Arrivals count when they were due in the counted time; bytes and responses count by when they ended.
package struct RunFigures: Hashable, Sendable {
    /// Arrivals that were due.
    package let dueCount: UInt64
    /// Further due arrivals without a known outcome.
    package let missingCount: UInt64
    /// Due arrivals of which at least one byte was sent.
    package let sentCount: UInt64
    /// Due arrivals with a response, expected or not.
    package let answeredCount: UInt64
    /// Due arrivals that ended as their send declares.
    package let goodCount: UInt64
    /// Due arrivals with an unreadable response, which may be expected or not.
    package let unjudgedCount: UInt64
    /// Due arrivals without an end.
    package let unfinishedCount: UInt64
    /// Due arrivals that the run cut off before their time was over.
    package let cutOffCount: UInt64
    /// Of them, those that did not end as their send declares.
    package let failedCount: UInt64
    /// Responses within the counted time, whenever their arrivals were due.
    package let completedWithinSpan: UInt64
    /// Recipients of requests with expected responses.
    package let recipients: UInt64
    /// From the first stage on.
    package let bytesSent: UInt64
    /// From the first stage on.
    package let bytesReceived: UInt64
    /// Events of event streams, by when they came.
    package let eventCount: UInt64
    /// Time in which counted arrivals came, in nanoseconds; more than zero.
    package let countedTime: Int64
    /// Number of arrivals planned for that time, with a fraction; `nil` when unknown in advance.
    private let expectedCount: Double?
    /// All arrivals; failed ones rank highest.
    package let latency: ClockFigures
    /// As `latency`.
    package let serviceTime: ClockFigures
    /// Of everything that was sent and ended.
    package let connectionWait: ClockFigures
    /// Of everything that was sent and ended.
    package let generatorLag: ClockFigures

    /// Works the figures out; takes milliseconds.
    package init(_ result: RunResult) {
        let recording = result.recording
        let due = recording.dueCount
        let good = recording.goodCount
        dueCount = due
        missingCount = result.gaps.reduce(0) { $0 + $1.gap.missing }
        goodCount = good
        unjudgedCount = recording.unjudgedCount
        sentCount = recording.sentCount
        answeredCount = recording.answeredCount
        unfinishedCount = recording.unfinishedCount
        cutOffCount = recording.cutOffCount
        failedCount = recording.failedCount
        completedWithinSpan = recording.completedWithinSpan
        countedTime = result.countedTime
        eventCount = recording.eventCount()
        expectedCount =
            result.isPartial
            ? nil : result.profile.load.expectedArrivals(in: 0..<result.countedTime)
        recipients = Self.recipients(of: result)
        let series = recording.slices
        let counted = series.slices.dropFirst(max(-series.first, 0))
        bytesSent = counted.reduce(0) { $0 + $1.bytesSent }
        bytesReceived = counted.reduce(0) { $0 + $1.bytesReceived }
        latency = ClockFigures(clock: .latency, arrivals: recording.latency())
        serviceTime = ClockFigures(
            clock: .serviceTime,
            arrivals: RankedArrivals(
                good: recording.serviceTime,
                failedCount: recording.failedCount
            )
        )
        connectionWait = ClockFigures(
            clock: .connectionWait,
            arrivals: RankedArrivals(good: recording.connectionWait, failedCount: 0)
        )
        generatorLag = ClockFigures(
            clock: .generatorLag,
            arrivals: RankedArrivals(good: recording.generatorLag, failedCount: 0)
        )
    }

    private static func recipients(of result: RunResult) -> UInt64 {
        var sum: UInt64 = 0
        for (index, send) in result.profile.sends.enumerated() {
            let good = result.recording.cells.reduce(UInt64(0)) { count, cell in
                count + (cell.key.isGood && cell.key.send == index ? cell.count : 0)
            }
            let (numerator, denominator) = (send.recipients.numerator, send.recipients.denominator)
            let exact = UInt128(good) * UInt128(numerator)
            sum = sum.addingClamped(
                UInt64(clamping: (exact + UInt128(denominator / 2)) / UInt128(denominator))
            )
        }
        return sum
    }
}

extension RunFigures {
    /// In the order of reports.
    package var clocks: [ClockFigures] { [latency, serviceTime, connectionWait, generatorLag] }

    /// Arrivals per second.
    package var dueRate: Double { rate(of: dueCount) }

    /// Responses per second.
    package var doneRate: Double { rate(of: completedWithinSpan) }

    /// Whether arrivals came too briefly for a rate.
    package var isMomentary: Bool { countedTime < 1_000_000 }

    /// The rate of the profile when the number differs by at most one: a run may end right after an arrival.
    private func rate(of count: UInt64) -> Double {
        guard let expectedCount, abs(expectedCount - Double(count)) <= 1 else {
            return Double(count) / seconds
        }
        return expectedCount / seconds
    }

    /// Recipients per second.
    package var recipientRate: Double { Double(recipients) / seconds }

    /// Events per second.
    package var eventRate: Double { Double(eventCount) / seconds }

    /// Share of due arrivals with a response within the counted time; `nil` without arrivals.
    package var achieved: Fraction? {
        dueCount == 0 ? nil : Fraction(completedWithinSpan, of: dueCount + missingCount)
    }

    /// Share of failed arrivals among all that were not cut off; `nil` without arrivals.
    package var failedRatio: Fraction? {
        endedCount == 0 ? nil : Fraction(failedCount, of: endedCount)
    }

    /// Arrivals that were not cut off.
    package var endedCount: UInt64 { dueCount - cutOffCount }

    /// Share of arrivals without a free connection when they were due; `nil` when none was sent.
    package var waitingShare: Fraction? {
        let waits = connectionWait.arrivals.good
        guard waits.count > 0 else { return nil }
        let edge = waits.layout.highestValue(at: 0)
        return Fraction(waits.count { $0 > edge }, of: waits.count)
    }

    private var seconds: Double { Double(countedTime) / 1e9 }
}
