import LoadModel

@testable import Measure

/// A search against a model server, whose steps are measured as the generator would measure them.
struct ModelSearch {
    private static let second: Int64 = 1_000_000_000

    let settings: CapacitySettings
    var server: ModelServer
    /// The latency limit that 99 of 100 arrivals must stay below, in nanoseconds; at most one in a hundred may fail.
    let limit: Int64
    /// The pauses of the generator.
    let late: ModelRests?
    /// The highest number of arrivals per second that the generator sends.
    let fastest: Double
    /// The think time between the two requests of a journey, which the response time of the journey includes.
    let think: Int64
    private var gaps: ModelRandom
    /// The moments at which each connection becomes free; empty if there are more connections than are ever used.
    private var lanes: [Int64] = []
    private var now: Int64 = 0

    init(_ model: CapacityModel, seed: UInt64) {
        settings = model.settings
        server = model.server(seed)
        limit = model.limit
        late = model.late(seed)
        fastest = model.fastest
        think = model.settings.think
        gaps = ModelRandom(seed: seed &+ 77)
        if settings.connections <= 16 {
            lanes = Array(repeating: 0, count: settings.connections)
        }
    }

    mutating func run() -> CapacityResult {
        var search = CapacitySearch(settings)
        while let step = search.next {
            let most = search.hopelessBacklog(of: step)
            search.take(perform(step, hopeless: most))
        }
        return search.result
    }

    private struct Arrival {
        let due: Int64
        /// The moment by which the generator could send it.
        let sent: Int64
        /// The moment when a connection was available for it.
        let began: Int64
        let done: Int64
        let failure: String?
    }

    private mutating func perform(_ step: CapacityStep, hopeless: UInt64?) -> StepMeasurement {
        // Connections are opened, or found to be open already.
        let base = now + 20_000_000 + step.warmup
        let gap = Self.second.asDouble / step.rate
        let spare = step.plannedCount / 100
        var arrivals: [Arrival] = []
        var seconds: [Arrival] = []
        var (position, slow, failed) = (0.0, 0.0, 0.0)
        var (nextLook, cut): (Int64, Int64?) = (Self.second - step.warmup, nil)
        var isHopeless = false
        var generatorFree = Int64.min
        while true {
            let due = Int64((position * gap).rounded()) - step.warmup
            if due >= step.duration { break }
            if due >= nextLook {
                nextLook += Self.second
                let waiting = arrivals.suffix(20_000).count { $0.done > due }
                isHopeless = hopeless.map { UInt64(waiting) > $0 } ?? false
                if slow > spare || failed > spare || isHopeless { cut = due }
                if cut != nil { break }
            }
            var sent = max(due, generatorFree)
            if let end = late?.end(at: base + sent) { sent = end - base }
            if fastest < .infinity { generatorFree = sent + Int64(1e9 / fastest) }
            // The second request of a journey comes after arrivals that become due in the meantime.
            while let first = seconds.first, first.done + think <= sent {
                seconds.removeFirst()
                arrivals.append(second(first, base))
            }
            let lane = lanes.indices.min { lanes[$0] < lanes[$1] }
            let began = max(sent, lane.map { lanes[$0] - base } ?? sent)
            let response = server.answer(base + began)
            if let lane { lanes[lane] = response.done }
            let arrival = Arrival(
                due: due,
                sent: sent,
                began: began,
                done: response.done - base,
                failure: response.failure
            )
            if think > 0 { seconds.append(arrival) } else { arrivals.append(arrival) }
            if due >= 0 {
                // Without the generator's own time, like the watch of a run.
                if arrival.done - sent >= limit { slow += 1 }
                if arrival.failure != nil { failed += 1 }
            }
            position += settings.arrivals == .poisson ? gaps.exponential() : 1
        }
        for first in seconds { arrivals.append(second(first, base)) }
        let end = max(arrivals.map(\.done).max() ?? 0, cut == nil ? step.duration : 0)
        now = base + end
        return measurement(
            arrivals,
            span: cut ?? step.duration,
            end: end,
            isHopeless: isHopeless,
            elapsed: end + step.warmup + 20_000_000
        )
    }

