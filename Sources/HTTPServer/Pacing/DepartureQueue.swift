import Base
import Glibc

/// When each response leaves a server of known capacity: computed, without sleeping.
///
/// A request departs at max(arrival, earliest free server) + S, in time that does not pass while the service is
/// stalled. So a response that is sent late delays no other, and the capacity is exact.
package struct DepartureQueue: Sendable {
    /// Outcome of a request.
    package struct Departure: Hashable, Sendable {
        /// Nanoseconds since the start.
        package let moment: Int64
        /// Whether the response is an error.
        package let isError: Bool
    }

    private let pace: ServicePace
    /// When each server is free, in nanoseconds of possible service.
    private var free: MinHeap<Int64>
    /// Number of requests so far.
    private var count: UInt64 = 0

    private static let serviceSlot: UInt64 = 0
    private static let errorSlot: UInt64 = 1

    package init(_ pace: ServicePace) {
        self.pace = pace
        free = MinHeap(repeating: 0, count: pace.servers)
    }

    /// Adds the next request.
    ///
    /// - Parameter now: Arrival, in nanoseconds since the start.
    /// - Returns: When its response leaves, and whether that is an error.
    package mutating func departure(ofArrivalAt now: Int64) -> Departure {
        let index = count
        count += 1
        let worked = pace.stalls?.worked(by: now) ?? now
        let end = max(worked, free.first ?? 0) + serviceTime(of: index)
        free.replaceFirst(with: end)
        let moment = pace.stalls.map { max($0.moment(ofWorked: end), $0.resumption(at: now)) }
        return Departure(moment: moment ?? end, isError: isError(index))
    }

    private func serviceTime(of index: UInt64) -> Int64 {
        switch pace.serviceTime {
        case .constant(let nanoseconds): return nanoseconds
        case .exponential(let mean):
            var random = RandomSource(seed: pace.seed, index: index, slot: Self.serviceSlot)
            return Int64((-log1p(-random.unit()) * Double(mean)).rounded())
        }
    }

    private func isError(_ index: UInt64) -> Bool {
        guard pace.errorRate > 0 else { return false }
        var random = RandomSource(seed: pace.seed, index: index, slot: Self.errorSlot)
        return random.unit() < pace.errorRate
    }
}
