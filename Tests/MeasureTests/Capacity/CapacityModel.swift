import LoadModel

@testable import Measure

/// A server whose capacity follows from its behaviour by arithmetic.
struct CapacityModel: CustomStringConvertible, Sendable {
    enum Truth: Sendable {
        /// The highest rate that passes lies here, in arrivals per second.
        case holds(ClosedRange<Double>)
        /// Every rate fails when it is sustained for long.
        case nothing
        /// Above the rate that the generator or the connections can show.
        case unlimited
    }

    let name: String
    let truth: Truth
    var settings = CapacitySettings(startRate: 50, connections: 256, budget: 300_000_000_000)
    /// The limit of p99, in nanoseconds.
    var limit: Int64 = 100 * millisecond
    /// The highest number of arrivals per second that the generator sends.
    var fastest = Double.infinity
    var late: @Sendable (UInt64) -> ModelRests? = { _ in nil }
    let server: @Sendable (UInt64) -> ModelServer

    var description: String { name }

    private static let second: Int64 = 1_000_000_000
    private static let millisecond: Int64 = 1_000_000

    /// A model whose true capacity is this number of arrivals per second.
    private init(
        _ name: String,
        _ rate: Double,
        server: @escaping @Sendable (UInt64) -> ModelServer
    ) {
        (self.name, self.server) = (name, server)
        truth = .holds(rate...rate)
    }

    private init(
        _ name: String,
        _ truth: Truth,
        server: @escaping @Sendable (UInt64) -> ModelServer
    ) {
        (self.name, self.truth, self.server) = (name, truth, server)
    }

    /// A copy with some properties changed.
    private func with(_ change: (inout CapacityModel) -> Void) -> CapacityModel {
        var model = self
        change(&model)
        return model
    }

    static let all = steady + changing + resting + failing + slow + limited

    /// Four servers of 10 ms carry 400/s.
    private static let steady = [
        CapacityModel("four servers of 10 ms", 400) { ModelServer(seed: $0) },
        CapacityModel("one server of 3 ms", 1_000 / 3) {
            ModelServer(servers: 1, serviceTime: 3 * millisecond, seed: $0)
        },
        // p99 of the wait is about ln 100 × S ÷ 2(1 − ρ), which is 97.5 ms at ρ = 0.941.
        CapacityModel("one server of 2.5 ms, Poisson arrivals", .holds(368...384)) {
            ModelServer(servers: 1, serviceTime: 2_500_000, seed: $0)
        }.with { $0.settings.arrivals = .poisson },
        CapacityModel("a first rate that is ten times too high", 400) { ModelServer(seed: $0) }
            .with { $0.settings.startRate = 4_000 },
        CapacityModel("each takes up to 30 % more or less", 400) { seed in
            ModelServer(seed: seed) { .init(slowness: 0.7 + 0.6 * $0.chance) }
        },
        // 20 ms ÷ (1 − rate ÷ 400) is 100 ms at 320/s.
        CapacityModel("slower with every arrival a second", 320) { seed in
            ModelServer(servers: 0, serviceTime: 0, seed: seed) { request in
                let share = min(request.rate / 400, 0.99)
                return .init(latency: Int64(20e6 / (1 - share)))
            }
        },
    ]

