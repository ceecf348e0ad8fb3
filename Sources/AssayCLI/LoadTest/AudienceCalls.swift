import Base
import CommandLineTool
import HTTP
import Load
import LoadModel
import Measure
import Profile
import Transport

/// Sends the requests to each recipient before and after a run, with the engine of the run.
struct AudienceCalls {
    let session: LoadSession
    let prepared: PreparedLoad
    /// The load between the requests.
    let load: LoadPlan

    private var profile: LoadProfile { session.profile }
    private var seed: UInt64 { load.seed }
    private var shard: Shard { load.shard }
    private var console: Console { session.console }
    private var interruption: LoadInterruption { session.interruption }
    private var requests: PlannedRequests { prepared.requests }
    private var redactor: Redactor { prepared.redactor }

    /// Sends the requests before the run, performs the measurement, and always sends the requests after it.
    ///
    /// - Parameter body: The measurement; returns `nil` after an interruption.
    /// - Returns: The measurement and the results of the requests to recipients; `nil` when interrupted before the
    ///   measurement.
    /// - Throws: An error of `body`, or a `LoadObstacle` when the preparation failed.
    func around<Value>(
        _ body: () async throws -> Value?
    ) async throws -> (value: Value, calls: [RunAudienceCall])? {
        let preparation = await prepare()
        var value: Value?
        var failure: (any Error)? = preparation.obstacle
        if preparation.isDone {
            do { value = try await body() } catch { failure = error }
        }
        let cleanup = await cleanUp(after: preparation)
        if let value { return (value, preparation.calls + cleanup) }
        // No report shows these calls.
        for call in (preparation.isInterrupted ? preparation.calls : []) + cleanup {
            interruption.say(call.text)
        }
        if let failure { throw failure }
        return nil
    }

    /// The outcome of a preparation.
    private struct Preparation {
        var calls: [RunAudienceCall] = []
        /// The number after that of the last recipient to which a request was sent.
        var end: UInt64 = 0
        /// Why the run cannot begin.
        var obstacle: LoadObstacle?
        /// Whether it was interrupted.
        var isInterrupted = false

        /// Whether the run may begin.
        var isDone: Bool { obstacle == nil && !isInterrupted }
    }

    /// Sends the requests before the run, until a failure prevents the run.
    private func prepare() async -> Preparation {
        var preparation = Preparation()
        // Without a preparation all recipients exist from the beginning.
        if profile.prepare.isEmpty { preparation.end = requests.audience?.count ?? 0 }
        for (number, planned) in requests.prepare.enumerated() where preparation.isDone {
            let performed = await perform(planned, .prepare, number, upTo: planned.audience.count)
            preparation.calls.append(performed.call)
            preparation.end = max(preparation.end, performed.end)
            preparation.isInterrupted = interruption.count > 0
            if !preparation.isInterrupted, let reason = reason(performed, of: planned) {
                let place = planned.call.send.location
                let text = "\(place): prepare \(performed.call.name): \(reason)"
                preparation.obstacle = LoadObstacle(.couldNotRun, redactor.redact(text))
            }
        }
        return preparation
    }

    /// Sends the requests after the run to all prepared recipients.
    private func cleanUp(after preparation: Preparation) async -> [RunAudienceCall] {
        let count = shard.count(below: preparation.end)
        guard count > 0 else { return [] }
        var calls: [RunAudienceCall] = []
        // Earlier interruptions ended the run; later ones end this.
        let before = interruption.count
        for (number, planned) in requests.cleanup.enumerated() {
            guard before < 2, interruption.count == before else {
                calls.append(failed("interrupted", planned, .cleanup, count).call)
                continue
            }
            let number = requests.prepare.count + number
            calls.append(await perform(planned, .cleanup, number, upTo: preparation.end).call)
        }
        return calls
    }

    // MARK: - One of them

    private struct Performed {
        let call: RunAudienceCall
        /// The number after that of the last recipient to which a request was sent.
        let end: UInt64
        let firstFailure: String?
    }

