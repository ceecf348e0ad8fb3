import Base
import CommandLineTool
import Contract
import Replay
import Stub

/// One run of `assay client`: the client against the services as documented and, on request, once more with each
/// documented error of its calls.
struct ClientVerification {
    let plan: ClientPlan
    let contracts: [ContractDocument]
    let responses: [ScriptedResponse]
    let current: CurrentCall

    /// Runs it.
    ///
    /// - Throws: Why it could not start: a `VerificationObstacle`, a `ServerError`, or a
    ///   `ProgramCallFailure`.
    func run() async throws -> Verification.Outcome {
        let clock = SystemClock()
        let began = clock.elapsed
        let startedAt = Double(clock.now.nanosecondsSince1970) / 1e9
        let service = try ClientService(contracts)
        var secrets: [String] = []
        let variables = VariableResolver(given: plan.variables.values, environment: .process)
        var sources: [ClientJudge.Source] = []
        for contract in contracts {
            let evaluator = try variables.evaluator(
                for: contract,
                seed: 0,
                at: clock.now,
                noting: &secrets
            )
            sources.append(ClientJudge.Source(contract, evaluator))
        }
        let trial = ClientTrial(plan: plan, sources: sources, service: service, current: current)
        var outcomes = [try await trial.run(answering: responses)]
        if plan.triesEachError {
            // A step has the name of its operation.
            let asked = Set(outcomes[0].result.steps.map(\.label))
            for response in errors(of: asked) where !current.isInterrupted {
                outcomes.append(try await trial.run(answering: [response]))
            }
        }
        let result = VerificationResult(
            contracts: results(outcomes, trial.judge.unshown),
            level: plan.level,
            ending: current.isInterrupted ? .interrupted : .complete,
            startedAt: startedAt,
            duration: clock.elapsed - began
        )
        secrets += outcomes.reduce(into: Set()) { $0.formUnion($1.credentials) }.sorted()
        return Verification.Outcome(result: result, secrets: secrets)
    }

    /// Each documented error of some operations, in file order.
    private func errors(of operations: Set<String>) -> [ScriptedResponse] {
        var responses: [ScriptedResponse] = []
        for operation in contracts.flatMap(\.operations) where operations.contains(operation.id) {
            for error in operation.promises.compactMap(\.error?.id) {
                let response = ScriptedResponse(error: error, operation: operation.id)
                if !responses.contains(response) { responses.append(response) }
            }
        }
        return responses
    }

    /// Why the report has no promises: only calls are visible from outside.
    ///
    /// - Parameters:
    ///   - rows: The promises of one file.
    ///   - unshown: Why no request shows some of them.
    private static func explain(_ rows: inout [PromiseResult], _ unshown: [String: String]) {
        let idle = rows.filter { $0.kind == .success && $0.status == .notCovered }
        let ids = Set(idle.map(\.id))
        for index in rows.indices where rows[index].status == .notCovered {
            let call = String(rows[index].id.prefix { $0 != "/" })
            let reason =
                unshown[rows[index].id]
                ?? (ids.contains(call)
                    ? "the client never made the call"
                    : rows[index].kind == .catalogue || rows[index].kind == .error
                        ? "no request shows the error that the app is given"
                        : "no request of this run shows it")
            rows[index].reason = rows[index].reason ?? reason
        }
    }

    /// The runs as cases of the first contract, with the results of the library's calls.
    ///
    /// - Parameters:
    ///   - outcomes: The runs.
    ///   - unshown: Why no request shows some promises.
    /// - Returns: A result for each file that has some.
    private func results(
        _ outcomes: [ClientTrial.Outcome],
        _ unshown: [String: String]
    ) -> [ContractResult] {
        let first = contracts[0]
        let cases = outcomes.map(\.result)
        var results = [
            ContractResult(
                file: first.file,
                title: first.title,
                version: first.version,
                targets: outcomes[0].targets,
                cases: cases
            )
        ]
        let tables = PromiseTables(
            contracts: contracts,
            level: plan.level,
            today: SystemClock().now.day,
            judgesWaivers: false
        )
        let withCalls = contracts.filter { !$0.calls.isEmpty }
        let findings = withCalls.map { PromiseTables.Finding(contract: $0, cases: cases) }
        tables.add(findings, to: &results)
        for index in results.indices {
            // Promises of servers are not checked.
            results[index].promises = []
            Self.explain(&results[index].clientPromises, unshown)
        }
        return results.filter { !$0.cases.isEmpty || !$0.clientPromises.isEmpty }
    }
}
