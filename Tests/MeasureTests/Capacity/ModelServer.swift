import Glibc
import LoadModel

@testable import Measure

/// A server of known behaviour without sockets or clocks: each of `servers` takes `serviceTime` per request, D_k =
/// max(A_k, D_{k−c}) + S, plus the effects of `treatment`.
struct ModelServer {
    /// The request that a treatment is for.
    struct Request {
        /// The moment of arrival, in nanoseconds of the search.
        let arrival: Int64
        /// Arrivals per second in the last half second.
        let rate: Double
        /// Requests that are waiting or in progress.
        let queued: Int
        /// Random, from 0 to below 1.
        let chance: Double
    }

    struct Treatment {
        /// The factor by which it takes longer than usual.
        var slowness = 1.0
        /// Time added to the response without keeping a server busy, in nanoseconds.
        var latency: Int64 = 0
        /// The error of an immediate rejection.
        var refusal: String?
        /// The outcome after the request was processed.
        var failure: String?
        /// The moment before which no work begins.
        var noEarlier: Int64 = 0
    }

    /// Zero for unlimited servers.
    var servers = 4
    /// In nanoseconds.
    var serviceTime: Int64 = 10_000_000
    /// The treatment of a request; it stores any state that it needs.
    var treatment: (Request) -> Treatment = { _ in Treatment() }

    private var free: [Int64] = []
    private var recent: [Int64] = []
    private var recentStart = 0
    private var random: ModelRandom

    init(
        servers: Int = 4,
        serviceTime: Int64 = 10_000_000,
        seed: UInt64,
        treatment: @escaping (Request) -> Treatment = { _ in Treatment() }
    ) {
        self.servers = servers
        self.serviceTime = serviceTime
        self.treatment = treatment
        random = ModelRandom(seed: seed)
        free = Array(repeating: 0, count: servers)
    }

    /// Responds to a request that arrives no earlier than those before it, apart from a pause of the client.
    mutating func answer(_ arrival: Int64) -> (done: Int64, failure: String?) {
        recent.append(arrival)
        while recent[recentStart] < arrival - 500_000_000 { recentStart += 1 }
        if recentStart > 100_000 {
            recent.removeFirst(recentStart)
            recentStart = 0
        }
        let lane = free.indices.min { free[$0] < free[$1] }
        // The number of waiting requests follows from the time until a server is free.
        let wait = lane.map { max(free[$0] - arrival, 0) } ?? 0
        let treatment = treatment(
            Request(
                arrival: arrival,
                rate: Double(recent.count - recentStart) * 2,
                queued: Int(wait * Int64(servers) / max(serviceTime, 1)),
                chance: random.next()
            )
        )
        if let refusal = treatment.refusal { return (arrival + 200_000, refusal) }
        let time = Int64((Double(serviceTime) * treatment.slowness).rounded())
        let start = max(arrival + wait, treatment.noEarlier)
        if let lane { free[lane] = start + time }
        return (start + time + treatment.latency, treatment.failure)
    }
}

/// Random numbers from a seed.
struct ModelRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
        for _ in 0..<3 { _ = next() }
    }

    /// From 0 to below 1.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / 9_007_199_254_740_992
    }

    /// With the mean 1.
    mutating func exponential() -> Double { -log1p(-next()) }
}

/// Moments at which pauses of a given length begin.
struct ModelRests {
    let length: Int64
    /// The next beginnings, in ascending order.
    private(set) var beginnings: [Int64]

    /// One every `period`, from a moment that depends on the seed; for an hour.
    init(of length: Int64, every period: Int64, seed: UInt64) {
        var random = ModelRandom(seed: seed)
        let phase = Int64(random.next() * Double(period))
        self.length = length
        beginnings = (0..<3_600_000_000_000 / period).map { phase + $0 * period }
    }

    /// At random moments, `period` apart on average; for an hour.
    init(of length: Int64, aboutEvery period: Int64, seed: UInt64) {
        var random = ModelRandom(seed: seed)
        self.length = length
        beginnings = []
        var moment: Int64 = 0
        while moment < 3_600_000_000_000 {
            moment += length + Int64(random.exponential() * Double(period))
            beginnings.append(moment)
        }
    }

    init(of length: Int64, at beginnings: [Int64]) {
        self.length = length
        self.beginnings = beginnings
    }

    /// The end of the pause in progress at a moment; `nil` if there is none.
    func end(at moment: Int64) -> Int64? {
        var (low, high) = (0, beginnings.count)
        while low < high {
            let middle = (low + high) / 2
            if beginnings[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        guard low > 0, moment < beginnings[low - 1] + length else { return nil }
        return beginnings[low - 1] + length
    }
}