    private func perform(
        _ planned: PlannedCall,
        _ phase: RunAudienceCall.Phase,
        _ number: Int,
        upTo end: UInt64
    ) async -> Performed {
        let plan = LoadPlan(
            planned,
            upTo: end,
            in: profile.load,
            seed: seed,
            number: number,
            shard: shard
        )
        let count = shard.count(below: end)
        do {
            let opener = try ConnectionOpener(
                to: planned.origin,
                options: session.basis.transport.speaking(profile.load)
            )
            let run = try LoadRun(plan, opener: opener)
            let outcome = await outcome(of: run, planned, phase, count)
            return performed(outcome, of: planned, phase, count)
        } catch {
            return failed("\(error)", planned, phase, count)
        }
    }

    private func outcome(
        of run: LoadRun,
        _ planned: PlannedCall,
        _ phase: RunAudienceCall.Phase,
        _ count: UInt64
    ) async -> Result<LoadResult, LoadStartFailure> {
        let name = "\(phase.rawValue) \(planned.send.name)"
        let subject = LiveDisplay.Subject(name: name, count: count)
        let live = session.isQuiet ? nil : LiveDisplay(run.plan, subject: subject, console: console)
        switch phase {
        case .prepare: interruption.take(run, live)
        case .cleanup: interruption.takeLater(run, live)
        }
        defer {
            interruption.release()
            live?.end()
        }
        return await run.run { progress in
            live?.show(progress)
            // More failures would not change the outcome.
            if phase == .prepare, progress.failedCount > planned.call.failures { run.interrupt() }
        }
    }

    private func performed(
        _ outcome: Result<LoadResult, LoadStartFailure>,
        of planned: PlannedCall,
        _ phase: RunAudienceCall.Phase,
        _ count: UInt64
    ) -> Performed {
        switch outcome {
        case .failure(let failure): return failed(failure.description, planned, phase, count)
        case .success(let result):
            let recording = result.recording
            let failures = recording.cells.filter { !$0.key.isGood && $0.count > 0 }
            let call = RunAudienceCall(
                phase,
                name: planned.send.name,
                recipients: count,
                good: recording.goodCount,
                failures: failures.map { .init($0.key.outcome, $0.count) },
                elapsed: result.elapsed,
                obstacle: obstacle(result, planned, count)
            )
            let end = shard.end(ofFirst: recording.sentCount)
            return Performed(call: call, end: end, firstFailure: result.firstFailure)
        }
    }

    private func failed(
        _ reason: String,
        _ planned: PlannedCall,
        _ phase: RunAudienceCall.Phase,
        _ count: UInt64
    ) -> Performed {
        let call = RunAudienceCall(
            phase,
            name: planned.send.name,
            recipients: count,
            good: 0,
            elapsed: 0,
            obstacle: redactor.redact(reason)
        )
        return Performed(call: call, end: 0, firstFailure: nil)
    }

    /// Why not all requests were sent.
    private func obstacle(_ result: LoadResult, _ planned: PlannedCall, _ count: UInt64) -> String?
    {
        switch result.cut {
        case .interrupted: return interruption.count > 0 ? "interrupted" : "too many failed"
        case .noConnection(let detail):
            return redactor.redact(
                "the connection was lost: "
                    + "\(detail)"
            )
        case .audience(let detail): return redactor.redact(detail)
        case .noToken(let detail): return redactor.redact("no valid access token: \(detail)")
        case .threshold, .orphaned, .silent, nil:
            guard result.recording.sentCount < count else { return nil }
            return "it took longer than \(NanosecondText.exact(planned.call.limit))"
        }
    }

    /// Why the run cannot begin after a call; `nil` when it can.
    private func reason(_ performed: Performed, of planned: PlannedCall) -> String? {
        let (call, limit) = (performed.call, planned.call.failures)
        guard call.failedCount > limit else { return call.obstacle }
        let sent = Count.grouped(call.good + call.failedCount, "request")
        let first = performed.firstFailure.map { "; the first: \($0)" } ?? ""
        return "\(Count.grouped(call.failedCount)) of \(sent) failed, expected at most "
            + "\(Count.grouped(limit)): \(call.failureText)\(first)"
    }
}
