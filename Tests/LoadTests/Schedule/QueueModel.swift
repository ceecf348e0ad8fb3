import Glibc

/// A queue of requests in front of servers that each take the same time: the model that the schedule must reproduce.
struct QueueModel {
    /// When each of the servers becomes free, in nanoseconds; the next departure waits for the first.
    private var free: [Int64]
    private var next = 0
    private let serviceTime: Int64

    init(servers: Int, serviceTime: Int64) {
        free = Array(repeating: .min, count: servers)
        self.serviceTime = serviceTime
    }

    /// The departure of the next arrival: D_k = max(A_k, D_{k−c}) + S.
    mutating func departure(of arrival: Int64) -> Int64 {
        let departure = max(arrival, free[next]) + serviceTime
        free[next] = departure
        next = next + 1 == free.count ? 0 : next + 1
        return departure
    }

    /// The mean wait of M/D/c in units of the service time, exact.
    ///
    /// Every c-th customer sees E_c/D/1, so by Spitzer's identity it is the sum over n of
    /// P(X ≥ nc) − (c / λS) P(X ≥ nc + 1), where X is Poisson with mean nλS.
    static func exactWait(servers: Int, load: Double) -> Double {
        let offered = load * Double(servers)
        var total = 0.0
        for n in 1...20_000 {
            let mean = Double(n) * offered
            let edge = n * servers
            let (atEdge, above) = tails(mean: mean, edge: edge)
            let term = atEdge - Double(servers) / offered * above
            total += term
            if term < 1e-10 { break }
        }
        return total
    }

    /// P(X ≥ edge) and P(X ≥ edge + 1) for a Poisson variable.
    private static func tails(mean: Double, edge: Int) -> (Double, Double) {
        var probability = exp(Double(edge) * log(mean) - mean - lgamma(Double(edge) + 1))
        let first = probability
        var above = 0.0
        var value = edge
        while probability > 1e-18 {
            value += 1
            probability *= mean / Double(value)
            above += probability
        }
        return (first + above, above)
    }
}

/// A server that stops at the end of every period and otherwise responds at once, one request after the other.
struct StallModel {
    /// All in nanoseconds.
    let period: Int64
    let stall: Int64
    let serviceTime: Int64
    private var free = Int64.min

    init(period: Int64, stall: Int64, serviceTime: Int64) {
        self.period = period
        self.stall = stall
        self.serviceTime = serviceTime
    }

    /// The departure of the next arrival; service that runs into a stall resumes after it.
    mutating func departure(of arrival: Int64) -> Int64 {
        var moment = afterStall(max(arrival, free))
        let untilStall = period - stall - moment % period
        moment += serviceTime <= untilStall ? serviceTime : serviceTime + stall
        free = moment
        return moment
    }

    private func afterStall(_ moment: Int64) -> Int64 {
        let phase = moment % period
        return phase < period - stall ? moment : moment - phase + period
    }
}
