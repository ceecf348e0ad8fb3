import ContractFile
import Glibc
import LoadModel
import Measure
import TestSupport
import Testing

/// Generators led by a coordinator, with the real Locust between them.
@Suite(.enabled(if: Locust.isThere), .timeLimit(.minutes(5)))
struct GeneratorTests {
    private static let names = ["a", "b", "c"]

    private static func generators(
        of run: LedRun,
        at address: String,
        _ names: [String] = names
    ) throws -> [RunningProgram] {
        try names.map { try run.generator($0, at: address) }
    }

    private static func end(_ programs: [RunningProgram]) async -> [ProgramRun] {
        var runs: [ProgramRun] = []
        for program in programs { runs.append(await program.end()) }
        return runs
    }

    @Test("Two generators on this machine make the arrivals of one run, each once")
    func local() async throws {
        let run = try LedRun(count: 301)
        let ended = await (try run.coordinator("local:2")).program.end()
        #expect(ended.ending == .exited(0), "\(ended.errors)")
        #expect(ended.errors.isEmpty)
        #expect(run.numbers == Array(0..<301))
        let result = try run.result
        #expect(result.recording.dueCount == 301 && result.recording.goodCount == 301)
        #expect(result.parts.map(\.shard.description) == ["1/2", "2/2"])
        #expect(Set(result.parts.compactMap(\.generator?.name)) == ["local-1", "local-2"])
        #expect(result.parts.allSatisfy { $0.generator?.gap == nil && $0.cut == nil })
        #expect(Set(result.parts.map(\.startedAt)).count == 1)
        #expect(!result.isPartial && result.connections == 8)
    }

