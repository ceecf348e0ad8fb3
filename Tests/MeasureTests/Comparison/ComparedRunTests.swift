import LoadModel
import Measure
import Statistics
import TestSupport
import Testing

struct ComparedRunTests {
    private static func compared(_ change: (inout BuiltRun) -> Void = { _ in }) -> ComparedRun {
        var run = BuiltRun()
        change(&run)
        return ComparedRun(run.result, name: "run.json")
    }

    @Test("An open run is judged by the share it achieved, a closed one by its rate")
    func model() {
        let open = Self.compared()
        let closed = Self.compared { $0.isClosed = true }
        // Of 2,000 arrivals the last two are answered after the counted time.
        #expect(open.figures[.achieved] == 0.999)
        #expect(open.figures[.rate] == nil)
        #expect(closed.figures[.rate] == 999)
        #expect(closed.figures[.achieved] == nil)
        #expect(open.likeness != closed.likeness)
    }

    @Test("Latencies are seconds, and one that failed is infinite")
    func latencies() throws {
        let sound = Self.compared()
        let broken = Self.compared { $0.failed = 100 }
        // Between 2 ms and 2.2 ms; the histogram rounds up by at most 0.1 %.
        #expect(try #require(sound.figures[.p50]) >= 0.002098)
        #expect(try #require(sound.figures[.p50]) < 0.002101)
        #expect(try #require(sound.figures[.p99]) >= 0.002196)
        #expect(sound.figures[.p999] == nil)
        #expect(sound.figures[.failed] == 0)
        #expect(broken.figures[.p50] != .infinity)
        #expect(broken.figures[.p99] == .infinity)
        #expect(broken.figures[.failed] == 0.05)
        #expect(abs(try #require(sound.figures[.processTime]) - 0.00004) < 1e-12)
        #expect(sound.figures[.targetProcessTime] == nil)
        let seen = Self.compared { $0.targetProcessTime = 120_000_000 }
        #expect(abs(try #require(seen.figures[.targetProcessTime]) - 0.00006) < 1e-12)
    }

    @Test("A run that cannot be relied on says why")
    func invalidity() {
        let cases: [(String?, (inout BuiltRun) -> Void)] = [
            ("the run was interrupted", { $0.cut = .interrupted }),
            (
                "the run ended early: no connection: refused",
                { $0.cut = .noConnection("refused") }
            ),
            ("it is 1 of 4 shards; merge them", { $0.shard = Shard(2, of: 4) }),
            (
                "3 arrivals were not sent although a connection was free",
                { $0.unsentThoughFree = 3 }
            ),
            (nil, { _ in }),
        ]
        for (reason, change) in cases { #expect(Self.compared(change).invalidity == reason) }
    }

    @Test("Deliveries are shares of those that were to come, and figures only where all were seen")
    func deliveries() throws {
        let poor = Self.compared { $0.delivery = SampleDelivery.poor }
        #expect(poor.figures[.lost] == 0.001)
        #expect(poor.figures[.twice] == 0.0003)
        // Of 90a + b + 1 ms half are at most 4.5 s; the histogram rounds up by at most 0.1 %.
        let half = try #require(poor.figures[.deliveredP50])
        #expect(half > 4.48 && half < 4.53)
        #expect(poor.invalidity == nil)
        let doubtful = Self.compared { $0.delivery = SampleDelivery.doubtful }
        #expect(RunFigure.ofDeliveries.allSatisfy { doubtful.figures[$0] == nil })
        #expect(
            doubtful.invalidity == "not all deliveries were seen: the sink ended after 9.5 s"
        )
        let unwatched = Self.compared()
        #expect(RunFigure.ofDeliveries.allSatisfy { unwatched.figures[$0] == nil })
        var worse = SampleDelivery.poor
        worse.counts.lost = 300
        let lost = Self.compared { $0.delivery = worse }
        #expect(lost.figures[.deliveredP99] == .infinity)
    }

    @Test("A percentile that the generator may have made is left out")
    func unsound() {
        let late = Self.compared {
            $0.latency = 20_000_000
            $0.own = 5_000_000
        }
        #expect(late.figures[.p50] == nil)
        #expect(late.invalidity?.hasPrefix("p99 may be up to ") == true)
    }

    @Test("What must be equal is compared, what need not be is remarked")
    func conditions() {
        let old = Self.compared()
        let new = Self.compared {
            $0.cpu = "Xeon"
            $0.version = "0.2.0"
        }
        #expect(
            RunRefusal.all(among: [old, new]).map(\.description) == [
                "the CPU model differs: AMD EPYC 7B13 in run.json, Xeon in run.json"
            ]
        )
        let comparison = RunComparison(old: [old], new: [new])
        #expect(
            comparison.remarks.map(\.description)
                == ["the version of Assay differs: 0.1.0 in run.json, 0.2.0 in run.json"]
        )
    }
}
