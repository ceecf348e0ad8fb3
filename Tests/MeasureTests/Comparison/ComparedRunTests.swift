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

    @Test("An open run is compared by its achieved share, a closed one by its rate")
    func model() {
        let open = Self.compared()
        let closed = Self.compared { $0.isClosed = true }
        // The last two of 2,000 arrivals get their response after the counted time.
        #expect(open.figures[.achieved] == 0.999)
        #expect(open.figures[.rate] == nil)
        #expect(closed.figures[.rate] == 999)
        #expect(closed.figures[.achieved] == nil)
        #expect(open.likeness != closed.likeness)
    }

    @Test("Latencies are in seconds, and a failed one is infinite")
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

    @Test("An unreliable run reports the reason")
    func invalidity() {
        let cases: [(String?, (inout BuiltRun) -> Void)] = [
            ("the run was interrupted", { $0.cut = .interrupted }),
            (
                "the run ended early: no connection: refused",
                { $0.cut = .noConnection("refused") }
            ),
            ("it is 1 of 4 shards; merge them", { $0.shard = Shard(2, of: 4) }),
            // Effects of the generator on some figures do not exclude the others.
            (nil, { $0.unsentThoughFree = 3 }),
            (nil, { $0.own = 1_900_000 }),
            (nil, { _ in }),
        ]
        for (reason, change) in cases { #expect(Self.compared(change).invalidity == reason) }
    }

    @Test("Deliveries are shares of the expected ones, and figures only if all were observed")
    func deliveries() throws {
        let poor = Self.compared { $0.delivery = SampleDelivery.poor }
        #expect(poor.figures[.lost] == 0.001)
        #expect(poor.figures[.twice] == 0.0003)
        // For 90a + b + 1 ms, half are at most 4.5 s; the histogram rounds up by at most 0.1 %.
        let half = try #require(poor.figures[.deliveredP50])
        #expect(half > 4.48 && half < 4.53)
        #expect(poor.invalidity == nil)
        let doubtful = Self.compared { $0.delivery = SampleDelivery.doubtful }
        #expect(RunFigure.ofDeliveries.allSatisfy { doubtful.figures[$0] == nil })
        #expect(doubtful.invalidity == nil)
        for figure in RunFigure.ofDeliveries {
            let doubt = try #require(doubtful.doubt(of: figure, as: figure.metric()))
            #expect(doubt.reason == "not all deliveries were seen: the sink ended after 9.5 s")
        }
        #expect(doubtful.value(of: .p50, as: RunFigure.p50.metric()) != nil)
        let unwatched = Self.compared()
        #expect(RunFigure.ofDeliveries.allSatisfy { unwatched.figures[$0] == nil })
        var worse = SampleDelivery.poor
        worse.counts.lost = 300
        let lost = Self.compared { $0.delivery = worse }
        #expect(lost.figures[.deliveredP99] == .infinity)
    }

    /// All latencies lie between 20 and 22 ms; 5 ms of each come from the generator.
    @Test("A percentile that the generator may have caused is excluded for the run, others are not")
    func unsound() throws {
        let late = Self.compared {
            $0.latency = 20_000_000
            $0.own = 5_000_000
            $0.disturbance = RunDisturbance(available: 4_000_000_000, stolen: 120_000_000)
        }
        let metric = RunFigure.p50.metric()
        let doubt = try #require(late.doubt(of: .p50, as: metric))
        #expect(abs(doubt.amount - 0.005) < 0.00004)
        #expect(doubt.reason == "the generator was late")
        #expect(doubt.cause == "the host took the processors for 3 % of the time")
        #expect(late.value(of: .p50, as: metric) == nil)
        #expect(abs(try #require(late.figures[.p50]) - 0.021) < 0.0001)
        #expect(abs(try #require(late.figuresWithoutOwn[.p50]) - 0.016) < 0.0001)
        #expect(late.value(of: .failed, as: RunFigure.failed.metric()) == 0)
        // The last 20 or 22 of 2,000 arrivals get their response after the counted time, or the last 15 to 17.
        let achieved = try #require(late.figures[.achieved])
        #expect(late.value(of: .achieved, as: RunFigure.achieved.metric()) == achieved)
        #expect(try #require(late.figuresWithoutOwn[.achieved]) > achieved)
        #expect(Set(late.soundFigures.keys).isDisjoint(with: [.p50, .p90, .p95, .p99]))
    }

    /// The generator never sent twenty of 2,000 arrivals, and twenty others failed.
    @Test("Unsent arrivals affect shares directly, and percentiles if they decide them")
    func unsent() throws {
        let run = Self.compared {
            $0.failed = 40
            $0.unsentThoughFree = 20
        }
        let failed = try #require(run.doubt(of: .failed, as: RunFigure.failed.metric()))
        #expect(failed.amount == 0.01)
        #expect(failed.reason == "not every arrival was sent although a connection was free")
        #expect(run.figures[.failed] == 20.0 / 1980)
        #expect(run.figuresWithoutOwn[.failed] == 20.0 / 1980)
        #expect(run.value(of: .p50, as: RunFigure.p50.metric()) != nil)
        // If they failed, p99 fails.
        #expect(run.doubt(of: .p99, as: RunFigure.p99.metric())?.amount == .infinity)
        #expect(run.value(of: .p99, as: RunFigure.p99.metric()) == nil)
        #expect(run.value(of: .achieved, as: RunFigure.achieved.metric()) != nil)
    }

    @Test(
        "Connections that waited for the generator affect rate and latency, not failures"
    )
    func limited() throws {
        let run = Self.compared {
            $0.isClosed = true
            $0.own = 1_000_000
        }
        #expect(run.invalidity == nil)
        for figure in [RunFigure.rate, .p50, .p99] {
            let doubt = try #require(run.doubt(of: figure, as: figure.metric()))
            #expect(doubt.reason == "connections waited for the generator, not the server")
        }
        #expect(run.value(of: .failed, as: RunFigure.failed.metric()) == 0)
    }

    @Test("Required conditions are compared, others are remarked")
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
