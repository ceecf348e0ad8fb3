import Measure

/// Notices when a server is gone, and when it is back.
///
/// Moments are nanoseconds since the first stage began.
struct OutageWatch {
    /// Those that are over.
    private var past: [RunOutage] = []
    /// Whether nothing has been answered since something failed.
    private(set) var isOpen = false
    /// When that failed.
    private(set) var from: Int64 = 0
    private var failed: UInt64 = 0
    /// Whether no connection could be opened since, while there was none.
    private var isSure = false
    private var answeredAt = Int64.min
    /// Whether a connection ended under a request since the last answer, or gave what is not HTTP.
    private(set) var hasBroken = false

    /// Without an attempt that failed, so much time is an outage; in nanoseconds.
    private static let shortest: Int64 = 1_000_000_000
    /// Of more than that the last ones become one.
    private static let most = 100

    /// Whether anything was ever answered.
    var hasAnswered: Bool { answeredAt > .min }

    /// Takes note of an answer.
    mutating func noteAnswer(at done: Int64) {
        answeredAt = done
        if isOpen { end(at: done) }
    }

    /// Takes note of a request that ended without an answer.
    ///
    /// - Parameters:
    ///   - outcome: How.
    ///   - sent: When it was sent.
    ///   - now: When it ended.
    mutating func note(_ outcome: MissingAnswer, sent: Int64, at now: Int64) {
        switch outcome {
        case .timeout: begin(at: max(sent, answeredAt))
        case .reset, .closedBeforeAnswer, .tls, .goAway, .unreachable: begin(at: now)
        default: break
        }
        switch outcome {
        case .reset, .closedBeforeAnswer, .malformed, .truncated: hasBroken = true
        default: break
        }
        if isOpen { failed += 1 }
    }

    /// Takes note of an attempt to open a connection that failed while there was none.
    mutating func noteRefusal(at now: Int64) {
        begin(at: now)
        isSure = true
    }

    /// All of them, also one that has not ended at a moment.
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