    private static let changing = [
        CapacityModel("collapses to 320/s with more than 50 waiting", 400) { seed in
            ModelServer(seed: seed) { .init(slowness: $0.queued > 50 ? 1.25 : 1) }
        },
        CapacityModel("cold: ten times slower in its first 10 s", 400) { seed in
            ModelServer(seed: seed) { .init(slowness: $0.arrival < 10 * second ? 10 : 1) }
        },
        CapacityModel("cold: four times slower in its first 40 s", 400) { seed in
            ModelServer(seed: seed) { .init(slowness: $0.arrival < 40 * second ? 4 : 1) }
        },
        CapacityModel("cold: refuses everything in its first 12 s", 400) { seed in
            ModelServer(seed: seed) { .init(refusal: $0.arrival < 12 * second ? "503" : nil) }
        },
        CapacityModel("grows to twice as many servers after 45 s", 400) { seed in
            ModelServer(seed: seed) { .init(slowness: $0.arrival < 45 * second ? 2 : 1) }
        },
        CapacityModel("tires: 320/s after 30 s", 320) { seed in
            ModelServer(seed: seed) { .init(slowness: $0.arrival > 30 * second ? 1.25 : 1) }
        },
        CapacityModel("tires with work: 360/s after 8 s of it", 360) { seed in
            let work = Changing(0.0)
            return ModelServer(seed: seed) { request in
                work.value = request.rate < 150 ? 0 : work.value + 0.0025
                return .init(slowness: 1 + min(work.value / 8, 1) / 9)
            }
        },
        CapacityModel("recovers for 5 s at half speed after 100 waited", 400) { seed in
            let until = Changing(Int64(0))
            return ModelServer(seed: seed) { request in
                if request.queued > 100 { until.value = request.arrival + 5 * second }
                return .init(slowness: request.arrival < until.value ? 2 : 1)
            }
        },
    ]

    private static func resting(
        _ name: String,
        _ truth: Truth,
        _ rests: @escaping @Sendable (UInt64) -> ModelRests
    ) -> CapacityModel {
        CapacityModel(name, truth) { seed in
            let rests = rests(seed)
            return ModelServer(seed: seed) { request in
                .init(noEarlier: rests.end(at: request.arrival) ?? 0)
            }
        }
    }

    private static let resting = [
        resting("rests 2 s in every 20 s", .nothing) {
            ModelRests(of: 2 * second, every: 20 * second, seed: $0)
        },
        resting("rests 0.5 s in every 7 s", .nothing) {
            ModelRests(of: second / 2, every: 7 * second, seed: $0)
        },
        resting("rests 2 s in every 50 s", .nothing) {
            ModelRests(of: 2 * second, every: 50 * second, seed: $0)
        },
        resting("rests once for 1 s in its first 100 s", .holds(400...400)) { seed in
            var random = ModelRandom(seed: seed)
            return ModelRests(of: second, at: [Int64(random.next() * 100e9)])
        },
        // It takes 0.4 % of the time. One pause of 60 ms is short enough; two in quick succession are not.
        resting("a machine that stands still for 60 ms about every 15 s", .holds(388...400)) {
            ModelRests(of: 60 * millisecond, aboutEvery: 15 * second, seed: $0)
        },
    ]

    private static let failing = [
        // (rate − 200) ÷ rate is 1 % at 202/s; 100 tokens carry 1.7/s more for a minute.
        CapacityModel("200/s with a burst of 100", .holds(200...203.7)) { seed in
            let tokens = Changing(100.0)
            let last = Changing(Int64(0))
            return ModelServer(servers: 0, serviceTime: 3 * millisecond, seed: seed) { request in
                let seconds = Double(request.arrival - last.value) / 1e9
                tokens.value = min(tokens.value + 200 * seconds, 100)
                last.value = request.arrival
                guard tokens.value >= 1 else { return .init(refusal: "429") }
                tokens.value -= 1
                return .init()
            }
        },
        CapacityModel("2 % fail above 250/s", 250) { seed in
            ModelServer(servers: 0, serviceTime: 3 * millisecond, seed: seed) { request in
                // The rate of arrivals in the last half second, counted.
                let fails = request.rate > 251 && request.chance < 0.02
                return .init(failure: fails ? "500" : nil)
            }
        },
        CapacityModel("5 % fail always", .nothing) { seed in
            ModelServer(seed: seed) { .init(failure: $0.chance < 0.05 ? "500" : nil) }
        },
        CapacityModel("3 in 1,000 fail always", 400) { seed in
            ModelServer(seed: seed) { .init(failure: $0.chance < 0.003 ? "500" : nil) }
        },
        CapacityModel("everything is refused", .nothing) { seed in
            ModelServer(seed: seed) { _ in .init(refusal: "401") }
        },
    ]

