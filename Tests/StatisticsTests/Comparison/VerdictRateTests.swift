import Base
import Glibc
import Testing

@testable import Statistics

/// The rate of correct verdicts in simulated comparisons and histories of five figures.
///
/// `make bench` runs them `SIMULATIONS` times. Figures vary between runs as in recorded runs on a quiet machine: p50
/// and p90 together by 1 %, p99 by an additional 4 %, failures and the achieved rate by little.
struct VerdictRateTests {
    private static let trials =
        getenv("SIMULATIONS").flatMap { Int(String(cString: $0)) } ?? 100

    /// A machine that is slower by these factors in each run.
    struct Machine: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let factor: @Sendable (_ place: Int, _ count: Int, _ trial: Int) -> Double

        static let steady = Machine(testDescription: "steady") { _, _, _ in 1 }
        static let drifting = Machine(testDescription: "10 % slower in the end") {
            place,
            count,
            _ in
            1 + 0.1 * Double(place) / Double(count - 1)
        }
        static let stepping = Machine(testDescription: "30 % slower from a run in the middle on") {
            place,
            count,
            trial in
            place >= count / 2 - 2 + trial % 5 ? 1.3 : 1
        }
    }

    private static func figures(
        slower: Double,
        _ generator: inout SplitMix64
    ) -> [RunFigure: Double] {
        let common = slower * (1 + 0.01 * generator.nextNormal())
        return [
            .achieved: min(1, 0.9995 + 0.0005 * generator.nextNormal()),
            .p50: 0.0051 * common,
            .p90: 0.0056 * common * (1 + 0.005 * generator.nextNormal()),
            .p99: 0.0090 * common * (1 + 0.04 * generator.nextNormal()),
            .failed: max(0, 0.001 + 0.0003 * generator.nextNormal()),
        ]
    }

    /// The share of comparisons of interleaved runs that report a regression.
    private static func regressions(
        on machine: Machine,
        slower: Double = 1,
        runs count: Int = 6
    ) -> Double {
        var generator = SplitMix64(seed: 28)
        let found = (0..<trials).count { trial in
            let order = InterleavedOrder.sides(runsOnEachSide: count)
            var runs: [InterleavedOrder.Side: [ComparedRun]] = [:]
            for (place, side) in order.enumerated() {
                let factor =
                    machine.factor(place, order.count, trial) * (side == .new ? slower : 1)
                runs[side, default: []].append(
                    ComparedRun(
                        name: "\(place)",
                        startedAt: Int64(place) * 10_000_000_000,
                        elapsed: 8_000_000_000,
                        conditions: [],
                        figures: figures(slower: factor, &generator)
                    )
                )
            }
            let comparison = RunComparison(old: runs[.old] ?? [], new: runs[.new] ?? [])
            return comparison.conclusion == .regression
        }
        return Double(found) / Double(trials)
    }

    @Test(
        "With equal servers at most 5 of 100 comparisons find a regression, whatever the machine does",
        arguments: [Machine.steady, .drifting, .stepping]
    )
    func equal(machine: Machine) {
        let share = Self.regressions(on: machine)
        print("A/A, machine \(machine.testDescription): regressions in \(share)")
        #expect(share <= 0.05)
    }

    @Test(
        "A 5 % slower server is found in at least 90 of 100, unless the machine disturbs a block",
        arguments: [(Machine.steady, 0.9), (.drifting, 0.9), (.stepping, 0.4)]
            as [(Machine, Double)]
    )
    func slower(machine: Machine, least: Double) {
        let share = Self.regressions(on: machine, slower: 1.05)
        print("5 % slower, machine \(machine.testDescription): found in \(share)")
        #expect(share >= least)
    }

    @Test("With ten runs on each side, a disturbed block does not prevent detection")
    func spoiled() {
        let share = Self.regressions(on: .stepping, slower: 1.05, runs: 10)
        print("5 % slower, ten runs, machine \(Machine.stepping.testDescription): \(share)")
        #expect(share >= 0.9)
    }

    private static func job(
        _ name: String,
        slower: Double,
        _ generator: inout SplitMix64
    )
        -> HistoryComparison.Job
    {
        let run = ComparedRun(
            name: name,
            startedAt: 0,
            conditions: [],
            figures: figures(slower: slower, &generator)
        )
        return HistoryComparison.Job(name: name, runs: [run])
    }

    /// With nineteen jobs the level is 5 %; the share may differ from it by two standard deviations.
    @Test(
        "At most 5 of 100 noise histories rate the next job as worse",
        arguments: [(19, 0.09), (40, 0.05)]
    )
    func noise(jobs count: Int, greatest: Double) {
        var generator = SplitMix64(seed: 10)
        let found = (0..<Self.trials).count { _ in
            let jobs = (0..<count).map { Self.job("\($0)", slower: 1, &generator) }
            let runs = Self.job("now", slower: 1, &generator).runs
            return HistoryComparison(runs: runs, against: jobs).conclusion
                == .indicativeRegression
        }
        let share = Double(found) / Double(Self.trials)
        print("\(count) jobs of noise: the next one called worse in \(share)")
        #expect(share <= greatest)
    }

    @Test("A job that is 6 % slower is worse than 40 others, immediately or at the next job")
    func step() {
        var generator = SplitMix64(seed: 11)
        let found = (0..<Self.trials).count { _ in
            var jobs = (0..<40).map { Self.job("\($0)", slower: 1, &generator) }
            return (0..<2).contains { _ in
                let job = Self.job("now", slower: 1.06, &generator)
                let isFound =
                    HistoryComparison(runs: job.runs, against: jobs).conclusion
                    == .indicativeRegression
                jobs.append(job)
                return isFound
            }
        }
        let share = Double(found) / Double(Self.trials)
        print("a step of 6 % after 40 jobs: called worse within two jobs in \(share)")
        #expect(share >= 0.95)
    }
}
