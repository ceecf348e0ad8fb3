import Glibc
import Testing

@testable import Measure

/// Checks the search against servers whose capacity follows by arithmetic; `make bench` does so with fifty seeds.
struct CapacityModelTests {
    /// The number of seeds for each server.
    private static var seeds: UInt64 {
        guard let value = getenv("ASSAY_CAPACITY_SEEDS") else { return 1 }
        return UInt64(String(cString: value)) ?? 1
    }

    @Test(
        "The claimed range contains the true capacity, and no false capacity is claimed",
        arguments: CapacityModel.all
    )
    func claims(model: CapacityModel) {
        let tally = model.tally(seeds: 1...Self.seeds)
        // `make bench` builds a table from these rows.
        if Self.seeds > 1 { print(model.row(tally)) }
        #expect(tally.falseCount == 0, "\(tally.claims)")
        #expect(tally.count - tally.trueCount <= tally.count / 20, "\(tally.claims)")
        #expect(tally.longest <= 310)
    }

    @Test("A server that pauses for 2 s in every 20 s carries no load", arguments: 1...3)
    func rests(seed: UInt64) throws {
        var model = try #require(
            CapacityModel.all.first { $0.name.hasPrefix("rests 2 s in every 20 s") }
        )
        model.settings.budget = 150_000_000_000
        var search = ModelSearch(model, seed: seed)
        let result = search.run()
        guard case .lessThan = result.claim else {
            Issue.record("\(result.claim)")
            return
        }
        #expect(result.standing != .known)
        // Some rests fall between steps and are not seen.
        let gap = try #require(result.breaks.usualGap) / 1_000_000_000
        #expect(gap >= 15 && gap <= 50)
    }

    @Test(
        "With a budget too small for a hold between two pauses, no capacity is claimed",
        arguments: [90, 120, 150] as [Int64]
    )
    func shortBudgets(budget: Int64) throws {
        var model = try #require(CapacityModel.all.first { $0.name.hasSuffix("2 s in every 50 s") })
        model.settings.budget = budget * 1_000_000_000
        let tally = model.tally(seeds: 1...max(3, Self.seeds))
        #expect(tally.carriesCount == 0, "\(tally.claims)")
    }

    @Test(
        "Three and a half minutes are enough to claim the capacity of a plain server",
        arguments: 1...2
    )
    func shortBudget(seed: UInt64) throws {
        var model = try #require(CapacityModel.all.first { $0.name == "four servers of 10 ms" })
        model.settings.budget = 210_000_000_000
        let tally = model.tally(seeds: seed...seed)
        #expect(tally.carriesCount == 1 && tally.falseCount == 0, "\(tally.claims)")
    }

    @Test("A cold server is reported to have warmed up")
    func warmth() throws {
        let model = try #require(CapacityModel.all.first { $0.name.hasPrefix("cold: ten times") })
        var search = ModelSearch(model, seed: 1)
        let warmth = try #require(search.run().warmth)
        #expect(warmth.rate == 50)
        #expect(warmth.broken < 10_000_000_000 && warmth.held > 10_000_000_000)
    }

    @Test("A rate limiter's responses are not reported as overload, and the refusals are named")
    func limiter() throws {
        let model = try #require(CapacityModel.all.first { $0.name.hasPrefix("200/s with") })
        var search = ModelSearch(model, seed: 1)
        let result = search.run()
        #expect(result.estimate == nil)
        let broken = result.trials.filter { !$0.verdict.isHeld }
        #expect(broken.allSatisfy { $0.measurement.failures?.outcome == "429" })
        let (rate, upper) = (try #require(result.rate), try #require(result.upper))
        #expect(upper <= rate * 1.03)
    }
}

extension CapacityModel {
    fileprivate func row(_ tally: Tally) -> String {
        let claims = tally.claims.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return "capacity: \(name): true \(tally.trueCount) of \(tally.count), false with status 0 "
            + "\(tally.falseCount); \(claims.joined(separator: ", ")); at most \(Int(tally.longest)) s"
    }
}
