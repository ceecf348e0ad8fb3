import Base
import CommandLineTool
import Contract
import HTTP
import Load
import LoadModel
import Measure
import Profile
import Replay
import Transport

/// One search of `assay capacity`, from the values of variables to the last step.
struct CapacitySession {
    let plan: CapacityPlan
    let profile: LoadProfile
    let settings: CapacitySettings
    let console: Console
    let interruption: LoadInterruption
    let transport: CurlTransport
    let references: ChildReferences
    /// Shows the search while it runs; `nil` without the option.
    let dashboard: Dashboard?

    /// Sets up, searches, and reports the progress.
    ///
    /// - Returns: The result; `nil` when the search was interrupted before it began.
    /// - Throws: Why it could not start: a `LoadObstacle`, a `VerificationObstacle` or a
    ///   `RequestFailure`.
    func run() async throws -> (record: CapacityRecord, redactor: Redactor)? {
        let seed = plan.basis.seed ?? profile.seed ?? LoadTestPlan.randomSeed()
        let preparation = LoadPreparation(
            basis: plan.basis,
            profile: profile,
            runInterruption: interruption,
            transport: transport,
            references: references
        )
        guard let prepared = try await preparation.prepared(seed) else { return nil }
        defer { prepared.tokens?.end() }
        var load = load(prepared.requests, seed)
        let delivery = try await preparation.deliveries(of: prepared)
        load.deliveries = delivery?.watch
        let openers = try prepared.requests.openers(for: load, options: plan.basis.transport)
        let calls = preparation.calls(prepared, seed, isQuiet: plan.isQuiet, console: console)
        let found = try await calls.around { [load] () async throws -> Found? in
            let startedAt = SystemClock().now.nanosecondsSince1970
            let start = prepared.tokens?.now ?? 0
            let result: CapacityResult
            do {
                let run = CapacityRun(load, settings: settings, openers: openers)
                dashboard?.hide(with: prepared.redactor)
                result = try await search(run, load, prepared.redactor) { result in
                    let found = Found(result: result, startedAt: startedAt, tokens: [])
                    return record(
                        found,
                        prepared.targets,
                        run: prepared.run,
                        prepared.redactor,
                        [],
                        seed
                    )
                }
            } catch {
                await delivery?.leave()
                throw error
            }
            await delivery?.leave()
            if case .unreachable(let detail) = result.ending {
                throw LoadObstacle(.couldNotRun, detail)
            }
            let tokens = prepared.tokens?.figures(since: start) ?? []
            return Found(result: result, startedAt: startedAt, tokens: tokens)
        }
        return found.map { found, calls in
            let redactor = prepared.redactor
            return (
                record(found, prepared.targets, run: prepared.run, redactor, calls, seed), redactor
            )
        }
    }

    /// Runs the steps on generators.
    ///
    /// - Parameter preparation: The generators, and their plan.
    /// - Returns: The result; `nil` when the search was interrupted before it began.
    /// - Throws: Why it could not start or continue.
    func run(
        leading preparation: FleetPreparation
    ) async throws -> (record: CapacityRecord, redactor: Redactor)? {
        let (basis, command) = try await preparation.prepared()
        let deliveries = try await preparation.deliveries(basis)
        let session = try FleetSession(
            preparation.option,
            command: "capacity",
            console: plan.isQuiet ? nil : console
        )
        let steps = FleetSteps(
            session,
            basis,
            command,
            watch: deliveries?.watch,
            interruption: interruption,
            console: console
        )
        let startedAt = SystemClock().now.nanosecondsSince1970
        let run = CapacityRun(basis.outline, settings: settings, performer: steps)
        let result: CapacityResult
        do {
            dashboard?.hide(with: basis.redactor)
            result = try await search(run, basis.outline, basis.redactor) { result in
                let found = Found(result: result, startedAt: startedAt, tokens: [])
                let seed = basis.outline.seed
                return record(found, basis.targets, run: basis.run, basis.redactor, [], seed)
            }
        } catch {
            await deliveries?.leave()
            await session.end(.couldNotRun)
            throw error
        }
        await deliveries?.leave()
        await session.end(.success)
        if case .unreachable(let detail) = result.ending {
            throw LoadObstacle(.couldNotRun, detail)
        }
        let found = Found(result: result, startedAt: startedAt, tokens: [])
        let seed = basis.outline.seed
        return (
            record(found, basis.targets, run: basis.run, basis.redactor, [], seed), basis.redactor
        )
    }

    /// The outcome of the steps.
    private struct Found {
        let result: CapacityResult
        /// In nanoseconds since 1970.
        let startedAt: Int64
        let tokens: [RunToken]
    }

    private func record(
        _ found: Found,
        _ targets: [ReplayTarget],
        run: String?,
        _ redactor: Redactor,
        _ calls: [RunAudienceCall],
        _ seed: UInt64
    ) -> CapacityRecord {
        CapacityRecord(
            found.result,
            profile: CapacityRecord.Profile(profile, seed: seed, run: run),
            targets: targets.map { RunTarget($0, redactor) },
            thresholds: profile.thresholds,
            workers: plan.workers,
            options: plan.basis.options(redactor),
            audienceCalls: calls,
            tokens: found.tokens.map { $0.saying(redactor.redact) },
            tool: RunTool(version: Version.number, libraries: Version.libraries),
            environment: RunEnvironment.current,
            startedAt: found.startedAt
        )
    }

    /// The load of each step; its own stages are not used.
    private func load(_ requests: PlannedRequests, _ seed: UInt64) -> LoadPlan {
        var load = LoadPlan(profile, requests: requests, seed: seed)
        load.workers = plan.workers
        return load
    }

    private func search(
        _ run: CapacityRun,
        _ load: LoadPlan,
        _ redactor: @autoclosure () -> Redactor,
        record: @escaping @Sendable (CapacityResult) -> CapacityRecord
    ) async throws -> CapacityResult {
        let names = load.mix.rows
        let display =
            plan.isQuiet
            ? nil
            : CapacityDisplay(
                objectives: load.thresholds.map { $0.text(sends: names) },
                quantile: settings.quantile,
                console: console
            )
        let browsers = dashboard.map { SearchDashboard($0, settings, record: record) }
        var say: (@Sendable (String) -> Void)?
        if let display { say = { line in display.say(line) } }
        interruption.take({ run.interrupt() }, say: say)
        defer { interruption.release() }
        do {
            let result = try await run.run { progress in
                display?.show(progress)
                browsers?.show(progress)
            }
            display?.end()
            return result
        } catch let obstacle as LoadObstacle {
            throw obstacle
        } catch {
            throw LoadObstacle(.couldNotRun, redactor().redact("\(error)"))
        }
    }
}

extension CapacityRecord.Profile {
    fileprivate init(_ profile: LoadProfile, seed: UInt64, run: String?) {
        self.init(
            file: profile.file,
            title: profile.title,
            hash: ProfileFingerprint.hash(of: profile),
            seed: seed,
            run: run,
            sends: profile.mix.rows
        )
    }
}
