import LoadModel
import Measure
import TestSupport
import Testing
import Transport

@testable import Load

@Suite(.timeLimit(.minutes(5)))
struct LoadFailureTests {
    @Test("A target that refuses connections ends the run before it begins")
    func refused() async throws {
        try await LoopbackSocket.withClosedPort { port in
            let opener = try ConnectionOpener(to: "http://127.0.0.1:\(port)")
            let result = try await LoadRun(LoadFixture.open(10), opener: opener).run()
            guard case .failure(let failure) = result else {
                Issue.record("expected a failure")
                return
            }
            #expect(failure.description.contains(": no connection: refused: "))
        }
    }

    @Test(
        "A request without a response has an outcome with the reason",
        arguments: [
            ([.receiveRequest], "closed-before-response"),
            ([.receiveRequest, .send("HTTP/1.1 201 Cre")], "truncated"),
            ([.receiveRequest, .send("220 smtp.example.com\r\n")], "malformed"),
            ([.receiveRequest, .reset], "reset"),
        ] as [([ScriptedServer.Action], String)]
    )
    func outcomes(script: [ScriptedServer.Action], outcome: String) async throws {
        let server = try ScriptedServer(script)
        let result = try await LoadFixture.run(LoadFixture.open(12), against: server.origin)
        #expect(LoadFixture.outcomes(result) == [outcome: 12])
        #expect(server.arrivalNumbers == Array(0..<12))
    }

    @Test("A server that closes each connection after its response causes no failures")
    func closingBehind() async throws {
        let server = try ScriptedServer([.receiveRequest, .send(LoadFixture.created), .close])
        let result = try await LoadFixture.run(
            LoadFixture.open(6, rate: 5, connections: 1),
            against: server.origin
        )
        #expect(LoadFixture.outcomes(result) == ["201": 6])
        #expect(server.connectionCount >= 6)
    }

    @Test("Bytes after a response leave it good and close their connection")
    func excess() async throws {
        let server = try ScriptedServer([
            .receiveRequest, .send(LoadFixture.created + LoadFixture.created), .hang,
        ])
        let result = try await LoadFixture.run(
            LoadFixture.open(6, connections: 1),
            against: server.origin
        )
        #expect(LoadFixture.outcomes(result) == ["201": 6])
        #expect(server.arrivalNumbers == Array(0..<6))
        #expect(server.connectionCount >= 6)
    }

