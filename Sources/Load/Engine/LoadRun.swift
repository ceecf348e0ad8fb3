import CLinux
import LoadModel
package import Measure
import Platform
import Synchronization
package import Transport

/// One run, from the first connection to the last response.
package final class LoadRun: Sendable {
    package let plan: LoadPlan
    private let workers: [Worker]
    /// One for each pool of connections.
    private let openers: [ConnectionOpener]
    /// Number of calls of `interrupt()`.
    private let interruptions = Mutex(0)
    /// Leads the run; `nil` when it is not part of a larger one.
    private let lead: (any RunLead)?
    /// Recordings that workers handed over during the run.
    private let handedOver: Mutex<Recording>

    /// Time between the last connection and the first arrival, so that all workers begin together.
    private static let lead: Int64 = 20_000_000
    /// Largest delay of a part's beginning: the length of its first lease.
    private static let longestDelay: Int64 = 5_000_000_000
    /// Time for remaining responses after an interruption.
    private static let shortDrain: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - plan: The load to send.
    ///   - opener: Opens the connections, for a run with one server.
    /// - Throws: A `LoadSetupFailure` when the operating system has too few descriptors.
    package convenience init(
        _ plan: LoadPlan,
        opener: ConnectionOpener
    ) throws(LoadSetupFailure) {
        try self.init(plan, openers: [opener])
    }

    /// - Parameters:
    ///   - plan: The load to send.
    ///   - openers: Open the connections, one for each pool of the plan.
    ///   - lead: Leads the run, when it is part of a larger one.
    /// - Throws: A `LoadSetupFailure` when the operating system has too few descriptors.
    package init(
        _ plan: LoadPlan,
        openers: [ConnectionOpener],
        ledBy lead: (any RunLead)? = nil
    ) throws(LoadSetupFailure) {
        var plan = plan
        plan.lease = lead?.lease
        self.lead = lead
        self.openers = openers
        handedOver = Mutex(Recording(plan.recordingPlan))
        precondition(
            plan.workers >= 1 && openers.count == plan.parts.last?.pools.upperBound,
            "\(plan.workers) workers, \(openers.count) servers"
        )
        let streams = plan.shape.connections.multipliedReportingOverflow(
            by: plan.shape.streams ?? 0
        )
        guard !streams.overflow, streams.partialValue <= LoadShape.mostStreams else {
            throw .streams(connections: plan.shape.connections, each: plan.shape.streams ?? 0)
        }
        let each = openers.map(\.descriptorsPerConnection).max() ?? 1
        let descriptors = plan.shape.connections * each
        let possible = DescriptorLimit.raise(forConnections: descriptors) / each
        guard possible >= plan.shape.connections else {
            throw .descriptors(wanted: plan.shape.connections, possible: possible)
        }
        self.plan = plan
        do {
            let shares = plan.shares
            let tallies = plan.parts.indices.map { part in
                let count = shares.count { $0.part == part }
                return plan.parts[part].pools.count > 1 ? JourneyTally(workers: count) : nil
            }
            workers = try shares.map { (share) throws(SystemFailure) in
                try Worker(
                    plan,
                    share: share,
                    opener: openers[share.pool],
                    tally: tallies[share.part]
                )
            }
        } catch {
            throw .system(error)
        }
        if openers.count > 1 { connectPools() }
    }

    /// Lets journeys move from pool to pool.
    private func connectPools() {
        let pools = plan.parts.flatMap(\.pools).map { pool in
            workers.filter { $0.share.pool == pool }.map(WeakWorker.init)
        }
        let poolOfSend = plan.sends.map(\.pool)
        for worker in workers {
            worker.handOver = { journey in
                let pool = pools[poolOfSend[journey.send]]
                pool[Int(journey.arrival % UInt64(pool.count))].worker?.take(journey)
            }
        }
    }

    /// A reference between workers that does not keep the other one alive.
    private struct WeakWorker: Sendable {
        weak let worker: Worker?

        init(_ worker: Worker) { self.worker = worker }
    }

    /// Connects, sends everything that is due and waits for the responses.
    ///
    /// - Parameters:
    ///   - start: When the first request may be sent, in nanoseconds since 1970; `nil` begins at once.
    ///   - progress: Called once a second during the run, and not after this has returned.
    ///   - snapshots: Asked once a second, with a number from one, whether progress includes the whole recording;
    ///     that costs each worker a copy.
    /// - Returns: The measurement; a failure when no connection could be opened, or not in time.
    package func run(
        startingAt start: Int64? = nil,
        progress: @escaping @Sendable (LoadProgress) -> Void = { _ in },
        snapshots: @escaping @Sendable (Int) -> Bool = { _ in false }
    ) async -> Result<LoadResult, LoadStartFailure> {
        for worker in workers {
            await withCheckedContinuation { continuation in
                worker.connect { continuation.resume() }
            }
        }
        // It takes milliseconds with many processes, which the lead before the first arrival cannot spare.
        var machineBefore = lead == nil ? MachineTimes.now() : nil
        let offset = clinux_realtime() - clinux_monotonic()
        let earliest = clinux_monotonic() + Self.lead
        var first = start.map { $0 - offset } ?? earliest
        if let failure = await obstacle(to: first, earliest) {
            workers.forEach { $0.end() }
            return .failure(failure)
        }
        var startedAt = first + plan.shape.warmup + offset
        if let lead {
            let connections = await observe { $0.supply.openCount }.reduce(0, +)
            guard let beginning = await lead.start(over: connections) else {
                workers.forEach { $0.end() }
                return .failure(.notWanted)
            }
            first = beginning.monotonic
            startedAt = beginning.wall + plan.shape.warmup
            // The other parts begin without it. Small delays count as lag of its first arrivals.
            let late = clinux_monotonic() - first
            if late > Self.longestDelay {
                workers.forEach { $0.end() }
                return .failure(.late(by: late))
            }
            machineBefore = MachineTimes.now()
        }
        let cpuBefore = clinux_process_time()
        let targetBefore = ProcessorTime.used(byProcesses: plan.targetProcesses)
        let base = first + plan.shape.warmup
        let watch = Task { [startedAt] in
            await self.watch(snapshots: snapshots, startedAt, progress)
        }
        plan.deliveries?.begin(plan, at: base)
        var result = await finish(base: base)
        let ended = clinux_monotonic()
        if let detail = await foreignProtocol() { result.cut = .noConnection(detail) }
        result.delivery = await plan.deliveries?.finished {
            self.interruptions.withLock { $0 }
        }
        watch.cancel()
        result.processTime = clinux_process_time() - cpuBefore
        if let targetBefore, let now = ProcessorTime.used(byProcesses: plan.targetProcesses) {
            result.targetProcessTime = now - targetBefore
        }
        if let machineBefore, let now = MachineTimes.now() {
            result.disturbance = RunDisturbance(
                from: machineBefore,
                to: now,
                own: result.processTime,
                target: result.targetProcessTime,
                known: plan.targetProcesses
            )
        }
        result.elapsed = max(ended - base, 0)
        result.tokens = plan.tokenFigures(result.statistics, base: base, elapsed: result.elapsed)
        result.startedAt = startedAt
        let clockError = clinux_clock_error()
        result.clockError = clockError < 0 ? nil : clockError
        // It may be reading the workers' state; ended workers still reply.
        await watch.value
        await finishChecks(of: &result)
        if let lead {
            for report in await withEachWorker({ $0.handOver(withOutstanding: false) }) {
                report.recording.map { result.recording.merge($0) }
            }
            let rest = standing(of: result)
            handedOver.withLock { all in
                all.merge(result.recording)
                result.recording = all.finished()
            }
            lead.take(rest)
        }
        return .success(result)
    }

    /// Waits for the remaining checks of responses, unless the run is interrupted.
    private func finishChecks(of result: inout LoadResult) async {
        guard let checks = plan.checks else { return }
        result.checks = await checks.figures()
        guard interruptions.withLock({ $0 > 0 }), result.cut == nil else { return }
        result.cut = .interrupted
        result.cutAt = min(plan.recordingPlan.span, result.elapsed)
    }

    /// Why a run cannot begin; `nil` also for an interrupted run, which ends on its own.
    private func obstacle(to start: Int64, _ earliest: Int64) async -> LoadStartFailure? {
        guard interruptions.withLock({ $0 == 0 }) else { return nil }
        let statistics = Array(zip(workers, await observe { $0.log.statistics }))
        for pool in plan.parts.flatMap(\.pools) {
            let own = statistics.filter { $0.0.share.pool == pool }
            guard !own.contains(where: { $0.1.opened > 0 }) else { continue }
            let refusal = own.compactMap(\.1.lastRefusal).first ?? "none was opened"
            let local = own.flatMap(\.1.opening.local.keys).first
            let origin = own.first?.0.origin ?? ""
            return .noConnection(refusal, origin: origin, local: local)
        }
        return start < earliest ? .late(by: earliest - start) : nil
    }

    /// Diagnosis of a server that speaks TLS on a connection without it; `nil` for any other server.
    ///
    /// Only a server that closed the connection under every request is probed.
    private func foreignProtocol() async -> String? {
        let outages = Array(zip(workers, await observe { $0.outage }))
        for (pool, opener) in openers.enumerated() {
            let own = outages.filter { $0.0.share.pool == pool }.map(\.1)
            guard own.contains(where: \.hasBroken), !own.contains(where: \.hasAnswered),
                await opener.speaksTLS()
            else { continue }
            return "\(opener.origin) speaks TLS; try https://"
        }
        return nil
    }

    /// Ends the arrivals; remaining responses have a second to arrive.
    package func stop(_ reason: RunCut) {
        for worker in workers { worker.stop(reason, drain: Self.shortDrain) }
    }

    /// Ends the run early: the first call leaves responses a second to arrive and be checked, the second none.
    package func interrupt() {
        let count = interruptions.withLock { count in
            count += 1
            return count
        }
        for worker in workers {
            if count > 1 { worker.end() } else { worker.stop(.interrupted, drain: Self.shortDrain) }
        }
        let patience = count > 1 ? 0 : Self.shortDrain
        plan.checks?.end(after: .nanoseconds(patience))
    }

    private func finish(base: Int64) async -> LoadResult {
        var result = LoadResult(plan.recordingPlan)
        await withTaskGroup { group in
            for worker in workers {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        worker.start(base: base) { continuation.resume(returning: $0) }
                    }
                }
            }
            for await end in group {
                result.recording.merge(end.recording)
                result.statistics.merge(end.statistics)
                result.readingDelay.merge(end.readingDelay)
                result.failedResponses += end.failedResponses
                guard let cut = end.cut else { continue }
                result.cut = result.cut ?? cut.reason
                result.cutAt = max(result.cutAt ?? cut.at, cut.at)
            }
        }
        for journey in await observe({ $0.journeys.stranded }).joined() {
            result.recordStranded(journey)
        }
        result.notePass(of: plan)
        // In final form they are in another order.
        result.firstFailure = result.recording.cells.first { !$0.key.isGood }?.key.outcome
        result.recording = result.recording.finished()
        return result
    }

    /// Reports everything since the last report to the lead of the run.
    private func tell(
        _ lead: any RunLead,
        _ startedAt: Int64,
        _ waiting: inout [WaitingArrivals]
    ) async {
        let wantsOutstanding = plan.thresholds.contains(where: \.aborts)
        let reports = await withEachWorker { $0.handOver(withOutstanding: wantsOutstanding) }
        guard let progress = LoadProgress(reports) else { return }
        var result = snapshot(of: reports, startedAt)
        result.cut = reports.compactMap(\.cut).first
        result.cutAt = nil
        for report in reports { result.readingDelay.merge(report.readingDelay) }
        handedOver.withLock { $0.merge(result.recording) }
        lead.take(
            PartStanding(
                result: result,
                elapsed: progress.elapsed,
                settledBefore: reports.map(\.settledBefore).min() ?? .min,
                endedCount: progress.settledCount,
                inFlight: progress.inFlight,
                pausedCount: progress.pausedCount,
                openConnections: progress.openConnections,
                outstanding: outstanding(in: reports, &waiting)
            )
        )
    }

    /// One for each worker.
    private var waitingArrivals: [WaitingArrivals] {
        workers.map { worker in
            let part = plan.parts[worker.share.part]
            return WaitingArrivals(
                ArrivalChoice(plan.mix, kinds: part.kinds, seed: part.seed),
                width: plan.recordingPlan.sliceWidth
            )
        }
    }

    /// Arrivals that are due and have not ended, in the order of their due times.
    private func outstanding(
        in reports: [WorkerReport],
        _ waiting: inout [WaitingArrivals]
    ) -> [AbortWatch.Outstanding] {
        var list = reports.flatMap(\.outstanding)
        for (index, report) in reports.enumerated() {
            guard let source = report.waiting else { continue }
            list += waiting[index].look(at: source, now: report.elapsed)
        }
        return list.sorted { $0.due < $1.due }
    }

    /// The final report.
    private func standing(of result: LoadResult) -> PartStanding {
        PartStanding(
            result: result,
            elapsed: result.elapsed,
            settledBefore: .max,
            endedCount: result.statistics.ended,
            inFlight: 0,
            pausedCount: 0,
            openConnections: 0,
            outstanding: []
        )
    }

    /// Reports progress once a second, and ends the run when a threshold cannot be met any more.
    private func watch(
        snapshots: @Sendable (Int) -> Bool,
        _ startedAt: Int64,
        _ progress: @Sendable (LoadProgress) -> Void
    ) async {
        let aborts = plan.thresholds.contains(where: \.aborts)
        var watch = AbortWatch(plan.thresholds, plannedCount: aborts ? plan.plannedCount : nil)
        let isWatched = !watch.isIdle
        var due = plan.dueCounters
        var waiting = waitingArrivals
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if let lead {
                await tell(lead, startedAt, &waiting)
                continue
            }
            seconds += 1
            let wantsAll = snapshots(seconds) || isWatched
            let reports = await observe { core in
                core.report(withAll: wantsAll, withOutstanding: isWatched)
            }
            guard var total = LoadProgress(reports), !Task.isCancelled else { return }
            total.dueCount = due.indices.reduce(settledWithoutRate(reports)) { count, index in
                count + due[index].count(to: total.elapsed)
            }
            total.undelivered = plan.deliveries?.outstanding
            if wantsAll {
                total.snapshot = snapshot(of: reports, startedAt)
                for counter in due { total.dueBySlice.merge(counter.bySlice, uniquingKeysWith: +) }
            }
            progress(total)
            if seconds == 1, let detail = await foreignProtocol() {
                for worker in workers { worker.stop(.noConnection(detail), drain: 0) }
                return
            }
            if let cut = reports.compactMap(\.cut).first, case .audience = cut {
                // Other workers would reach the unreadable recipients later.
                for worker in workers { worker.stop(cut, drain: plan.shape.drain) }
            }
            guard isWatched, let recording = total.snapshot?.recording else { continue }
            let broken = watch.broken(
                in: recording,
                now: total.elapsed,
                outstanding: outstanding(in: reports, &waiting)
            )
            guard let broken else { continue }
            for worker in workers { worker.stop(.threshold(broken), drain: Self.shortDrain) }
            return
        }
    }

    /// Result as if the run had been interrupted now, without requests in flight.
    private func snapshot(of reports: [WorkerReport], _ startedAt: Int64) -> LoadResult {
        var result = LoadResult(plan.recordingPlan)
        for report in reports {
            report.recording.map { result.recording.merge($0) }
            result.statistics.merge(report.statistics)
            result.elapsed = max(result.elapsed, report.elapsed)
        }
        result.startedAt = startedAt
        result.cut = .interrupted
        result.cutAt = result.elapsed
        result.delivery = plan.deliveries?.snapshot()
        return result
    }

    /// Ended arrivals of loads without a rate, where each arrival is due when the one before has ended.
    private func settledWithoutRate(_ reports: [WorkerReport]) -> UInt64 {
        zip(workers, reports).reduce(0) { count, pair in
            let isOpen = plan.parts[pair.0.share.part].schedule != nil
            return count + (isOpen ? 0 : pair.1.statistics.ended)
        }
    }

    private func withEachWorker<Value: Sendable>(
        _ value: @escaping @Sendable (inout WorkerCore) -> Value
    ) async -> [Value] {
        var values: [Value] = []
        for worker in workers {
            values.append(
                await withCheckedContinuation { continuation in
                    worker.change { continuation.resume(returning: value(&$0)) }
                }
            )
        }
        return values
    }

    private func observe<Value: Sendable>(
        _ value: @escaping @Sendable (borrowing WorkerCore) -> Value
    ) async -> [Value] {
        var values: [Value] = []
        for worker in workers {
            values.append(
                await withCheckedContinuation { continuation in
                    worker.observe { continuation.resume(returning: value($0)) }
                }
            )
        }
        return values
    }
}

/// Why a run, or the next of several, cannot be prepared.
package enum LoadSetupFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemFailure)
    /// Fewer connections fit below the hard limit of open files than are wanted.
    case descriptors(wanted: Int, possible: Int)
    /// More concurrent HTTP/2 requests than the memory limit allows.
    case streams(connections: Int, each: Int)
    /// Recipients became unreadable; which and why.
    case audience(String)
    /// No valid access token for the length of a timeout; the scheme and why.
    case token(String)

    package var description: String {
        switch self {
        case .system(let failure): failure.description
        case .audience(let detail): detail
        case .token(let detail): "there is no access token any more: \(detail)"
        case .streams(let connections, let each):
            "connections × streams: expected at most \(LoadShape.mostStreams), got \(connections) × \(each)"
        case .descriptors(let wanted, let possible):
            "connections: expected at most \(possible), which is what the hard limit of open files "
                + "leaves (ulimit -Hn), got \(wanted)"
        }
    }
}
