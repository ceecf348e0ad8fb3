import LoadModel
import Measure

/// Detects when a server is down, and when it is back.
///
/// Moments are nanoseconds since the first stage began.
struct OutageWatch {
    /// Outages that are over.
    private var past: [RunOutage] = []
    /// Whether a failure came after the last response.
    private(set) var isOpen = false
    /// Moment of that failure.
    private(set) var from: Int64 = 0
    private var failed: UInt64 = 0
    /// Whether an attempt to connect has failed since, while no connection was open.
    private var isSure = false
    private var answeredAt = Int64.min
    /// Whether a connection ended under a request since the last response, or sent something other than HTTP.
    private(set) var hasBroken = false

    /// Nanoseconds without a response that count as an outage even if no attempt to connect failed.
    private static let shortest: Int64 = 1_000_000_000
    /// Beyond this number the last outages are merged into one.
    private static let most = 100

    /// Whether the server ever responded.
    var hasAnswered: Bool { answeredAt > .min }

    /// Records a response.
    mutating func noteResponse(at done: Int64) {
        answeredAt = done
        if isOpen { end(at: done) }
    }

    /// Records a request that ended without a response.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - sent: When it was sent.
    ///   - now: When it ended.
    mutating func note(_ outcome: MissingResponse, sent: Int64, at now: Int64) {
        switch outcome {
        case .timeout: begin(at: max(sent, answeredAt))
        case .reset, .closedBeforeResponse, .tls, .goAway, .unreachable: begin(at: now)
        default: break
        }
        switch outcome {
        case .reset, .closedBeforeResponse, .malformed, .truncated: hasBroken = true
        default: break
        }
        if isOpen { failed += 1 }
    }

    /// Records a failed attempt to connect while no connection was open.
    mutating func noteRefusal(at now: Int64) {
        begin(at: now)
        isSure = true
    }

    /// All outages, including one that has not ended at a moment.
    func outages(at now: Int64) -> [RunOutage] {
        guard isOpen, isSure || now - from >= Self.shortest else { return past }
        return RunOutage.merged(past + [RunOutage(from: from, until: nil, failed: failed)])
    }

    private mutating func begin(at moment: Int64) {
        guard !isOpen else { return from = min(from, moment) }
        (isOpen, from, failed, isSure) = (true, moment, 0, false)
    }

    private mutating func end(at done: Int64) {
        isOpen = false
        guard isSure || done - from >= Self.shortest else { return }
        let outage = RunOutage(from: from, until: max(done, from), failed: failed)
        guard past.count < Self.most else {
            let last = past.removeLast()
            let sum = last.failed + outage.failed
            return past.append(RunOutage(from: last.from, until: outage.until, failed: sum))
        }
        past = RunOutage.merged(past + [outage])
    }
}