    @Test("A request that takes too long is a timeout, and its connection is replaced")
    func timeout() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        var plan = LoadFixture.open(6, connections: 2)
        plan.shape.timeout = 30 * LoadFixture.millisecond
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["timeout": 6])
        #expect(server.connectionCount >= 6)
        let latency = result.recording.cells[0].latency
        #expect(latency.smallest >= plan.shape.timeout)
    }

    @Test(
        "A target that closes every connection at once, even after sending bytes, gets few connections",
        arguments: [[.close], [.send("220 smtp.example.com\r\n"), .close]]
            as [[ScriptedServer.Action]]
    )
    func closing(script: [ScriptedServer.Action]) async throws {
        let server = try ScriptedServer(script)
        let plan = LoadFixture.open(4, rate: 4, connections: 64)
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(result.recording.dueCount == 4)
        #expect(result.recording.goodCount == 0)
        // Before the start, all of them are opened again; later, only those needed.
        #expect(result.statistics.opened >= 64)
        #expect(result.statistics.opened <= 1_500, "\(result.statistics)")
    }

    @Test("Connections that close while idle are reopened when needed")
    func idle() async throws {
        let gate = try Gate()
        let ending: [ScriptedServer.Action] = [.signal, .wait(at: gate), .close]
        let server = try ScriptedServer(
            ending,
            ending,
            ending,
            [.forever([.receiveRequest, .send(LoadFixture.created)])]
        )
        let plan = LoadFixture.open(40, rate: 100, connections: 3)
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: server.origin))
        async let outcome = run.run()
        await server.waitForReceived(3)
        gate.open()
        let outcomes = LoadFixture.outcomes(try await outcome.get())
        #expect(outcomes.values.reduce(0, +) == 40)
        // Each of them loses at most one request.
        #expect(outcomes["201", default: 0] >= 37, "\(outcomes)")
    }

    @Test(
        "A request that exceeded its timeout without a response has failed, whatever it was waiting for"
    )
    func drain() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        var plan = LoadFixture.open(10, connections: 2)
        (plan.shape.timeout, plan.shape.drain) = (
            30 * LoadFixture.millisecond, 30 * LoadFixture.millisecond
        )
        let result = try await LoadFixture.run(plan, against: server.origin)
        let outcomes = LoadFixture.outcomes(result)
        #expect(
            Set(outcomes.keys).isSubset(of: ["timeout", "unanswered", "unsent"]),
            "\(outcomes)"
        )
        #expect(result.recording.failedCount == 10)
        #expect(result.recording.cutOffCount == 0)
        #expect(result.statistics.unsentThoughFree == 0)
    }

    @Test("A request that had less time than its timeout is cut off and has not failed")
    func cutOff() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        var plan = LoadFixture.open(10, connections: 2)
        plan.shape.drain = 30 * LoadFixture.millisecond
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["not-finished": 10])
        #expect(result.recording.sentCount == 2)
        #expect(result.recording.failedCount == 0)
        let ages = result.recording.cells.reduce(0) { $0 + $1.ages.histogram.count }
        #expect(ages == 10)
        #expect(result.recording.slices.slice(0).failedCount == 0)
    }

    @Test("After an interruption, arrivals due so far are counted and their responses awaited")
    func interrupted() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let opener = try ConnectionOpener(to: server.origin)
        // Slow enough for the responses to arrive in time on a busy machine too.
        let run = try LoadRun(LoadFixture.open(600_000, rate: 100), opener: opener)
        async let outcome = run.run()
        await server.waitForReceived(20)
        run.interrupt()
        let result = try await outcome.get()
        #expect(result.cut == .interrupted)
        let count = result.recording.dueCount
        #expect(count >= 20 && count < 600_000)
        #expect(LoadFixture.outcomes(result) == ["201": count])
        #expect(server.arrivalNumbers == Array(0..<Int(count)))
    }

    @Test(
        "A run interrupted before the first stage, while connecting or waiting, has taken no time",
        arguments: [false, true]
    )
    func interruptedEarly(waits: Bool) async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let stage = LoadShape.Stage(rate: 100, duration: 600_000 * LoadFixture.millisecond)
        let shape = LoadShape(
            .open([stage], .constant),
            warmup: 600_000 * LoadFixture.millisecond,
            connections: 2
        )
        let plan = LoadPlan(shape, sends: [LoadFixture.send()])
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: server.origin))
        if !waits { run.interrupt() }
        async let outcome = run.run()
        if waits {
            await server.waitForReceived(1)
            run.interrupt()
        }
        let result = try await outcome.get()
        #expect(result.cut == .interrupted)
        #expect(result.cutAt == 0)
        #expect(result.elapsed == 0)
        #expect(result.recording.dueCount == 0)
    }

    @Test("A second interruption ends the run without waiting")
    func interruptedTwice() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        let opener = try ConnectionOpener(to: server.origin)
        var plan = LoadFixture.open(600_000, connections: 2)
        plan.shape.timeout = 600_000 * LoadFixture.millisecond
        plan.shape.drain = plan.shape.timeout
        let run = try LoadRun(plan, opener: opener)
        async let outcome = run.run()
        await server.waitForReceived(2)
        run.interrupt()
        run.interrupt()
        let result = try await outcome.get()
        #expect(LoadFixture.outcomes(result).keys.elementsEqual(["not-finished"]))
        #expect(result.recording.sentCount == 2)
        #expect(result.recording.goodCount == 0)
    }

    @Test(
        "After two interruptions, unsent arrivals are counted for a moment at most"
    )
    func uncounted() throws {
        let second = 1000 * LoadFixture.millisecond
        let plan = LoadFixture.open(10_000_000_000, rate: 1_000_000_000, connections: 1)
        var core = try WorkerCore(plan, scheme: "http", poller: Poller())
        core.start(base: core.clock.base - 20 * second)
        core.stop(.interrupted, drain: second)
        core.end()
        let (phase, cut, end) = (core.phase, core.cut, core.arrivals.end)
        #expect(phase == .ended)
        #expect(cut == .interrupted)
        let count = core.log.recording.dueCount
        #expect(count > 0 && count < 1_000_000)
        // Only arrivals due until then count.
        #expect(end == Int64(count))
    }

    @Test("Unsent arrivals are counted completely, in several turns")
    func unsent() throws {
        var plan = LoadFixture.open(200_000, rate: 1_000_000, connections: 1)
        plan.shape.drain = 0
        var core = try WorkerCore(plan, scheme: "http", poller: Poller())
        core.start(base: core.clock.base - 1000 * LoadFixture.millisecond)
        var turns = 0
        repeat {
            core.turn()
            turns += 1
        } while core.phase == .closing
        let (phase, cut, count) = (core.phase, core.cut, core.log.recording.unfinishedCount)
        #expect(turns == 4)
        #expect(phase == .ended)
        #expect(cut == nil)
        #expect(count == 200_000)
    }

    @Test(
        "A target that dies ends a run with a break-off limit, and all arrivals are accounted for"
    )
    func dies() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        var plan = LoadFixture.open(600_000)
        plan.shape.breakOff = 300 * LoadFixture.millisecond
        let opener = try ConnectionOpener(to: server.origin)
        let run = try LoadRun(plan, opener: opener)
        async let outcome = run.run()
        await server.waitForReceived(20)
        server.stop()
        let result = try await outcome.get()
        guard case .noConnection(let detail)? = result.cut else {
            Issue.record("expected the run to be cut, got \(String(describing: result.cut))")
            return
        }
        #expect(detail.hasPrefix("no response for 300 ms (refused: "))
        #expect(result.statistics.outages.last?.until == nil)
        let counts = LoadFixture.outcomes(result)
        #expect(counts["201", default: 0] >= 16)
        // Arrivals due in the meantime could not be sent.
        #expect(counts["no-connection", default: 0] > 0)
        #expect(counts.values.reduce(0, +) == result.recording.dueCount)
    }

    @Test("A threshold that can no longer be met ends the run")
    func aborted() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
        )
        var plan = LoadFixture.open(600_000)
        // 0.1 % of 600,000 fail within a second.
        plan.thresholds = [
            Threshold(.latencyPercentile(.p50), .lt, Fraction(1_000_000_000)),
            Threshold(.errorRatio, .lt, Fraction(1, of: 1000), aborts: true),
        ]
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(result.cut == .threshold(1))
        #expect(LoadFixture.outcomes(result) == ["500": result.recording.dueCount])
    }

    @Test("More connections than the process's file limit are rejected")
    func descriptors() async throws {
        let opener = try ConnectionOpener(to: "http://127.0.0.1:9")
        var plan = LoadFixture.open(10, connections: 100_000_000)
        plan.workers = 2
        let failure = #expect(throws: LoadSetupFailure.self) {
            try LoadRun(plan, opener: opener)
        }
        guard case .descriptors(wanted: 100_000_000, possible: let possible)? = failure else {
            Issue.record("expected too few descriptors, got \(String(describing: failure))")
            return
        }
        #expect(failure?.description.contains("expected at most \(possible)") == true)
    }
}
