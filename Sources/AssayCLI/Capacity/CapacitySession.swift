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
    let session: LoadSession
    let plan: CapacityPlan
    let settings: CapacitySettings

    /// A finished search, and the secrets that no report may show.
    struct Outcome {
        let record: CapacityRecord
        let redactor: Redactor
    }

    /// Sets up, searches, and reports the progress.
    ///
    /// - Returns: The result; `nil` when the search was interrupted before it began.
    /// - Throws: Why it could not start: a `LoadObstacle`, a `VerificationObstacle` or a
    ///   `RequestFailure`.
    func run() async throws -> Outcome? {
        guard let ready = try await session.ready({ $0.workers = plan.workers }) else { return nil }
        let frame = Frame(ready)
        let run = CapacityRun(ready.load, settings: settings, openers: ready.openers)
        let found = try await session.measured(ready) { () async throws -> Found? in
            let found = try await search(run, frame)
            await ready.delivery?.leave()
            return found
        }
        return found.map { outcome($0.value, frame, $0.calls) }
    }

    /// Runs the steps on generators.
    ///
    /// - Parameter preparation: The generators, and their plan.
    /// - Returns: The result.
    /// - Throws: Why it could not start or continue.
    func run(leading preparation: FleetPreparation) async throws -> Outcome {
        try await preparation.led(as: "capacity") { led in
            let steps = FleetSteps(
                led.fleet,
                led.basis,
                led.command,
                watch: led.deliveries?.watch,
                interruption: session.interruption,
                console: session.console
            )
            let frame = Frame(led.basis)
            let run = CapacityRun(frame.load, settings: settings, performer: steps)
            let found = try await search(run, frame)
            await led.deliveries?.leave()
            return outcome(found, frame)
        }
    }

    /// What is known before the first step.
    private struct Frame: Sendable {
        /// Its own stages are not used.
        let load: LoadPlan
        let targets: [ReplayTarget]
        let run: String?
        /// `nil` when none expires, and where generators have them.
        let tokens: TokenKeeper?
        let redactor: @Sendable () -> Redactor

        init(_ ready: ReadyLoad) {
            let prepared = ready.prepared
            (load, targets, run) = (ready.load, prepared.targets, prepared.run)
            tokens = prepared.tokens
            redactor = { prepared.redactor }
        }

        init(_ basis: FleetBasis) {
            (load, targets, run) = (basis.outline, basis.targets, basis.run)
            tokens = nil
            redactor = { basis.redactor }
        }
    }

    /// The outcome of the steps.
    private struct Found {
        let result: CapacityResult
        /// In nanoseconds since 1970.
        let startedAt: Int64
        var tokens: [RunToken] = []
    }

    private func outcome(
        _ found: Found,
        _ frame: Frame,
        _ calls: [RunAudienceCall] = []
    ) -> Outcome {
        Outcome(record: record(found, frame, calls), redactor: frame.redactor())
    }

    private func record(
        _ found: Found,
        _ frame: Frame,
        _ calls: [RunAudienceCall] = []
    ) -> CapacityRecord {
        let redactor = frame.redactor()
        return CapacityRecord(
            found.result,
            profile: CapacityRecord.Profile(session.profile, seed: frame.load.seed, run: frame.run),
            targets: frame.targets.map { RunTarget($0, redactor) },
            thresholds: session.profile.thresholds,
            workers: plan.workers,
            options: session.basis.options(redactor),
            audienceCalls: calls,
            tokens: found.tokens.map { $0.saying(redactor.redact) },
            tool: RunTool(version: Version.number, libraries: Version.libraries),
            environment: RunEnvironment.current,
            startedAt: found.startedAt
        )
    }

    private func search(_ run: CapacityRun, _ frame: Frame) async throws -> Found {
        let load = frame.load
        let names = load.mix.rows
        let display =
            session.isQuiet
            ? nil
            : CapacityDisplay(
                objectives: load.thresholds.map { $0.text(sends: names) },
                quantile: settings.quantile,
                console: session.console
            )
        let startedAt = SystemClock().now.nanosecondsSince1970
        let start = frame.tokens?.now ?? 0
        let browsers = session.dashboard.map { dashboard in
            SearchDashboard(dashboard, settings) {
                record(Found(result: $0, startedAt: startedAt), frame)
            }
        }
        var say: (@Sendable (String) -> Void)?
        if let display { say = { line in display.say(line) } }
        session.interruption.take({ run.interrupt() }, say: say)
        defer { session.interruption.release() }
        let result: CapacityResult
        do {
            result = try await run.run { progress in
                display?.show(progress)
                browsers?.show(progress)
            }
        } catch let obstacle as LoadObstacle {
            throw obstacle
        } catch {
            throw LoadObstacle(.couldNotRun, frame.redactor().redact("\(error)"))
        }
        display?.end()
        if case .unreachable(let detail) = result.ending {
            throw LoadObstacle(.couldNotRun, detail)
        }
        let tokens = frame.tokens?.figures(since: start) ?? []
        return Found(result: result, startedAt: startedAt, tokens: tokens)
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