    @Test("A killed generator is named with its known and unknown arrivals, exact to the arrival")
    func killed() async throws {
        // The lease covers only part of the 12 s, so some arrivals were never made.
        let run = try LedRun(
            count: 2_400,
            thresholds: "[{ errors: ratio, lt: 1%, window: 1s }, { achieved: ratio, gte: 99% }]"
        )
        let (coordinator, address) = try await run.coordinator("3")
        let generators = try Self.generators(of: run, at: address)
        await run.server.waitForReceived(500)
        generators[1].send(SIGKILL)
        let ended = await coordinator.end()
        let others = await Self.end([generators[0], generators[2]])
        #expect(others.map(\.ending) == [.exited(0), .exited(0)], "\(others.map(\.errors))")
        #expect(ended.ending == .exited(8), "\(ended.errors)")
        let result = try run.result
        let part = try #require(result.parts.first { $0.generator?.name == "b" })
        let gap = try #require(part.generator?.gap)
        #expect(part.cut == .silent)
        #expect(result.gaps.count == 1)
        #expect(result.recording.dueCount + gap.missing == 2_400)
        #expect(gap.neverMade > 0)
        // Arrivals that the server saw but that were not reported are counted as having no outcome.
        let shard = part.shard
        let came = Set(run.numbers)
        let seen = came.count { UInt64($0) % 3 == shard.index }
        let told = 800 - Int(gap.missing)
        #expect(told <= seen && seen <= told + Int(gap.unreported))
        for other in 0..<2_400 where UInt64(other) % 3 != shard.index {
            #expect(came.contains(other))
        }
        // No arrival reported as never made was made.
        let first = Int((gap.leaseEnd + 4_999_999) / 5_000_000)
        #expect(came.allSatisfy { UInt64($0) % 3 != shard.index || $0 < first })
        let windows = try #require(result.judgement.thresholds[0].windows)
        #expect(windows.passed == UInt64(gap.settledBefore / 1_000_000_000))
        #expect(windows.failed == 0 && windows.count == 12)
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("INCONCLUSIVE: 2 of 2 thresholds could not be checked: "))
        #expect(words.contains("generator b (\(shard.number) of 3, host "))
        #expect(
            words.contains(
                "\(gap.unreported) arrivals without outcome, \(gap.neverMade) never made"
            )
        )
        #expect(ended.errors.contains("generator b (host "))
    }

    @Test("A generator that pauses for a moment loses nothing")
    func paused() async throws {
        let run = try LedRun(count: 1_200)
        let (coordinator, address) = try await run.coordinator("2")
        let generators = try Self.generators(of: run, at: address, ["a", "b"])
        await run.server.waitForReceived(200)
        generators[0].send(SIGSTOP)
        // The other one makes a hundred a second, so this pauses it for about a second and a half.
        await run.server.waitForReceived(350)
        generators[0].send(SIGCONT)
        let ended = await coordinator.end()
        #expect(await Self.end(generators).map(\.ending) == [.exited(0), .exited(0)])
        #expect(run.numbers == Array(0..<1_200))
        let result = try run.result
        #expect(result.recording.dueCount == 1_200 && result.recording.goodCount == 1_200)
        #expect(result.gaps.isEmpty)
        // Late arrivals are caused by the generator itself, which it reports.
        #expect([.exited(0), .exited(8)].contains(ended.ending), "\(ended.errors)")
    }

    @Test(
        "A generator that pauses for long is excluded, sends nothing after its lease, and stores its part"
    )
    func fenced() async throws {
        let run = try LedRun(count: 3_600)
        let (coordinator, address) = try await run.coordinator("2")
        let generators = try Self.generators(of: run, at: address, ["a", "b"])
        await run.server.waitForReceived(300)
        generators[0].send(SIGSTOP)
        // The other one makes 1,800 of its own at a hundred a second, independent of this one's count.
        await run.server.waitForReceived(1_700)
        generators[0].send(SIGCONT)
        let kept = await generators[0].end()
        #expect(kept.ending == .exited(3))
        #expect(
            kept.errors.contains(
                "assay generator: the coordinator continued without this generator; the part is in "
            ),
            "\(kept.errors)"
        )
        #expect(await coordinator.end().ending == .exited(8))
        let result = try run.result
        let part = try #require(result.parts.first { $0.generator?.name == "a" })
        let gap = try #require(part.generator?.gap)
        #expect(result.recording.dueCount + gap.missing == 3_600)
        let first = Int((gap.leaseEnd + 4_999_999) / 5_000_000)
        #expect(run.numbers.allSatisfy { UInt64($0) % 2 != part.shard.index || $0 < first })
        let file = run.profile.file("a-\(part.shard.number)-of-2.json")
        let own = try run.result(of: file)
        #expect(own.firstPart.cut == .orphaned && own.firstPart.shard == part.shard)
        #expect(own.recording.dueCount >= result.recording.dueCount - 1_800)
    }

    @Test("Without coordinator and master, arrivals end, and the stored parts merge")
    func orphaned() async throws {
        let run = try LedRun(count: 4_000)
        let (coordinator, address) = try await run.coordinator("2")
        let generators = try Self.generators(of: run, at: address, ["a", "b"])
        await run.server.waitForReceived(300)
        coordinator.send(SIGKILL)
        let kept = await Self.end(generators)
        #expect(kept.map(\.ending) == [.exited(3), .exited(3)], "\(kept.map(\.errors))")
        _ = await coordinator.end()
        let files = try kept.map { ended in
            let words = ended.errors.split(whereSeparator: \.isWhitespace).map(String.init)
            return try #require(words.first { $0.hasSuffix("-of-2.json,") }).dropLast()
        }
        let words = ["merge"] + files.map(String.init) + ["--output", run.resultFile, "--force"]
        let merged = await (try RunningProgram(words)).end()
        #expect(merged.ending == .exited(3), "\(merged.errors)")
        #expect(merged.output.contains("ABORTED"))
        let result = try run.result
        let came = run.numbers
        #expect(came.count < 4_000)
        #expect(result.recording.dueCount == UInt64(came.count))
    }

    @Test("A threshold that only the merged results fail ends all generators")
    func aborts() async throws {
        // Each third of a second contains too few arrivals for one generator to decide for all.
        let run = try LedRun(
            count: 8_000,
            thresholds: "[{ errors: ratio, lt: 1%, abort: true }]",
            response: Answer.json(#"{"code":"E1"}"#, status: "404 Not Found")
        )
        let (coordinator, address) = try await run.coordinator("3")
        let generators = try Self.generators(of: run, at: address)
        #expect(await coordinator.end().ending == .exited(6))
        #expect(await Self.end(generators).allSatisfy { $0.ending == .exited(0) })
        let result = try run.result
        #expect(result.cut == .threshold(0))
        // More than 80 of 8,000 had failed after the first second; three seconds later the run is over.
        #expect(result.recording.dueCount == UInt64(run.numbers.count))
        #expect(result.recording.dueCount < 8_000)
    }

    @Test("A generator whose clock is ahead starts with the others")
    func otherClock() async throws {
        let run = try LedRun(count: 600)
        guard let library = try await Locust.aheadOfTime(in: run.profile.contract.folder) else {
            return
        }
        let (coordinator, address) = try await run.coordinator("2")
        let ahead = try run.generator(
            "ahead",
            at: address,
            environment: ["PATH=/usr/bin:/bin", "LD_PRELOAD=\(library)"]
        )
        let exact = try run.generator("exact", at: address)
        let ended = await coordinator.end()
        #expect(ended.ending == .exited(0), "\(ended.errors)")
        #expect(await Self.end([ahead, exact]).map(\.ending) == [.exited(0), .exited(0)])
        let result = try run.result
        #expect(run.numbers == Array(0..<600) && result.recording.goodCount == 600)
        let generator = try #require(
            result.parts.compactMap(\.generator).first { $0.name == "ahead" }
        )
        #expect(abs(generator.clockOffset - 3_700_000_000) <= generator.clockBound)
        #expect(Set(result.parts.map(\.startedAt)).count == 1)
    }

    @Test("A user's own Locust leads the run, and its totals equal those of the result")
    func ownLocust() async throws {
        let run = try LedRun(count: 400)
        let folder = run.profile.contract.folder
        let printed = try await assay("generator", "--locustfile")
        let file = try folder.write(Array(printed.output.utf8), to: "locustfile.py")
        let port = try LoopbackSocket.portToServe()
        let command =
            "\(builtProgram) load \(run.profile.path) --target \(run.server.origin) --output "
            + "\(run.resultFile) --quiet"
        let locust = try RunningProgram(
            [
                "--master", "--headless", "--expect-workers", "2", "--master-bind-host",
                "127.0.0.1",
                "--master-bind-port", "\(port)", "--csv", folder.file("totals"), "--locustfile",
                file,
            ],
            program: Locust.path ?? "",
            environment: [
                "PATH=/usr/bin:/bin", "ASSAY_COMMAND=\(command)", "PYTHONDONTWRITEBYTECODE=1",
            ]
        )
        let generators = try Self.generators(of: run, at: "127.0.0.1:\(port)", ["a", "b"])
        let ended = await locust.end()
        #expect(ended.ending == .exited(0), "\(ended.errors)")
        let parts = await Self.end(generators)
        #expect(
            parts.map(\.ending) == [.exited(0), .exited(0)],
            "\(parts.map(\.errors))\(ended.errors)"
        )
        #expect(run.numbers == Array(0..<400))
        #expect(try run.result.recording.goodCount == 400)
        let bytes = try DiskFiles().read(folder.file("totals_stats.csv"), atMost: 1_000_000)
        let text = String(decoding: bytes, as: UTF8.self)
        let rows = text.split(whereSeparator: \.isNewline)
        let total = try #require(rows.first { $0.hasPrefix(",Aggregated,") })
        #expect(total.hasPrefix(",Aggregated,400,0,"))
    }

    @Test("Messages of two generators are found behind the service, each by its recipient")
    func deliveries() async throws {
        let folder = try TemporaryDirectory()
        let text = """
            profile: "1"
            contract: \(PackageRoot.contracts)/ncmb/push.yaml
            seed: 5
            audience: { count: 400, perSend: 10, recipient: "{{run}}{{hex 52}}" }
            delivery: { sink: apns, within: 10s }
            prepare: [{ call: createInstallation, for: audience, set: { /json/deviceToken: "{{recipient}}" } }]
            sends:
              - call: createPush
                json:
                  message: "{{marker}} hello"
                  immediateDeliveryFlag: true
                  target: [ios]
                  searchCondition: { deviceToken: { $in: "{{recipients}}" } }
            load: { stages: [{ rate: 20/s, for: audience }], connections: 4 }
            thresholds: [{ lost: count, lte: 0 }, { twice: count, lte: 0 }, { delivered: ratio, gte: 100% }]
            """
        let profile = try folder.write(Array(text.utf8), to: "profile.yaml")
        let file = folder.file("result.json")
        let ended = try await assay(
            "load",
            profile,
            "--generators",
            "local:2",
            "--locust",
            Locust.path ?? "",
            "--output",
            file,
            "--quiet"
        )
        // On a busy machine the sink may be the limit, which does not change any count.
        #expect([.exited(0), .exited(8)].contains(ended.ending), "\(ended.errors)")
        let result = try RunResult(
            parsing: try DiskFiles().read(file, atMost: 10_000_000),
            file: file
        )
        let delivery = try #require(result.delivery)
        #expect(delivery.fault == nil, "\(ended.errors)")
        #expect(result.recording.goodCount == 40)
        #expect(result.audienceCalls.first?.good == 400)
        #expect(result.judgement.thresholds.map(\.verdict) == [.passed, .passed, .passed])
    }
}
