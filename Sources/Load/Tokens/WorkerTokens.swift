import LoadModel
import Measure

/// The tokens of a run as a worker has them: copies, which are looked through when something has changed.
struct WorkerTokens {
    private let board: TokenBoard?
    /// The indices of those that the worker sends with.
    private let used: Set<Int>
    private var generation: UInt64 = 0
    private var entries: [TokenBoard.Entry] = []
    /// The earliest end of the tokens in use, on CLOCK_MONOTONIC; `Int64.max` for never.
    private(set) var firstEnd = Int64.max
    /// The last time without a valid token, on CLOCK_MONOTONIC; empty, at zero, for no gap.
    private(set) var gap: Range<Int64> = 0..<0
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

    /// From when on a token is over, on CLOCK_MONOTONIC.
    func end(_ index: Int) -> Int64 { entries[index].end }

    /// The token that has been over for longest, and since when, of those that are sent with; `nil` when all are
    /// good at `moment`.
    func over(at moment: Int64) -> (index: Int, since: Int64)? {
        guard moment >= firstEnd else { return nil }
        return used.map { ($0, entries[$0].end) }.min { $0.1 < $1.1 }
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
        guard tokens.haveChanged else { return }
        tokens.take()
        keepBodies()
        for send in 0..<sendCount { (sends + send).pointee.renew(tokens) }
    }

    /// Copies the unsent rest of bodies, as the requests they point into are about to be laid out again.
    private mutating func keepBodies() {
        guard isMultiplexed else { return }
        for place in 0..<placeCount * lanesPerConnection {
            let state = lanes[place].state
            guard state == .busy || state == .ending, !lanes[place].body.isAtEnd else { continue }
            (lanes + place).pointee.body.keep()
        }
    }

    /// Whether the request of an arrival must wait, because its token is over.
    func isHeld(_ arrival: UInt64, at now: Int64) -> Bool {
        guard now + clock.base >= tokens.firstEnd else { return false }
        return isOver(tokenOf: mix.firstSend(of: choice.kind(ofArrival: arrival)), at: now)
    }

    /// Whether the next due step, otherwise the next arrival, must wait for a token.
    func isNextHeld(at now: Int64) -> Bool {
        guard now + clock.base >= tokens.firstEnd else { return false }
        if journeys.nextDue <= now, let send = journeys.nextSend {
            return isOver(tokenOf: send, at: now)
        }
        return arrivals.head.map { isHeld($0.index, at: now) } ?? false
    }

    private func isOver(tokenOf send: Int, at now: Int64) -> Bool {
        guard let token = sends[send].token else { return false }
        return now + clock.base >= tokens.end(token)
    }

    /// When an arrival could be sent: it was due, a lane was free, and there was a token.
    mutating func ready(due: Int64, freeSince: Int64) -> Int64 {
        // While this machine lacks a resource for connections, the wait counts as the generator's own.
        let ready = max(due, min(freeSince, localSince))
        guard due + clock.base < tokens.gap.upperBound else { return ready }
        let (start, end) = (tokens.gap.lowerBound - clock.base, tokens.gap.upperBound - clock.base)
        if due >= 0 { statistics.noteWait(end - max(due, start), token: tokens.missing) }
        return max(ready, end)
    }

    /// When to check again for what is due at `moment` and may lack a token.
    func moment(of moment: Int64, after now: Int64) -> Int64 {
        now + clock.base >= tokens.firstEnd ? max(moment, now + Self.tokenProbe) : moment
    }

    /// The token that has been missing for longer than a timeout; `nil` for none.
    func lostToken(at now: Int64) -> Int? {
        guard let (index, since) = tokens.over(at: now + clock.base) else { return nil }
        // A token was not needed before the run.
        let start = max(since - clock.base, -warmup)
        return now - start >= timeout ? index : nil
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
