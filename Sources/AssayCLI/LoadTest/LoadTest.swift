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
    let plan: LoadTestPlan
    /// The profile with the overrides of the command line.
    let profile: LoadProfile
    let console: Console
    let interruption: LoadInterruption
    let transport: CurlTransport
    let references: ChildReferences
    /// Serves live metrics; `nil` without the option.
    let metrics: MetricsServer?
    /// Shows live charts; `nil` without the option.
    let dashboard: Dashboard?
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
        let seed = plan.seed ?? profile.seed ?? LoadTestPlan.randomSeed()
        let preparation = LoadPreparation(
            basis: plan.basis,
            profile: profile,
            runInterruption: interruption,
            transport: transport,
            references: references
        )
        guard let prepared = try await preparation.prepared(seed) else { return nil }
        defer { prepared.tokens?.end() }
        var load = try load(prepared.requests, seed)
        let delivery = try await preparation.deliveries(of: prepared)
        load.deliveries = delivery?.watch
        let calls = preparation.calls(
            prepared,
            seed,
            shard: plan.shard,
            isQuiet: plan.isQuiet,
            console: console
        )
        dashboard?.hide(with: prepared.redactor)
        let run: (LoadResult, [RunAudienceCall])?
        do {
            run = try await calls.around { [load] () async throws -> LoadResult? in
                guard var result = try await measured(load, prepared) else { return nil }
                result.delivery = await delivery?.ended(result.delivery)
                await interruption.waitForOthers(
                    plan.shard,
                    load,
                    profile,
                    startedAt: result.startedAt
                )
                return result
            }
        } catch {
            await delivery?.leave()
            throw error
        }
        guard let (result, ends) = run else {
            await delivery?.leave()
            return nil
        }
        return Outcome(
            result: RunResult(result, of: load, profile, plan, prepared, calls: ends),
            redactor: prepared.redactor
        )
    }

    private func measured(_ load: LoadPlan, _ prepared: PreparedLoad) async throws -> LoadResult? {
        let openers = try prepared.requests.openers(for: load, options: plan.transport)
        let whole = { @Sendable (result: LoadResult) in
            if prepared.tokens != nil { dashboard?.hide(with: prepared.redactor) }
            return RunResult(result, of: load, profile, plan, prepared)
        }
        let figures = { @Sendable (result: LoadResult) -> MetricsServer.Figures in
            let redactor = prepared.redactor
            return { redactor.redact(PrometheusText($0).text(of: LoadFacts(whole(result)))) }
        }
        let measured = try await run(load, openers) { progress in
            dashboard?.show(progress, of: load, result: whole)
            guard let metrics, let snapshot = progress.snapshot else { return }
            metrics.show(figures(snapshot))
        }
        if let measured { metrics?.show(figures(measured)) }
        return measured
    }

    /// The requests of the run with the senders.
    private func load(_ requests: PlannedRequests, _ seed: UInt64) throws -> LoadPlan {
        var load = LoadPlan(profile, requests: requests, seed: seed)
        load.workers = plan.workers
        load.targetProcesses = try targetProcesses()
        load.shard = plan.shard
        return load
    }

    /// The processes whose processor time counts as that of the target.
    private func targetProcesses() throws(LoadObstacle) -> [Int32] {
        guard let process = plan.targetProcess else { return references.processes }
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
        let display = plan.isQuiet ? nil : LiveDisplay(load, console: console)
        interruption.take(run, display)
        defer { interruption.release() }
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
