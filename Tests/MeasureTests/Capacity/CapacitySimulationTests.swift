import LoadModel
import Measure
import Testing

/// Holds the search against a service of known capacity that stands still now and then.
struct CapacitySimulationTests {
    /// Four servers of 2 ms carry 2,000/s.
    private static func search(
        limit: Int64,
        arrivals: LoadShape.Arrivals = .constant,
        seed: UInt64
    ) -> CapacityResult {
        let settings = CapacitySettings(startRate: 100, arrivals: arrivals, connections: 128)
        var search = CapacitySearch(settings)
        var service = SimulatedService(pauses: .usual, isPoisson: arrivals == .poisson, seed: seed)
        while let step = search.next { search.take(service.perform(step, limit: limit)) }
        return search.result
    }

    @Test(
        "A service that carries 2,000/s is found to carry 2,000/s ± 3 % in less than 150 s",
        arguments: [100_000_000, 250_000_000] as [Int64]
    )
    func constantArrivals(limit: Int64) throws {
        var rates: [Double] = []
        for seed in UInt64(1)...20 {
            let result = Self.search(limit: limit, seed: seed)
            let rate = try #require(result.rate, "seed \(seed)")
            #expect(result.ending == .found, "seed \(seed)")
            #expect(abs(rate / 2000 - 1) <= 0.03, "seed \(seed)")
            #expect(result.elapsed < 150_000_000_000, "seed \(seed)")
            rates.append(rate)
        }
        // Any five of them agree.
        let (least, greatest) = (rates.min() ?? 0, rates.max() ?? 0)
        #expect(greatest / least <= 1.03)
    }

    @Test("With Poisson arrivals p99 < 100 ms holds up to about 1,980/s", arguments: 1...5)
    func poissonArrivals(seed: UInt64) throws {
        let result = Self.search(limit: 100_000_000, arrivals: .poisson, seed: seed)
        let rate = try #require(result.rate)
        #expect(abs(rate / 1980 - 1) <= 0.03)
    }
}
