import LoadModel
import Measure

/// The tokens of a run as a worker has them: copies, which are looked through when something has changed.
struct WorkerTokens {
    private let board: TokenBoard?
    /// The indices of those that the worker sends with.
    private let used: Set<Int>
    /// When the first stage began, on CLOCK_MONOTONIC; moments of others count from it.
    var base: Int64 = 0
    private var generation: UInt64 = 0
    private var entries: [TokenBoard.Entry] = []
    /// The earliest end of the tokens in use, on CLOCK_MONOTONIC; `Int64.max` for never.
    private var firstEnd = Int64.max
    /// The last time without a valid token, on CLOCK_MONOTONIC; empty, at zero, for no gap.
    private var gap: Range<Int64> = 0..<0
    /// Index of the token missing in that time.
    private(set) var missing = 0

    init(_ plan: LoadPlan) {
        board = plan.tokens
        used = plan.usedTokens
        take()
    }

    /// Whether a token has changed since the last `take()`: one atomic read, none without tokens.
    var haveChanged: Bool { board.map { $0.generation != generation } ?? false }

    /// Copies all current tokens.
    mutating func take() {
        guard let board else { return }
        generation = board.generation
        entries = board.entries
        firstEnd = used.map { entries[$0].end }.min() ?? .max
        for index in used where entries[index].gap.upperBound > gap.upperBound {
            (gap, missing) = (entries[index].gap, index)
        }
    }

    /// The bytes of a token.
    func bytes(_ index: Int) -> [UInt8] { entries[index].bytes }

    /// Whether a token is over.
    func isOver(_ index: Int, at now: Int64) -> Bool { now + base >= entries[index].end }

    /// Whether any token in use is over.
    func anyIsOver(at now: Int64) -> Bool { now + base >= firstEnd }

    /// The token that has been over for longest, and since when, of those that are sent with; `nil` when all are
    /// good.
    func over(at now: Int64) -> (index: Int, since: Int64)? {
        guard anyIsOver(at: now) else { return nil }
        return used.map { ($0, entries[$0].end - base) }.min { $0.1 < $1.1 }
    }

    /// The last time without a valid token, if it ended after a moment.
    func gap(after moment: Int64) -> Range<Int64>? {
        guard moment + base < gap.upperBound else { return nil }
        return gap.lowerBound - base..<gap.upperBound - base
    }

    /// Why a scheme has no valid token.
    func reason(_ index: Int) -> String { board?.reason(index) ?? "" }
}

/// Arrivals that waited for a token.
struct TokenWaits: Hashable, Sendable {
    private(set) var count: UInt64 = 0
    /// In nanoseconds.
    private var sum: UInt128 = 0
    private(set) var longest: Int64 = 0

    /// In nanoseconds; zero without any.
    var mean: Int64 { count == 0 ? 0 : Int64(sum / UInt128(count)) }

    mutating func note(_ wait: Int64) {
        count += 1
        sum += UInt128(max(wait, 0))
        longest = max(longest, wait)
    }

    mutating func merge(_ other: TokenWaits) {
        count += other.count
        sum += other.sum
        longest = max(longest, other.longest)
    }
}

/// Sending with renewed tokens.
extension WorkerCore {
    /// Interval between checks for a token while there is none; nanoseconds.
    private static let tokenProbe: Int64 = 1_000_000

    /// Writes changed tokens into the requests.
    mutating func takeTokens() {
        guard sends.tokens.haveChanged else { return }
        keepBodies()
        sends.renew()
    }

    /// Copies the unsent rest of bodies, as the requests they point into are about to be laid out again.
    private mutating func keepBodies() {
        guard isMultiplexed else { return }
        for lane in 0..<pool.connectionCount * pool.lanesPerConnection {
            let state = lanes[lane].state
            guard state == .busy || state == .ending, !lanes[lane].body.isAtEnd else { continue }
            (lanes + lane).pointee.body.keep()
        }
    }

    /// Whether the next due step, otherwise the next arrival, must wait for a token.
    func isNextHeld(at now: Int64) -> Bool {
        guard sends.tokens.anyIsOver(at: now) else { return false }
        if journeys.nextDue <= now, let send = journeys.nextSend {
            return sends.isHeld(send: send, at: now)
        }
        return arrivals.head.map { sends.isHeld($0.index, at: now) } ?? false
    }

    /// When an arrival could be sent: it was due, a lane was free, and there was a token.
    mutating func ready(due: Int64, freeSince: Int64) -> Int64 {
        // While this machine lacks a resource for connections, the wait counts as the generator's own.
        let ready = max(due, min(freeSince, supply.localSince))
        guard let gap = sends.tokens.gap(after: due) else { return ready }
        if due >= 0 {
            let wait = gap.upperBound - max(due, gap.lowerBound)
            log.statistics.noteWait(wait, token: sends.tokens.missing)
        }
        return max(ready, gap.upperBound)
    }

    /// When to check again for what is due at `moment` and may lack a token.
    func moment(of moment: Int64, after now: Int64) -> Int64 {
        sends.tokens.anyIsOver(at: now) ? max(moment, now + Self.tokenProbe) : moment
    }

    /// Why the run ends when a token has been missing for longer than a timeout; `nil` while it does not.
    func tokenLoss(at now: Int64) -> RunCut? {
        guard now < arrivals.end || nextDue < .max,
            let (index, since) = sends.tokens.over(at: now),
            // A token was not needed before the run.
            now - max(since, -warmup) >= timeout
        else { return nil }
        return .noToken(sends.tokens.reason(index))
    }
}

extension WorkerStatistics {
    fileprivate mutating func noteWait(_ wait: Int64, token: Int) {
        tokenWaits[token, default: TokenWaits()].note(wait)
    }
}

extension LoadPlan {
    /// Indices of the access tokens that its requests use.
    var usedTokens: Set<Int> { Set(sends.compactMap(\.layout.token)) }

    /// Figures about those tokens.
    ///
    /// - Parameters:
    ///   - statistics: Merged statistics of all workers.
    ///   - base: When the first stage began, on CLOCK_MONOTONIC.
    ///   - elapsed: Duration of the run from then on, in nanoseconds.
    /// - Returns: One entry for each token, in the order of the board.
    func tokenFigures(_ statistics: WorkerStatistics, base: Int64, elapsed: Int64) -> [RunToken] {
        guard let tokens else { return [] }
        let used = usedTokens
        let range = base - shape.warmup..<max(base + elapsed, base - shape.warmup + 1)
        let figures = tokens.figures(of: used, in: range, base: base)
        return zip(used.sorted(), figures).map { index, figures in
            var token = figures
            guard let waits = statistics.tokenWaits[index] else { return token }
            (token.waited, token.meanWait) = (waits.count, waits.mean)
            token.longestWait = waits.longest
            return token
        }
    }
}
