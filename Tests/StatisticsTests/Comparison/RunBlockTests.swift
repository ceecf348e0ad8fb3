import Base
import Testing

@testable import Statistics

/// Runs that are compared only within blocks of adjacent runs.
struct RunBlockTests {
    private static func sides(_ order: String) -> [InterleavedOrder.Side] {
        order.map { $0 == "A" ? .old : .new }
    }

    @Test(
        "Blocks are the smallest that can show a change for N figures",
        arguments: [
            ("ABBAABBAABBA", 5, ["ABBA", "ABBA", "ABBA"]), ("ABBAABBAAB", 5, ["ABBAABBAAB"]),
            ("ABBAABBAAB", 3, ["ABBA", "ABBAAB"]), ("ABBAABBAAB", 1, ["ABBA", "ABBA", "AB"]),
            ("ABBAABBA", 1, ["ABBAABBA"]), ("AB", 1, ["AB"]), ("ABB", 1, ["ABB"]),
            ("ABABABABABABA", 1, ["ABAB", "ABAB", "ABABA"]),
        ]
    )
    func blocks(order: String, family: Int, blocks: [String]) {
        let turns = Self.sides(order)
        let values = turns.indices.map(Double.init)
        let samples = (0..<family).map { index in
            MetricSamples(
                .latency("p\(index)"),
                from: values.filter { turns[Int($0)] == .old },
                to: values.filter { turns[Int($0)] == .new },
                turns: turns
            )
        }
        let sizes = SampleComparison(samples).findings[0].blocks
        let expected = blocks.map { block in
            RunBlock.Size(old: block.count { $0 == "A" }, new: block.count { $0 == "B" })
        }
        #expect(sizes == expected)
    }

    /// Enumerates every way to assign the values of each block to the sides.
    private static func countedOut(_ blocks: [RunBlock]) -> Double {
        func score(_ block: RunBlock) -> Double {
            block.new.reduce(0) { sum, new in
                block.old.reduce(sum) { $0 + (new > $1 ? 1 : new == $1 ? 0.5 : 0) }
            }
        }
        var scores = [0.0]
        for block in blocks {
            let (values, count) = (block.old + block.new, block.new.count)
            let own = (0..<(1 << values.count)).filter { $0.nonzeroBitCount == count }.map {
                chosen in
                let new = values.indices.filter { chosen >> $0 & 1 == 1 }.map { values[$0] }
                let old = values.indices.filter { chosen >> $0 & 1 == 0 }.map { values[$0] }
                return score(RunBlock(old: old, new: new))
            }
            scores = scores.flatMap { sum in own.map { sum + $0 } }
        }
        let found = blocks.reduce(0) { $0 + score($1) }
        let share = 1 / Double(scores.count)
        let (below, above) = (scores.count { $0 <= found }, scores.count { $0 >= found })
        return min(2 * Double(min(below, above)) * share, 1)
    }

    @Test(
        "The p-value equals the enumeration of all deals within blocks, also with ties and failures"
    )
    func exact() {
        var generator = SplitMix64(seed: 3)
        for sizes in [[(2, 2), (2, 2), (2, 2)], [(2, 2), (3, 3)], [(1, 1), (2, 1), (3, 2)]] {
            for trial in 0..<8 {
                let blocks = sizes.map { old, new in
                    func value() -> Double {
                        let drawn = Double(generator.next() % (trial < 4 ? 1000 : 4))
                        return drawn == 3 ? .infinity : drawn
                    }
                    return RunBlock(
                        old: (0..<old).map { _ in value() },
                        new: (0..<new).map { _ in value() }
                    )
                }
                let test = MannWhitney(blocks)
                #expect(abs(test.pValue - Self.countedOut(blocks)) < 1e-12, "\(blocks)")
                #expect(test.leastPValue <= test.pValue + 1e-12)
            }
        }
    }

    @Test("Differences between blocks affect neither the p-value nor the shift")
    func step() throws {
        let blocks = [1.0, 1.0, 1.4].enumerated().map { index, machine in
            let noise = Double(index) / 1000
            return RunBlock(
                old: [machine * (1 + noise), machine * (1.002 + noise)],
                new: [machine * (1.05 + noise), machine * (1.052 + noise)]
            )
        }
        #expect(MannWhitney(blocks).pValue == 2.0 / 216)
        let shift = Shift(blocks)
        #expect(abs(shift.estimate - 0.05) < 0.003)
        let interval = try #require(shift.interval)
        #expect(interval.lowerBound > 0.047 && interval.upperBound < 0.08)
        // In a single block, the difference between machines dominates.
        let whole = [RunBlock(old: blocks.flatMap(\.old), new: blocks.flatMap(\.new))]
        #expect(MannWhitney(whole).pValue > 0.05)
    }

    @Test("A figure that cannot have changed does not weaken the others")
    func family() {
        #expect(Holm.adjusted([0.0167, 1, 1], least: [0.0167, 1, 1]) == [0.0167, 1, 1])
        #expect(Holm.adjusted([0.02, 0.03], least: [0.001, 0.001]) == [0.04, 0.04])
        let constant = [Double](repeating: 0, count: 5)
        let order = InterleavedOrder.sides(runsOnEachSide: 5)
        let old = [0.100, 0.101, 0.102, 0.103, 0.104]
        let comparison = SampleComparison([
            MetricSamples(.failures("failed"), from: constant, to: constant, turns: order),
            MetricSamples(.rate("rate"), from: constant, to: constant, turns: order),
            MetricSamples(.latency("p50"), from: old, to: old.map { $0 * 1.1 }, turns: order),
        ])
        #expect(comparison.findings.map(\.verdict) == [.noRegression, .noRegression, .regression])
        #expect(comparison.findings[2].blocks.count == 3)
        #expect(comparison.findings[2].adjustedPValue == 2.0 / 72)
    }
}
