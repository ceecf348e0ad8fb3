import Glibc
import Measure
import TestSupport
import Testing

/// Causes that keep generators from starting: each is reported with its generator and its reason, and no run starts
/// partially.
@Suite(.enabled(if: Locust.isThere), .timeLimit(.minutes(5)))
struct GeneratorRefusalTests {
    @Test("A second generator with the same name is rejected")
    func names() async throws {
        let run = try LedRun(count: 100)
        let (coordinator, address) = try await run.coordinator("2")
        let first = try run.generator("same", at: address)
        let second = try run.generator("same", at: address)
        let ended = await coordinator.end()
        #expect(ended.ending == .exited(3))
        #expect(
            ended.errors.contains("two generators are called same, both on "),
            "\(ended.errors)"
        )
        for generator in [first, second] {
            let ended = await generator.end()
            #expect(ended.ending == .exited(3))
            #expect(
                ended.errors.hasPrefix("assay generator: two generators are called same, both on "),
                "\(ended.errors)"
            )
        }
        #expect(run.numbers.isEmpty)
    }

    @Test("A generator that joins a complete run is rejected")
    func tooMany() async throws {
        let run = try LedRun(count: 600)
        let (coordinator, address) = try await run.coordinator("1")
        let wanted = try run.generator("wanted", at: address)
        await run.server.waitForReceived(1)
        let late = await (try run.generator("late", at: address)).end()
        #expect(late.ending == .exited(3))
        #expect(late.errors == "assay generator: the run has its 1 generators already\n")
        #expect(await coordinator.end().ending == .exited(0))
        #expect(await wanted.end().ending == .exited(0))
        #expect(run.numbers == Array(0..<600))
    }

    @Test("A generator without a recipient table of the profile is rejected")
    func missingTable() async throws {
        let run = try LedRun(count: 100)
        let folder = run.profile.contract.folder
        let table = try folder.write(Array("id\n1\n2\n".utf8), to: "people.csv")
        let text = """
            profile: "1"
            info: { title: Table }
            contract: sample.yaml
            seed: 7
            audience: { csv: people.csv }
            sends: [{ call: getThing, path: "/thing/{id}", params: { id: "{{recipient.id}}" } }]
            load: { stages: [{ rate: 10/s, for: audience }], connections: 1 }
            """
        _ = try folder.write(Array(text.utf8), to: "profile.yaml")
        let (coordinator, address) = try await run.coordinator("1")
        unlink(table)
        let ended = await (try run.generator("b", at: address)).end()
        #expect(ended.ending == .exited(2))
        #expect(ended.errors.contains("people.csv"), "\(ended.errors)")
        let led = await coordinator.end()
        #expect(led.ending == .exited(3))
        #expect(led.errors.contains("generator b (host "), "\(led.errors)")
        let reason = "people.csv: a generator reads files only below its folder"
        #expect(led.errors.contains(reason), "\(led.errors)")
        #expect(run.numbers.isEmpty)
    }

    @Test("A generator that leaves before the start keeps the run from starting")
    func leaves() async throws {
        let run = try LedRun(count: 100)
        let (coordinator, address) = try await run.coordinator("2", "--generators-wait", "8s")
        let first = try run.generator("first", at: address)
        first.send(SIGINT)
        _ = await first.end()
        let ended = await coordinator.end()
        #expect(ended.ending == .exited(3))
        #expect(
            ended.errors.contains(" of 2 generators came within 8 s")
                || ended.errors.contains("before the start"),
            "\(ended.errors)"
        )
        #expect(run.numbers.isEmpty)
    }

    @Test("A host that is not a master and a missing Locust are reported")
    func noMaster() async throws {
        let server = try ScriptedServer(answering: Answer.box)
        let address = server.origin.dropFirst("http://".count)
        let generator = try await assay(
            "generator",
            "--master",
            String(address),
            "--wait",
            "1s",
            "--quiet"
        )
        #expect(generator.ending == .exited(3))
        #expect(
            generator.errors == """
                assay generator: no Locust master responded at \(address) within 1 s; expected one \
                started by "assay load --generators"

                """
        )
        let run = try LedRun(count: 10)
        let load = try await assay(
            "load",
            run.profile.path,
            "--generators",
            "local:1",
            "--target",
            run.server.origin,
            "--locust",
            "/nowhere/locust"
        )
        #expect(load.ending == .exited(3))
        #expect(
            load.errors.contains("/nowhere/locust cannot be started: No such file or directory")
        )
        #expect(load.errors.contains("make generators"))
    }

    @Test("An interrupt ends all generators, and arrivals due until then count")
    func interrupted() async throws {
        let run = try LedRun(count: 4_000)
        let (coordinator, address) = try await run.coordinator("2")
        let generators = [try run.generator("a", at: address), try run.generator("b", at: address)]
        await run.server.waitForReceived(100)
        coordinator.send(SIGINT)
        let ended = await coordinator.end()
        #expect(ended.ending == .exited(130), "\(ended.errors)")
        for generator in generators { _ = await generator.end() }
        let result = try run.result
        #expect(result.isInterrupted && result.recording.dueCount == UInt64(run.numbers.count))
    }

    @Test("A built-in reference for other machines and secrets on the command line are rejected")
    func commandLine() async throws {
        let run = try LedRun(count: 10)
        let reference = try await assay("load", run.profile.path, "--generators", "2")
        #expect(reference.ending == .exited(1))
        #expect(
            reference.errors == """
                assay load: --generators 2 requires --target URL, as only this machine can reach a \
                built-in reference; or use --generators local:2

                """
        )
        let none = try await assay("load", run.profile.path, "--generators", "local:0")
        #expect(none.ending == .exited(1))
        #expect(none.errors.contains("a number such as 4, or local:2"))
        let both = try await assay(
            "load",
            run.profile.path,
            "--generators",
            "local:2",
            "--shard",
            "1/2"
        )
        #expect(both.ending == .exited(1))
        #expect(both.errors.contains("expected no --generators"))
        let lonely = try await assay("load", run.profile.path, "--master-bind", "5557")
        #expect(lonely.ending == .exited(1))
        #expect(lonely.errors.contains("--master-bind requires --generators"))
    }
}
