import Base
import Contract
import HTTP
import HTTPServer
import JSON
import Stub
import Synchronization

/// Sits between a client under test and the service: checks every request, and responds to some
/// with the requested errors.
final class ClientSession: Sendable {
    /// The requests of one run of the client.
    struct Found {
        /// In the order in which the responses were ready.
        var steps: [StepResult] = []
        /// Requests that got a response and were not checked.
        var unjudged = 0
        /// Preflights of a browser, which are not the client's own.
        var preflights = 0
        /// Requests that got a requested error.
        var forced = 0
        /// The client's own credentials, which must not be shown.
        var credentials: Set<String> = []
        /// The problem with the client's reports; `nil` for none.
        var reportProblem: String?
        /// The size of the bodies of the checked requests, in bytes.
        fileprivate var bytes = 0
    }

    /// The number of requests that are checked; further ones are counted.
    private let mostRequests: Int
    private static let mostBytes = 64 << 20

    private struct State {
        var judge: ClientJudge
        var found = Found()
        /// The scripted responses with the number of requests left for each; `nil` for any number.
        var responses: [ScriptedResponse]
        var reports: CallReports
    }

    private let state: Mutex<State>
    private let stubs: [ContractStub]
    private let clock: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - judge: Checks the requests.
    ///   - stubs: Make the scripted errors: one for each contract.
    ///   - responses: The scripted errors.
    ///   - reports: The file in which the client reports its calls.
    ///   - mostRequests: How many requests are checked; more than a person reads.
    ///   - clock: The clock of the run.
    init(
        judge: ClientJudge,
        stubs: [ContractStub],
        responses: [ScriptedResponse],
        reports: String,
        mostRequests: Int = 10_000,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        state = Mutex(
            State(judge: judge, responses: responses, reports: CallReports(path: reports))
        )
        self.stubs = stubs
        self.mostRequests = mostRequests
        self.clock = clock
    }

    /// The result so far.
    var found: Found {
        state.withLock { state in
            Self.takeReports(&state)
            var found = state.found
            found.steps = state.judge.settled(found.steps)
            found.credentials = state.judge.credentials
            return found
        }
    }

    /// Responds to a request of the client; called on several threads at once.
    ///
    /// - Parameters:
    ///   - request: The request as received.
    ///   - service: Responds unless an error is scripted.
    /// - Returns: The response to the client.
    func respond(
        to request: ServerRequest,
        by service: (ServerRequest) -> ServerResponse
    ) -> ServerResponse {
        // A client reports a call before it sends the request, so the report is there already.
        state.withLock { Self.takeReports(&$0) }
        let received = HTTPRequest(received: request)
        let isPreflight = state.withLock { state in
            let isPreflight = state.judge.isPreflight(received)
            if isPreflight { state.found.preflights += 1 }
            return isPreflight
        }
        if isPreflight { return service(request) }
        let startedAt = clock()
        let forced = forced(received)
        let response = forced ?? service(request)
        let exchange = ExchangeRecord(
            request: received,
            result: .success(
                HTTPResponse(
                    status: response.status,
                    headers: response.headers,
                    body: response.body
                )
            ),
            startedAt: startedAt
        )
        state.withLock { state in
            state.found.forced += forced == nil ? 0 : 1
            let bytes = state.found.bytes + request.body.count + response.body.count
            guard state.found.steps.count < mostRequests, bytes <= Self.mostBytes else {
                state.found.unjudged += 1
                return
            }
            state.found.bytes = bytes
            state.found.steps.append(
                request.problem.map { problem in
                    let label = "\(received.method) \(received.path)"
                    return state.judge.invalid(label, problem.description, in: exchange)
                } ?? state.judge.judge(exchange, isForced: forced != nil)
            )
        }
        return response
    }

    /// Takes what the client sent and what never became a request; called on several threads at once.
    func note(_ loss: ServerLoss) {
        // A client may open a connection that it does not use.
        guard let (label, problem) = loss.finding else { return }
        state.withLock { $0.found.steps.append($0.judge.invalid(label, problem)) }
    }

    /// Reads new reports of the client.
    private static func takeReports(_ state: inout State) {
        guard state.found.reportProblem == nil else { return }
        var judge = state.judge
        defer { state.judge = judge }
        do {
            try state.reports.read { try judge.report($0) }
        } catch {
            let line = state.reports.lines
            state.found.reportProblem = "line \(line) of \(CallReports.variable): \(error)"
        }
    }

    /// The scripted error for a request; `nil` for the service's own response.
    private func forced(_ request: HTTPRequest) -> ServerResponse? {
        let error = state.withLock { state -> String? in
            guard !state.responses.isEmpty else { return nil }
            let operation = state.judge.operation(for: request)?.id
            guard operation != nil,
                let index = state.responses.firstIndex(where: {
                    ($0.operation ?? operation) == operation && $0.times != 0
                })
            else { return nil }
            if let times = state.responses[index].times { state.responses[index].times = times - 1 }
            return state.responses[index].error
        }
        guard let error, let stub = stubs.first(where: { $0.answers(request) }) else { return nil }
        var asking = request
        asking.headers.set("Prefer", "code=\(error)")
        let response = stub.answer(asking)
        return ServerResponse(
            status: response.status,
            headers: response.headers,
            body: response.body
        )
    }
}

extension ServerLoss {
    /// What was sent, as far as it is known, and its problem; `nil` when nothing was sent.
    fileprivate var finding: (label: String, problem: String)? {
        switch self {
        case .noRequest(let isSilent): isSilent ? nil : ("connection", "something else")
        case .brokenOff(let method, let target):
            (
                // A query can contain secrets.
                "\(method) \(target.prefix { $0 != "?" })",
                "a \(method.isEmpty ? "head" : "body") that is malformed or ends too early"
            )
        }
    }
}
