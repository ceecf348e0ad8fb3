import Glibc
import LoadModel

@testable import Measure

/// A service in which each of `servers` takes `serviceTime` for a request, without sockets and clocks:
/// D_k = max(A_k, D_{k−c}) + S.
///
/// Now and then it stands still, and now and then the client does, so that answers lie unread.
struct SimulatedService {
    /// All times in nanoseconds.
    struct Pauses {
        /// The service does nothing for `length`, once in `every` on average.
        var stall: (length: Int64, every: Int64)?
        /// Answers wait for `length`, once in `every` on average; the service goes on.
        var hiccup: (length: Int64, every: Int64)?
        /// The service does nothing in this time.
        var rest: Range<Int64>?

        static let none = Pauses()
        static let usual = Pauses(
            stall: (60_000_000, 20_000_000_000),
            hiccup: (4_000_000, 500_000_000)
        )
    }

    /// How long it takes in the course of time, beside what it takes at first.
    enum Pace {
        case steady
        /// Longer with all that is worked on, up to `factor` times as long after `work` of all servers; as fast
        /// as at first after each rest if it recovers.
        case slowing(factor: Double, work: Double, recovers: Bool)
        /// Up to so much longer or shorter, as a share of it, in each quarter of a second.
        case noisy(Double)
    }

    let servers: Int
    let serviceTime: Double
    private let pace: Pace
    private let rest: Range<Int64>?
    /// Seconds of all servers together.
    private var work = 0.0
    private var free: [Int64]
    private var nextFree = 0
    private var stalls: PauseSequence
    private var hiccups: PauseSequence
    private var now: Int64 = 0
    /// What gaps between arrivals are drawn from; `nil` for constant ones.
    private var gaps: SeededUnits?
    private let noise: UInt64

    init(
        servers: Int = 4,
        capacity: Double = 2_000,
        pace: Pace = .steady,
        pauses: Pauses = .none,
        isPoisson: Bool = false,
        seed: UInt64
    ) {
        self.servers = servers
        serviceTime = Double(servers) / capacity * 1e9
        self.pace = pace
        rest = pauses.rest
        noise = seed &+ 2_000
        free = Array(repeating: 0, count: servers)
        stalls = PauseSequence(pauses.stall, seed: seed &* 2)
        hiccups = PauseSequence(pauses.hiccup, seed: seed &* 2 &+ 1)
        gaps = isPoisson ? SeededUnits(seed: seed &+ 1_000) : nil
    }

    /// Performs a step at a latency that 99 of 100 arrivals must stay below.
    mutating func perform(_ step: CapacityStep, limit: Int64) -> StepMeasurement {
        if case .slowing(_, _, recovers: true) = pace, step.purpose == .recovery { work = 0 }
        // Connections are opened, or found to be open.
        let base = now + 50_000_000 + step.warmup
        var run = SimulatedRun(step: step, limit: limit, gaps == nil ? .constant : .poisson)
        let gap = 1e9 / step.rate
        var position = 0.0
        while !run.isCut {
            let due = Int64((position * gap).rounded()) - step.warmup
            if due >= step.duration { break }
            run.add(due: due, done: departure(of: base + due) - base)
            position += gaps?.exponential() ?? 1
        }
        now = base + run.end
        return run.measurement(elapsed: run.end + step.warmup + 50_000_000)
    }

    private mutating func departure(of arrival: Int64) -> Int64 {
        var start = max(arrival, free[nextFree])
        if let rest, rest.contains(start) { start = rest.upperBound }
        var end = start + Int64((serviceTime * slowness(at: start)).rounded())
        work += serviceTime / 1e9 / Double(servers)
        while let stall = stalls.pause(endingAfter: start), stall.lowerBound < end {
            // The rest of the work is done after the pause.
            end += stall.upperBound - max(stall.lowerBound, start)
            start = stall.upperBound
        }
        free[nextFree] = end
        nextFree = nextFree + 1 == servers ? 0 : nextFree + 1
        guard let hiccup = hiccups.pause(endingAfter: end), hiccup.lowerBound < end else {
            return end
        }
        return hiccup.upperBound
    }
}

