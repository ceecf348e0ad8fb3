import Dispatch
import Glibc
import Load
import LoadModel
import Measure
import Synchronization
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5)))
struct LoadRunTests {
    @Test("Every arrival is sent once and gets a response", arguments: [1, 3])
    func open(workers: Int) async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        var plan = LoadFixture.open(200)
        plan.workers = workers
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 200])
        #expect(server.arrivalNumbers == Array(0..<200))
        #expect(server.connectionCount == 4)
        #expect(result.cut == nil)
        #expect(result.recording.sentCount == 200)
        #expect(result.recording.serviceTime.count == 200)
        let parts =
            result.recording.connectionWait.sum + result.recording.generatorLag.sum
            + result.recording.serviceTime.sum
        #expect(result.recording.latency().good.sum == parts)
    }

    @Test("A shard sends its own arrivals")
    func shard() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        var plan = LoadFixture.open(100)
        plan.shard = Shard(2, of: 4)
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(result.recording.dueCount == 25)
        #expect(server.arrivalNumbers == Array(stride(from: 1, to: 100, by: 4)))
    }

    @Test("Arrivals in the warm-up are sent and not counted")
    func warmup() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let stage = LoadShape.Stage(rate: 1000, duration: 50 * LoadFixture.millisecond)
        let shape = LoadShape(
            .open([stage], .constant),
            warmup: 20 * LoadFixture.millisecond,
            connections: 2
        )
        let plan = LoadPlan(shape, sends: [LoadFixture.send()])
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(server.arrivalNumbers == Array(0..<70))
        #expect(result.recording.dueCount == 50)
        #expect(result.statistics.settled == 70)
    }

    @Test("On request, progress includes everything recorded and everything due")
    func snapshots() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let plan = LoadFixture.open(3_600_000)
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: server.origin))
        let (stream, told) = AsyncStream.makeStream(of: LoadProgress.self)
        async let outcome = run.run {
            told.yield($0)
        } snapshots: { second in
            second == 1
        }
        var standings = stream.makeAsyncIterator()
        let standing = try #require(await standings.next())
        run.interrupt()
        _ = try await outcome.get()
        let recording = try #require(standing.snapshot).recording
        #expect(standing.dueBySlice.values.reduce(0, +) == standing.dueCount)
        #expect(standing.dueBySlice.keys.min() == 0)
        #expect(recording.dueCount > 0 && recording.dueCount <= standing.dueCount)
    }

    @Test("In the closed model each connection continues as soon as it has its response")
    func closed() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let plan = LoadPlan(
            LoadShape(
                .closed(duration: 600_000 * LoadFixture.millisecond, think: 0),
                connections: 3
            ),
            sends: [LoadFixture.send()]
        )
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: server.origin))
        async let outcome = run.run()
        await server.waitForReceived(50)
        run.interrupt()
        let result = try await outcome.get()
        let count = Int(result.recording.dueCount)
        #expect(count >= 50)
        #expect(LoadFixture.outcomes(result) == ["201": UInt64(count)])
        #expect(server.arrivalNumbers == Array(0..<count))
        #expect(server.connectionCount == 3)
        #expect(result.recording.connectionWait.greatest == 0)
    }

    @Test(
        "In the closed model an arrival count ends the run, with each arrival sent once",
        arguments: [(0, 1), (1, 1), (2, 3), (50, 1), (50, 3)] as [(UInt64, Int)]
    )
    func limited(count: UInt64, workers: Int) async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let day = 86_400_000 * LoadFixture.millisecond
        var plan = LoadPlan(
            LoadShape(.closed(duration: day, think: 0), connections: 4),
            sends: [LoadFixture.send()]
        )
        plan.arrivalLimit = count
        plan.workers = workers
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(server.arrivalNumbers == Array(0..<Int(count)))
        #expect(result.recording.goodCount == count)
        #expect(result.recording.dueCount == count)
        #expect(result.cut == nil)
    }

    @Test("An arrival count is the total of all shards")
    func limitedShard() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let day = 86_400_000 * LoadFixture.millisecond
        var plan = LoadPlan(
            LoadShape(.closed(duration: day, think: 0), connections: 2),
            sends: [LoadFixture.send()]
        )
        plan.arrivalLimit = 10
        plan.shard = Shard(2, of: 4)
        _ = try await LoadFixture.run(plan, against: server.origin)
        #expect(server.arrivalNumbers == [1, 5, 9])
    }

    @Test("A user thinks between a response and the next request")
    func think() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let model = LoadShape.Model.closed(
            duration: 100 * LoadFixture.millisecond,
            think: 30 * LoadFixture.millisecond
        )
        let plan = LoadPlan(LoadShape(model, connections: 2), sends: [LoadFixture.send()])
        let result = try await LoadFixture.run(plan, against: server.origin)
        // At most at 0, 30, 60 and 90 ms.
        #expect((2...8).contains(result.recording.dueCount))
        #expect(result.recording.goodCount == result.recording.dueCount)
    }

    @Test("On one plain connection the kernel reports how long responses were unread")
    func stamped() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let result = try await LoadFixture.run(LoadFixture.open(100), against: server.origin)
        // Longest idle first, so each of the four gets a quarter.
        #expect((1...50).contains(result.readingDelay.count))
        #expect(result.readingDelay.sum < result.recording.serviceTime.sum)
    }

    @Test("Sends are drawn by weight, the same for the same seed")
    func weights() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let sends = [LoadFixture.send("a", weight: 3), LoadFixture.send("b")]
        let plan = LoadFixture.open(200, sends: sends)
        let first = try await LoadFixture.run(plan, against: server.origin)
        let second = try await LoadFixture.run(plan, against: server.origin)
        let counts = first.recording.cells.map(\.count)
        #expect(counts == second.recording.cells.map(\.count))
        #expect(counts.reduce(0, +) == 200)
        // ± four standard deviations.
        #expect((126...174).contains(counts[0]))
    }

    @Test("An undeclared status is a failure under its own name")
    func undeclared() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n"
        )
        let result = try await LoadFixture.run(LoadFixture.open(20), against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["429": 20])
        #expect(result.recording.goodCount == 0)
        #expect(result.recording.answeredCount == 20)
        #expect(result.recording.latency().reading(at: .p50) == .failed)
    }

    @Test("A connection is replaced after N requests")
    func churn() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        var plan = LoadFixture.open(60, connections: 2)
        plan.shape.requestsPerConnection = 5
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 60])
        #expect(result.statistics.opened >= 12)
        let perConnection = Dictionary(grouping: server.received, by: \.connection)
        #expect(perConnection.values.allSatisfy { $0.count <= 5 })
    }

    @Test("A server that closes after each response loses no requests")
    func connectionClose() async throws {
        let response = "HTTP/1.1 201 Created\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer([.receiveRequest, .send(response)])
        let result = try await LoadFixture.run(LoadFixture.open(50), against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 50])
        #expect(server.arrivalNumbers == Array(0..<50))
    }

    @Test("A request larger than the socket buffer is sent in pieces")
    func largeBody() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let size = 6_000_000
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/push")],
            fields: [("Host", [.text("a")])],
            body: [.text(String(repeating: "x", count: size)), .text("<"), .index, .text(">")]
        )
        let send = LoadPlan.Send("large", layout: layout, goodStatuses: [201])
        let plan = LoadFixture.open(4, connections: 2, sends: [send])
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 4])
        #expect(server.received.allSatisfy { $0.bytes.count > size })
        #expect(server.arrivalNumbers == [0, 1, 2, 3])
    }

    @Test("A run reports its progress")
    func progress() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let opener = try ConnectionOpener(to: server.origin)
        let run = try LoadRun(LoadFixture.open(600_000), opener: opener)
        let seen = Mutex<[LoadProgress]>([])
        let result = try await run.run { progress in
            seen.withLock { $0.append(progress) }
            run.interrupt()
        }.get()
        let first = try #require(seen.withLock { $0.first })
        #expect(first.openConnections == 4)
        #expect(first.dueCount > 0)
        #expect(first.settledCount <= result.recording.dueCount)
    }

    @Test("No progress is reported after a run has returned")
    func progressEnds() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let opener = try ConnectionOpener(to: server.origin)
        let run = try LoadRun(LoadFixture.open(600_000), opener: opener)
        let executor = SerialTaskExecutor()
        let hasReturned = Mutex(false)
        let returnedMeanwhile = Mutex(false)
        await withTaskExecutorPreference(executor) {
            _ = await run.run { _ in
                run.interrupt()
                // Everything else has ended now; the next part of the run executes on the executor, until it waits for
                // this closure or has returned.
                while !Task.isCancelled { usleep(1_000) }
                executor.finishTurn()
                returnedMeanwhile.withLock { $0 = hasReturned.withLock(\.self) }
            }
            hasReturned.withLock { $0 = true }
        }
        #expect(returnedMeanwhile.withLock { !$0 })
    }
}

/// Runs the parts of a task one after the other on a queue of its own.
private final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "assay.tests.executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits until the part that runs now suspends or ends.
    func finishTurn() { queue.sync {} }
}
