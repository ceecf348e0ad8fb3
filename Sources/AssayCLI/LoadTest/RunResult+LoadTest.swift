import CommandLineTool
import Contract
import HTTP
import Load
import LoadModel
import Measure
import Platform
import Profile
import Replay
import Transport

extension RunResult {
    /// The result of a load run of this process; `profile` with all overrides, `run` the command line, `calls` the
    /// requests to each recipient besides it.
    init(
        _ result: LoadResult,
        of load: LoadPlan,
        _ profile: LoadProfile,
        _ run: LoadTestPlan,
        _ prepared: PreparedLoad,
        calls: [RunAudienceCall] = []
    ) {
        let redactor = prepared.redactor
        var environment = RunEnvironment.current
        environment.disturbance = result.disturbance
        self.init(
            profile: RunProfile(profile, load, run: prepared.run),
            targets: prepared.targets.map { RunTarget($0, redactor) },
            thresholds: profile.thresholds,
            recording: result.recording,
            checks: RunChecks(result.checks, sends: load.sends.map(\.name), redactor),
            failedResponses: result.failedResponses.map {
                RunFailedResponse($0, sends: result.recording.plan.sends, redactor)
            },
            delivery: result.delivery,
            parts: [
                RunPart(
                    shard: run.shard,
                    tool: RunTool(version: Version.number, libraries: Version.libraries),
                    environment: environment,
                    startedAt: result.startedAt,
                    clockError: result.clockError,
                    elapsed: result.elapsed,
                    processTime: result.processTime,
                    targetProcessTime: result.targetProcessTime,
                    workers: load.workers,
                    connections: load.shape.connections,
                    options: run.basis.options(redactor),
                    audienceCalls: calls,
                    statistics: RunStatistics(
                        result.statistics,
                        speaksHTTP2: load.shape.streams != nil
                    ),
                    tokens: result.tokens.map { $0.saying(redactor.redact) },
                    readingDelay: result.readingDelay,
                    audienceSentAt: result.audienceSentAt,
                    cut: result.cut?.saying(redactor.redact),
                    cutAt: result.cutAt
                )
            ]
        )
    }
}

extension RunTarget {
    /// A target of the run, without secrets.
    init(_ target: ReplayTarget, _ redactor: Redactor) {
        self.init(
            name: target.name,
            url: redactor.redact(target.origin + target.prefix),
            isReference: target.isReference
        )
    }
}

extension RunProfile {
    /// A profile with all overrides.
    init(_ profile: LoadProfile, _ load: LoadPlan, run: String?) {
        self.init(
            file: profile.file,
            title: profile.title,
            hash: ProfileFingerprint.hash(of: profile),
            seed: load.seed,
            run: run,
            load: load.shape,
            scenarios: profile.scenarios.map { RunScenario(name: $0.name, load: $0.load) },
            sends: profile.mix.kinds.map { RunSend($0, in: profile) },
            audience: profile.audience.map { UInt64($0.count) }
        )
    }
}

extension RunChecks {
    fileprivate init(_ figures: CheckFigures, sends: [String], _ redactor: Redactor) {
        self.init(
            checked: figures.checked,
            failed: figures.failed,
            skipped: figures.skipped.values.reduce(0, +),
            skippedFor: figures.skipped,
            failures: figures.failures.map { failure in
                Failure(
                    send: sends[failure.send],
                    arrival: failure.arrival,
                    differences: failure.differences.map(redactor.redact)
                )
            }
        )
    }
}

extension RunFailedResponse {
    /// A response without secrets.
    fileprivate init(_ response: FailedResponse, sends: [String], _ redactor: Redactor) {
        self.init(
            send: sends[response.send],
            outcome: response.outcome,
            arrival: response.arrival,
            status: response.status,
            head: String(decoding: redactor.redact(response.head), as: UTF8.self)
                .split(separator: "\r\n").map(String.init),
            body: String(decoding: redactor.redact(response.body), as: UTF8.self)
        )
    }
}

extension RunSend {
    /// Arrivals that name no recipient have none.
    fileprivate init(_ kind: ArrivalMix.Kind, in profile: LoadProfile) {
        let share = profile.audience.map { Fraction(UInt64($0.count), of: UInt64($0.requestCount)) }
        let sends = profile.sends[kind.sends]
        let namesRecipients = sends.contains(where: \.namesRecipients)
        self.init(
            name: kind.name,
            weight: kind.weight,
            recipients: namesRecipients ? share ?? Fraction(0) : Fraction(0),
            steps: kind.isJourney
                ? sends.map { String($0.name.dropFirst(kind.name.count + 1)) } : []
        )
    }
}

extension RunStatistics {
    fileprivate init(_ statistics: WorkerStatistics, speaksHTTP2: Bool) {
        self.init(
            turns: statistics.turns,
            lateTurns: statistics.lateTurns,
            busyTime: statistics.busyTime,
            opened: statistics.opened,
            refused: statistics.refused,
            closedIdle: statistics.closedIdle,
            settled: statistics.settled,
            unsentThoughFree: statistics.unsentThoughFree,
            lastRefusal: statistics.lastRefusal,
            http2: speaksHTTP2 ? HTTP2Figures(statistics.http2) : nil,
            opening: statistics.opening,
            outages: statistics.outages
        )
    }
}

extension HTTP2Figures {
    fileprivate init(_ statistics: HTTP2Statistics) {
        self.init(
            streamLimits: statistics.streamLimits.map {
                UInt64($0.lowerBound)...UInt64($0.upperBound)
            },
            resets: statistics.resets,
            goAways: statistics.goAways,
            goAwayText: statistics.goAwayText,
            blocked: statistics.blocked
        )
    }
}

extension RunEnvironment {
    /// The environment of this process.
    static var current: RunEnvironment {
        // `libcurl/7.88.1 OpenSSL/3.0.17 zlib/…`
        let names = CurlVersion.text.split(separator: " ").map(String.init)
        return RunEnvironment(
            cpu: Machine.processor,
            cores: Machine.processorCount,
            kernel: Machine.kernel,
            libcurl: names.first ?? "unknown",
            tls: names.dropFirst().first ?? "none"
        )
    }
}