    private static let slow = [
        CapacityModel("400 servers of 4 s", 100) {
            ModelServer(servers: 400, serviceTime: 4 * second, seed: $0)
        }.with { model in
            model.limit = 6 * second
            model.settings.startRate = 20
            model.settings.connections = 2_000
        },
        CapacityModel("journeys of two requests with 3 s of thinking", 200) {
            ModelServer(seed: $0)
        }.with { model in
            model.settings.think = 3 * second
            model.settings.startRate = 25
        },
        CapacityModel("150 ms at any rate, which is too slow", .nothing) {
            ModelServer(servers: 0, serviceTime: 150 * millisecond, seed: $0)
        },
    ]

    private static let limited = [
        CapacityModel("10 ms before 4 connections", .unlimited) {
            ModelServer(servers: 0, serviceTime: 10 * millisecond, seed: $0)
        }.with { $0.settings.connections = 4 },
        CapacityModel("a generator of 500/s", .unlimited) {
            ModelServer(servers: 0, serviceTime: 3 * millisecond, seed: $0)
        }.with { $0.fastest = 500 },
        CapacityModel("a generator that stands still in its second 3 to 12", 400) {
            ModelServer(seed: $0)
        }.with { model in
            model.late = { _ in
                ModelRests(
                    of: 110 * millisecond,
                    at: (0..<22).map { 3 * second + $0 * 410 * millisecond }
                )
            }
        },
        CapacityModel("a generator that stands still for 250 ms about every 10 s", 400) { seed in
            ModelServer(servers: 0, serviceTime: 3 * millisecond, seed: seed) { request in
                .init(failure: request.rate > 400 && request.chance < 0.02 ? "500" : nil)
            }
        }.with { model in
            model.late = { seed in
                ModelRests(of: 250 * millisecond, aboutEvery: 10 * second, seed: seed)
            }
        },
    ]
}

/// State that a server keeps between requests; used by one search at a time.
private final class Changing<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}

extension CapacityModel {
    /// The results of searches with several seeds.
    struct Tally {
        var count = 0
        /// Claims that contain the truth.
        var trueCount = 0
        /// Claims of a capacity, which exit with status 0.
        var carriesCount = 0
        /// Such claims more than 3 % from the truth.
        var falseCount = 0
        /// Duration of the longest search, in seconds.
        var longest = 0.0
        var claims: [String: Int] = [:]
    }

    func tally(seeds: ClosedRange<UInt64>) -> Tally {
        var tally = Tally()
        for seed in seeds {
            var search = ModelSearch(self, seed: seed)
            let result = search.run()
            tally.count += 1
            tally.claims[result.claim.name, default: 0] += 1
            tally.longest = max(tally.longest, Double(result.elapsed) / 1e9)
            if isTrue(result.claim) { tally.trueCount += 1 }
            guard case .carries = result.claim else { continue }
            tally.carriesCount += 1
            if !isTrue(result.claim) { tally.falseCount += 1 }
        }
        return tally
    }

    /// Whether a claim contains the truth.
    ///
    /// Rates 1 % apart cannot be distinguished, and `carries` must be within 3 %.
    func isTrue(_ claim: CapacityClaim) -> Bool {
        switch (truth, claim) {
        case (_, .nothing): true
        case (.holds(let rates), .carries(let rate)):
            rate >= rates.lowerBound * 0.97 && rate <= rates.upperBound * 1.03
        case (.holds(let rates), .between(let low, let high)):
            low <= rates.upperBound * 1.01 && high >= rates.lowerBound * 0.99
        case (.holds(let rates), .atLeast(let rate)): rate <= rates.upperBound * 1.01
        case (.holds(let rates), .lessThan(let rate)): rate >= rates.lowerBound * 0.99
        case (.nothing, .lessThan), (.unlimited, .atLeast): true
        case (.nothing, _), (.unlimited, _): false
        }
    }
}