extension SimulatedService {
    /// How many times as long as at first the service takes.
    private func slowness(at moment: Int64) -> Double {
        switch pace {
        case .steady: return 1
        case .slowing(let factor, let total, _): return 1 + (factor - 1) * min(work / total, 1)
        case .noisy(let share):
            var units = SeededUnits(seed: noise &+ UInt64(moment / 250_000_000))
            return 1 + share * (2 * units.next() - 1)
        }
    }
}

/// Pauses at random moments, drawn as time goes by.
private struct PauseSequence {
    private let rule: (length: Int64, every: Int64)?
    private var units: SeededUnits
    private var current: Range<Int64> = 0..<0

    init(_ rule: (length: Int64, every: Int64)?, seed: UInt64) {
        self.rule = rule
        units = SeededUnits(seed: seed)
    }

    /// The first pause that ends after `moment`, which hardly ever goes back; `nil` when there are none.
    mutating func pause(endingAfter moment: Int64) -> Range<Int64>? {
        guard let rule else { return nil }
        while current.upperBound <= moment {
            let gap = Int64(units.exponential() * Double(rule.every))
            let start = current.upperBound + gap
            current = start..<start + rule.length
        }
        return current
    }
}

private struct SeededUnits {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    /// With the mean 1.
    mutating func exponential() -> Double { -log1p(-next()) }

    /// From 0 to below 1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / 9_007_199_254_740_992
    }
}

/// What a step of a simulated service brings, ended as soon as it cannot hold any more.
private struct SimulatedRun {
    private let step: CapacityStep
    private let limit: Int64
    private let arrivals: LoadShape.Arrivals
    private let spare: Int
    private var dones: [Int64] = []
    private var dues: [Int64] = []
    private var warmupDones: [Int64] = []
    private var slowCount = 0
    /// Somebody looks once a second.
    private var nextLook: Int64
    private(set) var isCut = false

    init(step: CapacityStep, limit: Int64, _ arrivals: LoadShape.Arrivals) {
        self.step = step
        self.limit = limit
        self.arrivals = arrivals
        spare = Int(step.plannedCount) / 100
        nextLook = 1_000_000_000 - step.warmup
    }

    /// When nothing is under way any more.
    var end: Int64 { max(dones.max() ?? 0, isCut ? 0 : step.duration) }

    mutating func add(due: Int64, done: Int64) {
        if due >= nextLook {
            // Arrivals that were too slow by now; those that wait for too long are among them.
            isCut = slowCount > spare
            nextLook += 1_000_000_000
        }
        guard due >= 0 else { return warmupDones.append(done) }
        dues.append(due)
        dones.append(done)
        if done - due >= limit { slowCount += 1 }
    }

    /// By the second.
    private var flow: StepFlow {
        let width: Int64 = 1_000_000_000
        let arrivalsEnd = isCut ? dues.last ?? 0 : step.duration
        let count = Int(arrivalsEnd / width)
        if count == 0 {
            return StepFlow(
                dueCount: UInt64(dues.count),
                answeredCount: UInt64(dones.count + warmupDones.count { $0 >= 0 }),
                until: max(arrivalsEnd, 1),
                measured: end
            )
        }
        func counts(_ moments: [Int64]) -> [Double] {
            var counts = Array(repeating: 0.0, count: count)
            for moment in moments where moment >= 0 && moment < Int64(count) * width {
                counts[Int(moment / width)] += 1
            }
            return counts
        }
        return StepFlow(width: width, due: counts(dues), answered: counts(dones + warmupDones))
    }

    func measurement(elapsed: Int64) -> StepMeasurement {
        let latencies = zip(dues, dones).map { $1 - $0 }.sorted()
        let span = min(end, step.duration)
        let completed = (dones + warmupDones).count { (0..<span).contains($0) }
        let percentile = latencies[(latencies.count * 99 + 99) / 100 - 1]
        return StepMeasurement(
            percentile < limit ? .held : .missed(threshold: 0),
            dueCount: UInt64(dues.count),
            backlogGrowth: Int64(dues.count - completed),
            doneRate: Double(completed) / Double(span) * 1e9,
            saturation: flow.saturation(arrivals, latency: latencies[latencies.count / 10]),
            percentile: .value(percentile),
            medianLatency: latencies[latencies.count / 2],
            // With so many connections a busy one waits for the service, not for its turn.
            meanServiceTime: min(latencies[latencies.count / 2], 60_000_000),
            elapsed: elapsed
        )
    }
}
