import Base
import CommandLineTool
import Contract
import Glibc
import HTTPServer
import Platform
import ReferencePush
import Replay
import ReportText
import Stub

/// Runs a client under test once, against servers without state.
struct ClientTrial {
    let plan: ClientPlan
    /// Sources of one service, with their variables bound.
    let sources: [ClientJudge.Source]
    let service: ClientService
    let current: CurrentCall

    /// The result of one run.
    struct Outcome {
        var result: CaseResult
        var targets: [ContractResult.Target]
        /// The client's own credentials, which must not be shown.
        var credentials: Set<String>
    }

    /// Starts the servers, runs the command until it exits, and checks its requests.
    ///
    /// - Parameter responses: Scripted errors; empty for a run as documented.
    /// - Returns: The run as a case.
    /// - Throws: `ServerError`, or a `ProgramCallFailure`.
    func run(answering responses: [ScriptedResponse] = []) async throws -> Outcome {
        let folder = try PrivateFolder("assay-client-", in: TemporaryFolder.path)
        defer { folder.remove() }
        let reports = folder.path + "/calls"
        let session = ClientSession(
            judge: judge,
            stubs: sources.map { ContractStub($0.contract, evaluator: $0.evaluator) },
            responses: responses,
            reports: reports,
            clock: { SystemClock().now }
        )
        let servers = ClientServers()
        defer { servers.stop() }
        let targets = try await servers.start(service, sources, session)
        let clock = ContinuousClock()
        let began = clock.now
        let call = try ProgramCall(command: plan.command, adding: variables(targets, reports))
        current.take(call)
        let end = await end(of: call)
        // The end of a request that is not complete shows only when its connection is closed.
        await servers.waitForClients()
        let found = session.found
        var result = CaseResult(
            file: sources[0].contract.file,
            name: responses.isEmpty ? Self.name : responses.map(\.name).joined(separator: ", "),
            location: SourceLocation(file: sources[0].contract.file, line: 1, column: 1),
            verdict: .passed,
            steps: found.steps
        )
        result.duration = clock.now - began
        let obstacle = obstacle(end, found, responses, targets)
        if found.steps.contains(where: { $0.outcome == .failed }) {
            result.verdict = .failed
        } else if let obstacle {
            (result.verdict, result.reason) = (obstacle.verdict, obstacle.reason)
        }
        return Outcome(result: result, targets: targets, credentials: found.credentials)
    }

    /// The name of the run without scripted responses.
    private static let name = "client"

    /// Checks the requests of one run.
    var judge: ClientJudge {
        ClientJudge(
            sources,
            level: plan.level,
            allowing: Set(plan.allowed),
            checksCredentials: !service.isReference
        )
    }

    // MARK: - The command

    /// How a command ended.
    private enum End {
        case status(Int32)
        case timeout
    }

    /// Waits until the command exits, and ends it after the time limit.
    private func end(of call: ProgramCall) async -> End {
        // Taken before the watchdog starts, so that a process it ends has had its full time.
        let start = ContinuousClock.now
        let watchdog = Task { [timeout = plan.timeout] in
            do {
                try await Task.sleep(for: timeout)
                call.send(SIGTERM)
                try await Task.sleep(for: Self.grace)
                call.send(SIGKILL)
            } catch {
                // The command exited in time.
            }
        }
        let status = await call.end()
        watchdog.cancel()
        return status != 0 && .now - start >= plan.timeout ? .timeout : .status(status)
    }

    /// How long a command may take to exit after a signal.
    static let grace = Duration.seconds(2)

    /// The addresses, the file for reports, and the values that the contracts take from the environment.
    private func variables(
        _ targets: [ContractResult.Target],
        _ reports: String
    ) -> [String: String] {
        var variables = [CallReports.variable: reports]
        for source in sources {
            for variable in source.contract.variables {
                guard let name = variable.environment else { continue }
                variables[name] = source.evaluator.scope[variable.name]?.scalarText
            }
        }
        for target in targets {
            let name = target.name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
            variables["ASSAY_URL_" + String(name)] = target.url
        }
        variables["ASSAY_URL"] = targets.first?.url
        return variables
    }

    /// Reasons why the run did not pass.
    private func obstacle(
        _ end: End,
        _ found: ClientSession.Found,
        _ responses: [ScriptedResponse],
        _ targets: [ContractResult.Target]
    ) -> (verdict: Verdict, reason: String)? {
        switch end {
        case .timeout:
            return (.inconclusive, "the command did not exit within \(plan.timeout.shortText)")
        case .status(let status) where status > 128:
            return (.inconclusive, "the command was terminated by signal \(status - 128)")
        case .status(let status) where status != 0 && responses.isEmpty:
            return (.inconclusive, "the command exited with status \(status)")
        case .status: break
        }
        if let problem = found.reportProblem { return (.inconclusive, problem) }
        if found.unjudged > 0 {
            let judged = Count.of(found.steps.count, "request")
            return (.inconclusive, "\(judged) were checked, and \(found.unjudged) more came")
        }
        if found.steps.isEmpty {
            let urls = targets.map(\.url).joined(separator: " and ")
            return (
                .skipped,
                found.preflights > 0
                    ? "the command sent only CORS preflights to \(urls)"
                    : "the command sent no request to \(urls); the address is in ASSAY_URL"
            )
        }
        if !responses.isEmpty, found.forced == 0 {
            return (.skipped, "no request came for this scripted response")
        }
        return nil
    }
}