    /// The end of a journey whose first request got a response.
    private mutating func second(_ first: Arrival, _ base: Int64) -> Arrival {
        let response = server.answer(base + first.done + think)
        return Arrival(
            due: first.due,
            sent: first.sent,
            began: first.began,
            done: response.done - base,
            failure: first.failure ?? response.failure
        )
    }
}

extension ModelSearch {
    private func measurement(
        _ arrivals: [Arrival],
        span: Int64,
        end: Int64,
        isHopeless: Bool,
        elapsed: Int64
    ) -> StepMeasurement {
        let counted = arrivals.filter { $0.due >= 0 }
        let good = counted.filter { $0.failure == nil }
        let latencies = good.map { $0.done - $0.due }.sorted()
        let cleaned = good.map { $0.done - $0.sent }.sorted()
        let failed = counted.count - good.count
        func value(_ sorted: [Int64], _ percent: Int) -> Int64? {
            let rank = (counted.count * percent + 99) / 100
            return rank > 0 && rank <= sorted.count ? sorted[rank - 1] : nil
        }
        let hasFailures = failed * 100 >= counted.count && failed > 0
        let isSlow = value(latencies, 99).map { $0 >= limit + think } ?? true
        let isSlowWithoutOwn = value(cleaned, 99).map { $0 >= limit + think } ?? true
        let finding: StepMeasurement.Finding =
            if hasFailures { .failed(threshold: 1) } else if isSlow && isSlowWithoutOwn {
                .failed(threshold: 0)
            } else if isSlow { .doubtful } else { .passed }
        let answeredInTime = arrivals.count { (0..<span).contains($0.done) }
        let goodInTime = arrivals.count { $0.failure == nil && (0..<span).contains($0.done) }
        let lateGood = arrivals.count { $0.failure == nil && (span / 2..<span).contains($0.done) }
        let outcomes = Dictionary(grouping: counted.compactMap(\.failure)) { $0 }
        let most = outcomes.max { $0.value.count < $1.value.count }?.key
        let flow = flow(arrivals, counted, span: span, end: end)
        let busy = fastest < .infinity ? Double(counted.count) / span.asDouble * 1e9 / fastest : 0.1
        return StepMeasurement(
            finding,
            dueCount: UInt64(counted.count),
            backlogGrowth: Int64(counted.count - answeredInTime),
            doneRate: Double(goodInTime) / max(span, 1).asDouble * 1e9,
            saturation: flow.saturation(
                settings.arrivals,
                latency: latencies.isEmpty ? 0 : latencies[(latencies.count - 1) / 10]
            ),
            rest: flow.rest,
            percentile: value(latencies, 99).map { .value($0) } ?? .failed,
            medianLatency: value(latencies, 50),
            meanServiceTime: good.isEmpty
                ? nil : good.reduce(0) { $0 + $1.done - $1.began } / Int64(good.count),
            tailLatency: latencies.isEmpty ? nil : latencies[(latencies.count * 99 + 99) / 100 - 1],
            failures: most.map {
                StepFailures(
                    share: Double(failed) / Double(counted.count),
                    goodRate: Double(lateGood) / max(span / 2, 1).asDouble * 1e9,
                    outcome: $0
                )
            },
            busyShare: min(busy, 1),
            isHopeless: isHopeless,
            elapsed: elapsed
        )
    }

    /// The counts per second.
    private func flow(
        _ arrivals: [Arrival],
        _ counted: [Arrival],
        span: Int64,
        end: Int64
    ) -> StepFlow {
        let count = Int(span / Self.second)
        guard count > 0 else {
            return StepFlow(
                dueCount: UInt64(counted.count),
                answeredCount: UInt64(arrivals.count { $0.done >= 0 }),
                until: max(span, 1),
                measured: end
            )
        }
        func counts(_ moments: [Int64]) -> [Double] {
            var counts = Array(repeating: 0.0, count: count)
            for moment in moments where moment >= 0 && moment < Int64(count) * Self.second {
                counts[Int(moment / Self.second)] += 1
            }
            return counts
        }
        return StepFlow(
            width: Self.second,
            due: counts(counted.map(\.due)),
            answered: counts(arrivals.map(\.done))
        )
    }
}

extension Int64 {
    fileprivate var asDouble: Double { Double(self) }
}
