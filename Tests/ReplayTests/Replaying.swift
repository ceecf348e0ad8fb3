import Base
import Contract
import HTTP2Serving
import ContractFile
import HTTP
import JSON
import Replay
import TestSupport
import Testing

/// Contract files with texts from a test, by path.
struct TextFiles: FileSource {
    let texts: [String: String]

    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        guard let text = texts[path] else {
            throw FileSourceError(path: path, reason: "no such file")
        }
        return Array(text.utf8)
    }
}

/// A contract parsed from a text in a test, with everything needed to run it.
struct Replaying {
    /// The tables that most tests share: one operation with promises, and its errors.
    static let tables = """
        contract: "1"
        info: { title: Sample }
        targets: { api: { reference: sample } }
        failure:
          when: { status: { gte: 400 } }
          code: { jsonpath: "$.code" }
          message: { jsonpath: "$.error" }
        operations:
          ping:
            request: { method: GET, path: /ping }
            responses: { "200": {} }
            promises:
              lively: { summary: says that it is alive }
              cookie: { basis: observed, expect: { contains: { cookie: true } } }
              denied: { error: E1 }
              denied-later: { error: E1 }
              gone: { error: E2, basis: observed }
          send:
            request: { method: POST, path: /send, json: { text: hello } }
            responses: { "201": { contains: { ok: true } } }
        errors:
          E1: { status: 400, message: No. }
          E2: { status: 404 }
          E3: { status: 500, untestable: nobody knows how }

        """

    let contract: ContractDocument
    let transport: ScriptedTransport
    var clock: any ReplayClock = ManualClock()
    var options = ReplayOptions()
    let interruption: Interruption
    var targets = [ReplayTarget(name: "api", origin: "http://api.test")]
    var today = "2026-01-31"
    var hasEnded = false
    var faults: (any FaultInjector)?
    var watcher: (any RunWatcher)?

    /// Adds `text` to the shared tables, unless it is a complete file that begins with `contract:`.
    ///
    /// A test that wants to end the run passes its own interruption. `response` gets the number of each request and
    /// the request.
    init(
        _ text: String,
        interruption: Interruption = Interruption(),
        answering response: @escaping @Sendable (Int, HTTPRequest) -> ScriptedTransport.Outcome
    ) throws {
        let whole = text.hasPrefix("contract:") ? text : Self.tables + text
        contract = try Self.contracts(["sample.yaml": whole], of: ["sample.yaml"])[0]
        self.interruption = interruption
        transport = ScriptedTransport(answering: response)
    }

    /// Responses in order; a request beyond them fails with an explanation.
    init(_ text: String, responses: [ScriptedTransport.Outcome]) throws {
        try self.init(text) { index, request in
            guard index < responses.count else {
                return .failure(
                    TransportFailure(kind: .other, detail: "unexpected \(request.target)")
                )
            }
            return responses[index]
        }
    }

    /// Reads contracts; any error in them fails the test.
    static func contracts(
        _ files: [String: String],
        of paths: [String]
    ) throws -> [ContractDocument] {
        let library = ContractLibrary(files: TextFiles(texts: files))
        let contracts = paths.map(library.contract)
        try #require(!library.diagnostics.hasErrors, "\(library.diagnostics.list)")
        return contracts
    }

    /// Everything the cases share.
    ///
    /// - Parameter transport: Used before the script.
    /// - Returns: The context.
    /// - Throws: When a variable or a binding cannot be worked out.
    func context(over transport: (any HTTPTransport)? = nil) throws -> RunContext {
        var evaluator = Evaluator(now: clock.now, random: RandomSource(seed: 0, name: ""))
        for variable in contract.variables {
            if let value = variable.defaultValue {
                evaluator.scope[variable.name] = try evaluator.value(of: value)
            }
        }
        try evaluator.bind(contract.bindings)
        return RunContext(
            contract: contract,
            targets: targets,
            transport: transport ?? self.transport,
            faults: faults,
            servers: DaemonLauncher(),
            clock: clock,
            options: options,
            interruption: interruption,
            watcher: watcher,
            evaluator: evaluator
        )
    }

    /// Replays the contract and returns the results of its cases.
    func results() async throws -> [CaseResult] {
        try await ContractRunner(context: context(), today: today, hasEnded: hasEnded).run()
    }

    /// Replays a contract that has a single case and returns its result.
    func result() async throws -> CaseResult {
        let results = try await results()
        try #require(results.count == 1)
        return results[0]
    }

    /// Replays the contract and joins it with its promises, by identifier.
    func promises() async throws -> [String: PromiseResult] {
        var coverage = Coverage(
            level: options.level,
            today: today,
            judgesWaivers: options.runsWaived
        )
        coverage.add(try await results(), of: contract)
        let rows = coverage.rows(of: contract, in: contract.file)
        return Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    }
}

extension ScriptedTransport {
    /// The requests in order: `GET /ping`.
    var lines: [String] { requests.map { "\($0.method) \($0.target)" } }
}

/// A response with a JSON body.
func answer(_ status: Int, _ body: JSONValue = [:]) -> ScriptedTransport.Outcome {
    .success(HTTPResponse(status: status, body: Array(body.text.utf8)))
}

/// An error response as declared in the sample contract.
func refusal(_ status: Int, _ code: String) -> ScriptedTransport.Outcome {
    answer(status, ["code": .string(code), "error": "No."])
}

/// A transport failure without a response.
func failure(
    _ kind: TransportFailure.Kind,
    firstByte: Duration = .zero
) -> ScriptedTransport.Outcome {
    .failure(
        TransportFailure(
            kind: kind,
            detail: "scripted",
            phases: PhaseTimes(firstByte: firstByte)
        )
    )
}
