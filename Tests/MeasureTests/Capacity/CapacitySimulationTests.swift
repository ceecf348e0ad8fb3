import LoadModel
import Testing

@testable import Measure

/// Holds the search against services of known capacity, which stand still now and then.
struct CapacitySimulationTests {
    private static let second: Int64 = 1_000_000_000

    /// A search from 100/s for the rate at which p99 stays below `limit`.
    private static func search(
        _ service: SimulatedService,
        limit: Int64 = 100_000_000,
        arrivals: LoadShape.Arrivals = .constant,
        budget: Int64? = 90
    ) -> CapacityResult {
        var search = CapacitySearch(
            CapacitySettings(
                startRate: 100,
                arrivals: arrivals,
                connections: 128,
                budget: budget.map { $0 * second }
            )
        )
        var service = service
        while let step = search.next { search.take(service.perform(step, limit: limit)) }
        return search.result
    }

    @Test(
        "Four servers of 2 ms are found to carry 2,000/s ± 3 % in less than 90 s",
        arguments: [100_000_000, 250_000_000] as [Int64]
    )
    func constantArrivals(limit: Int64) throws {
        var rates: [Double] = []
        for seed in UInt64(1)...20 {
            let service = SimulatedService(pauses: .usual, seed: seed)
            let result = Self.search(service, limit: limit)
            let rate = try #require(result.rate, "seed \(seed)")
            #expect(result.ending == .found, "seed \(seed)")
            #expect(abs(rate / 2000 - 1) <= 0.03, "seed \(seed)")
            #expect(result.elapsed < 90 * Self.second, "seed \(seed)")
            rates.append(rate)
        }
        // Any five of them agree.
        let (least, greatest) = (rates.min() ?? 0, rates.max() ?? 0)
        #expect(greatest / least <= 1.03)
    }

    @Test("With Poisson arrivals p99 < 100 ms holds up to about 1,980/s", arguments: 1...5)
    func poissonArrivals(seed: UInt64) throws {
        let service = SimulatedService(pauses: .usual, isPoisson: true, seed: seed)
        let result = Self.search(service, arrivals: .poisson, budget: nil)
        let rate = try #require(result.rate)
        #expect(abs(rate / 1980 - 1) <= 0.03)
    }

    @Test("A pause of 1 s, whenever it comes, does not change what is found", arguments: 1...60)
    func pause(moment: Int64) throws {
        let rest = moment * Self.second..<(moment + 1) * Self.second
        let service = SimulatedService(pauses: SimulatedService.Pauses(rest: rest), seed: 1)
        let result = Self.search(service)
        #expect(result.ending == .found)
        #expect(abs(try #require(result.rate) / 2000 - 1) <= 0.03)
    }

    @Test("A service whose speed varies by 5 % all the time is found ± 3 %", arguments: 1...10)
    func noise(seed: UInt64) throws {
        let service = SimulatedService(pace: .noisy(0.05), seed: seed)
        let result = Self.search(service)
        #expect(abs(try #require(result.rate) / 2000 - 1) <= 0.03)
        #expect(try #require(result.upper) / 2000 <= 1.03)
        #expect(result.elapsed <= 90 * Self.second)
    }

    @Test("A service that becomes slower by 20 s of work is found as it ends", arguments: 1...10)
    func slowing(seed: UInt64) throws {
        let pace = SimulatedService.Pace.slowing(factor: 505 / 470, work: 20, recovers: false)
        let service = SimulatedService(capacity: 505, pace: pace, pauses: .usual, seed: seed)
        let result = Self.search(service)
        #expect(abs(try #require(result.rate) / 470 - 1) <= 0.03)
        #expect(try #require(result.upper) / 470 <= 1.03)
        #expect(result.elapsed <= 90 * Self.second)
    }

    /// As fast as 515/s after each rest, and 470/s after 8 s of work: what steps of 5 s see is too much.
    private static func tiring(seed: UInt64) -> SimulatedService {
        let pace = SimulatedService.Pace.slowing(factor: 515 / 470, work: 8, recovers: true)
        return SimulatedService(capacity: 515, pace: pace, pauses: .usual, seed: seed)
    }

    @Test("What short steps hold and long ones do not is found in the end", arguments: 1...10)
    func tiring(seed: UInt64) throws {
        let result = Self.search(Self.tiring(seed: seed), limit: 250_000_000, budget: 300)
        #expect(result.ending == .found)
        let (rate, upper) = (try #require(result.rate), try #require(result.upper))
        #expect(abs(rate / 470 - 1) <= 0.015 && upper / 470 <= 1.02)
        #expect(rate <= 1.005 * 470 && upper >= 470)
        #expect(result.elapsed < 240 * Self.second)
    }

    @Test("A budget that ends such a search leaves the truth in an interval", arguments: 1...10)
    func tiringInShortTime(seed: UInt64) throws {
        let result = Self.search(Self.tiring(seed: seed), limit: 250_000_000, budget: 90)
        #expect(result.elapsed <= 90 * Self.second)
        let (rate, upper) = (try #require(result.rate), try #require(result.upper))
        #expect(rate <= 1.005 * 470 && upper >= 470)
        let estimate = try #require(result.estimate)
        #expect(estimate.low <= 1.005 * 470 && estimate.high >= 470)
        #expect((estimate.high - estimate.low) / 470 <= 0.07)
    }
}
