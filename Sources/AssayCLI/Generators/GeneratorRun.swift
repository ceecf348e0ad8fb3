import Base
import CommandLineTool
import Contract
import ContractFile
import Distribution
import JSON
import Load
import LoadModel
import Measure
import Profile
import Replay
import Transport

/// The part of a run that this generator performs, from its files to its figures.
struct GeneratorRun {
    let plan: GeneratorPlan
    let bus: GeneratorBus
    let name: String
    let host: String
    let console: Console
    let interruption: LoadInterruption
    /// Called with the lead of the run, or of the next step, as soon as there is one.
    let led: (GeneratorLead) -> Void
    /// Waits for the next step of a search; returns `nil` after the last.
    let next: () async -> GeneratorPlan?

    /// The result.
    struct Outcome {
        let result: RunResult
        /// Whether the coordinator has the result.
        let isTaken: Bool
    }

    /// Prepares, waits for the word to begin, runs, and hands over the result.
    ///
    /// - Returns: `nil` if the run was interrupted before it began.
    /// - Throws: Why it could not start: a `LoadObstacle`, a `CommandLineError` and whatever else ends `assay load`.
    func run() async throws -> Outcome? {
        guard plan.version == Version.number else {
            throw LoadObstacle(
                .couldNotRun,
                "this is assay \(Version.number), and the coordinator assay \(plan.version); expected the "
                    + "same on all machines"
            )
        }
        let arguments = try ArgumentParser.parse(plan.words, as: LoadCommand.specification)
        try Self.check(arguments)
        var test = try LoadTestPlan(arguments)
        test.isLed = true
        let profile = try profile(test, arguments)
        try test.transport.validate()
        let transport = try CurlTransport(options: test.transport)
        let references = ChildReferences(options: [])
        let session = LoadSession(
            basis: test.basis,
            profile: profile,
            console: console,
            isQuiet: true,
            interruption: interruption,
            transport: transport,
            references: references
        )
        let relay = profile.delivery == nil ? nil : MessageRelay()
        let ready = try await session.ready { load in
            load.workers = test.workers
            load.shard = test.shard
            load.relay = relay
        }
        guard let ready else { return nil }
        let measure = Measuring(load: ready.load, test: test, profile: profile, ready: ready)
        guard plan.step == nil else {
            let last = try await session.measured(ready) { try await steps(measure, relay) }
            last?.calls.forEach { interruption.say($0.text) }
            return last?.value
        }
        let lead = lead(of: measure, relay)
        let run = try await session.measured(ready) { () async throws -> LoadResult? in
            let result = try await measured(measure, lead)
            if let result {
                await interruption.waitForOthers(
                    test.shard,
                    ready.load,
                    profile,
                    startedAt: result.startedAt
                )
            }
            return result
        }
        guard let (result, ends) = run else { return nil }
        let whole = measure.result(result, calls: ends)
        return Outcome(result: whole, isTaken: await lead.deliver(whole))
    }

    /// The tools to measure a run or a step of it.
    private struct Measuring: Sendable {
        var load: LoadPlan
        let test: LoadTestPlan
        let profile: LoadProfile
        let ready: ReadyLoad

        func result(_ result: LoadResult, calls: [RunAudienceCall] = []) -> RunResult {
            RunResult(result, of: load, profile, test, ready.prepared, calls: calls)
        }
    }

    private func lead(of measure: Measuring, _ relay: MessageRelay?) -> GeneratorLead {
        let lead = GeneratorLead(bus, identity: identity, relay: relay) {
            measure.result($0)
        }
        led(lead)
        return lead
    }

    /// Performs the requested steps one after the other.
    ///
    /// - Returns: The outcome of the last step; `nil` when none began.
    private func steps(
        _ measure: Measuring,
        _ relay: MessageRelay?
    ) async throws -> Outcome? {
        var last: Outcome?
        var plan: GeneratorPlan? = plan
        while let step = plan?.step, interruption.count == 0 {
            var measure = measure
            measure.load = measure.load.performing(step.step, number: step.number, step.arrivals)
            let lead = lead(of: measure, relay)
            do {
                if let result = try await measured(measure, lead) {
                    let whole = measure.result(result)
                    last = Outcome(result: whole, isTaken: await lead.deliver(whole))
                    guard last?.isTaken == true else { return last }
                }
            } catch let obstacle as LoadObstacle {
                // An overloaded server may refuse connections; the next step can still succeed.
                fail(obstacle)
            }
            plan = await next()
        }
        return last
    }

    /// Options that determine the requests and their target; a coordinator sends no others.
    private static let takenOptions =
        FleetPreparation.passedOn + ["seed", "target", "run", "var", "rate", "shard"]
    /// Those of them that name a file of this machine.
    private static let fileOptions = ["cacert", "cert", "key", "unix-socket"]

    /// Checks that a command line has the options that a coordinator sends, and no others.
    private static func check(_ arguments: ParsedArguments) throws {
        let others = LoadCommand.specification.options.map(\.name).filter {
            !takenOptions.contains($0)
        }
        if let word = arguments.words(of: others).first {
            throw LoadObstacle(
                .couldNotRun,
                "the coordinator requests \(word), which generators do not accept"
            )
        }
        for path in fileOptions.flatMap({ arguments.strings($0) }) {
            do {
                _ = try ShippedFiles.own(path)
            } catch {
                throw LoadObstacle(.couldNotRun, "\(error)")
            }
        }
    }

    private func fail(_ obstacle: LoadObstacle) {
        let head = JSONObject(identity + [.init(name: "reason", value: .string("\(obstacle)"))])
        bus.send(FleetMessage.failed, Packet(.object(head)))
    }

    private func profile(
        _ test: LoadTestPlan,
        _ arguments: ParsedArguments
    ) throws -> LoadProfile {
        let loaded = LoadedProfile(
            path: test.path,
            fileRoots: test.basis.fileRoots,
            files: ShippedFiles(plan.files)
        )
        guard let read = loaded.profile else {
            throw LoadObstacle(
                .unusableFile,
                "the profile cannot be read here:\n\(loaded.diagnosis)"
            )
        }
        let profile = try test.checked(read, arguments)
        let digest = ProfileFingerprint.hash(of: profile)
        guard digest == plan.digest else {
            throw LoadObstacle(
                .couldNotRun,
                "the profile differs here, most likely its table of recipients: digest "
                    + "\(digest), expected \(plan.digest)"
            )
        }
        return profile
    }

    private var identity: [JSONObject.Member] {
        [
            .init(name: "name", value: .string(name)),
            .init(name: "host", value: .string(host)),
            .init(name: "digest", value: .string(plan.digest)),
        ]
    }

    private func measured(
        _ measure: Measuring,
        _ lead: GeneratorLead
    ) async throws -> LoadResult? {
        let run: LoadRun
        do {
            run = try LoadRun(measure.load, openers: measure.ready.openers, ledBy: lead)
        } catch {
            throw LoadObstacle(.couldNotRun, error.description)
        }
        interruption.take(run, nil)
        defer { interruption.release() }
        lead.take(run)
        switch await run.run() {
        case .success(let result): return result
        case .failure(.notWanted): return nil
        case .failure(let failure): throw LoadObstacle(.couldNotRun, failure.description)
        }
    }
}
