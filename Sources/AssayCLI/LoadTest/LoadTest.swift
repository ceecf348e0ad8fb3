import Base
import CommandLineTool
import Contract
import HTTP
import Load
import LoadModel
import Measure
import Platform
import Profile
import Replay
import Reports
import RunReports
import Transport

/// One run of `assay load`, from the values of variables to the last response.
struct LoadTest {
    let session: LoadSession
    let plan: LoadTestPlan
    /// Serves live metrics; `nil` without the option.
    let metrics: MetricsServer?
    /// The time at which the command began.
    let began: Timestamp

    /// The result, and the secrets that no report may show.
    struct Outcome {
        let result: RunResult
        let redactor: Redactor
    }

    /// Sets up, runs, and reports the progress.
    ///
    /// - Returns: The result; `nil` if the run was interrupted before it began.
    /// - Throws: If the run cannot start: a `LoadObstacle` or a `VerificationObstacle`.
    func run() async throws -> Outcome? {
        try await Self.showingEnd(on: dashboard) { try await measured() }
    }

    private var profile: LoadProfile { session.profile }
    private var dashboard: Dashboard? { session.dashboard }

    /// Performs a run, and shows its result on a dashboard.
    static func showingEnd(
        on dashboard: Dashboard?,
        _ run: () async throws -> Outcome?
    ) async throws -> Outcome? {
        do {
            let outcome = try await run()
            if let outcome {
                await dashboard?.end(with: outcome.result)
            } else {
                dashboard?.end(saying: "The run was interrupted before it began.")
            }
            return outcome
        } catch {
            dashboard?.end(saying: "The run could not start; its terminal shows why.")
            throw error
        }
    }

    private func measured() async throws -> Outcome? {
        let ready = try await session.ready { load in
            load.workers = plan.workers
            load.targetProcesses = try targetProcesses()
            load.shard = plan.shard
        }
        guard let ready else { return nil }
        let run = try await session.measured(ready) { () async throws -> LoadResult? in
            guard var result = try await measured(ready) else { return nil }
            result.delivery = await ready.delivery?.ended(result.delivery)
            await session.interruption.waitForOthers(
                plan.shard,
                ready.load,
                profile,
                startedAt: result.startedAt
            )
            return result
        }
        guard let (result, calls) = run else { return nil }
        let prepared = ready.prepared
        return Outcome(
            result: RunResult(result, of: ready.load, profile, plan, prepared, calls: calls),
            redactor: prepared.redactor
        )
    }

    private func measured(_ ready: ReadyLoad) async throws -> LoadResult? {
        let (load, prepared) = (ready.load, ready.prepared)
        let whole = { @Sendable (result: LoadResult) in
            if prepared.tokens != nil { dashboard?.hide(with: prepared.redactor) }
            return RunResult(result, of: load, profile, plan, prepared)
        }
        let figures = { @Sendable (result: LoadResult) -> MetricsServer.Figures in
            let redactor = prepared.redactor
            return { redactor.redact(PrometheusText($0).text(of: LoadFacts(whole(result)))) }
        }
        let measured = try await run(load, ready.openers) { progress in
            dashboard?.show(progress, of: load, result: whole)
            guard let metrics, let snapshot = progress.snapshot else { return }
            metrics.show(figures(snapshot))
        }
        if let measured { metrics?.show(figures(measured)) }
        return measured
    }

    /// The processes whose processor time counts as that of the target.
    private func targetProcesses() throws(LoadObstacle) -> [Int32] {
        guard let process = plan.targetProcess else { return session.references.processes }
        guard ProcessorTime.used(byProcess: process) != nil else {
            throw LoadObstacle(
                .couldNotRun,
                "--target-pid \(process): no such process on this machine"
            )
        }
        return [process]
    }

    /// Runs; `watch` is called once a second with the progress.
    private func run(
        _ load: LoadPlan,
        _ openers: [ConnectionOpener],
        watch: @escaping @Sendable (LoadProgress) -> Void
    ) async throws -> LoadResult? {
        let run: LoadRun
        do {
            run = try LoadRun(load, openers: openers)
        } catch {
            throw LoadObstacle(.couldNotRun, error.description)
        }
        let display = plan.isQuiet ? nil : LiveDisplay(load, console: session.console)
        session.interruption.take(run, display)
        defer { session.interruption.release() }
        let isRead = metrics != nil || display != nil && !load.thresholds.isEmpty
        let outcome = await run.run(
            startingAt: plan.start.map {
                began.advanced(byNanoseconds: $0.nanoseconds(from: began)).nanosecondsSince1970
            }
        ) { progress in
            display?.show(progress)
            watch(progress)
        } snapshots: { second in
            isRead && second % 5 == 1 || dashboard?.wantsFigures == true
        }
        display?.end()
        switch outcome {
        case .success(let result): return result
        case .failure(let failure): throw LoadObstacle(.couldNotRun, failure.description)
        }
    }
}

extension PlannedRequests {
    /// Connectors, one for each pool.
    ///
    /// - Throws: The first option that cannot be used.
    func openers(
        for load: LoadPlan,
        options: TransportOptions
    ) throws -> [ConnectionOpener] {
        try origins.enumerated().map { pool, origin in
            try ConnectionOpener(
                to: origin,
                options: options.speaking(load.load(ofPool: pool))
            )
        }
    }
}

extension TransportOptions {
    /// The options with the HTTP version of a load.
    func speaking(_ shape: LoadShape) -> TransportOptions {
        var options = self
        if shape.streams != nil { options.httpVersion = .http2PriorKnowledge }
        return options
    }
}

extension LoadInterruption {
    /// Waits until shards that began together are done with the recipients, before any of them
    /// cleans up.
    func waitForOthers(
        _ shard: Shard,
        _ load: LoadPlan,
        _ profile: LoadProfile,
        startedAt: Int64
    ) async {
        guard shard.count > 1, !profile.cleanup.isEmpty else { return }
        let end = startedAt + load.shape.span + load.shape.drain
        let clock = InterruptibleClock(SystemClock(), interruption: steps)
        await clock.sleep(for: .nanoseconds(end - clock.now.nanosecondsSince1970))
    }
}
