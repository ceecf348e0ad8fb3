import Base
import Contract
import HTTP
import JSON
import Stub
import Synchronization

/// Stands between a client under test and what answers it: judges every request, and answers some
/// with errors that were asked for.
final class ClientSession: Sendable {
    /// What one run of the client has sent.
    struct Found {
        /// In the order in which the answers were ready.
        var steps: [StepResult] = []
        /// How many requests came that were answered and not judged.
        var unjudged = 0
        /// How many requests were answered as was asked for.
        var told = 0
        /// What is wrong with the client's reports; `nil` for nothing.
        var reportProblem: String?
        /// How many bytes the bodies of the judged requests have.
        fileprivate var bytes = 0
    }

    /// How many requests are judged; what comes beyond that is counted.
    private let mostRequests: Int
    private static let mostBytes = 64 << 20

    private struct State {
        var judge: ClientJudge
        var found = Found()
        /// How many requests each is still for; `nil` for any number.
        var answers: [ScriptedResponse]
        var reports: CallReports
    }

    private let state: Mutex<State>
    private let stubs: [ContractStub]
    private let clock: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - judge: Judges the requests.
    ///   - stubs: Make up the errors that are asked for: of each contract one.
    ///   - answers: Those errors.
    ///   - reports: The file in which the client says what it does.
    ///   - mostRequests: How many requests are judged; more than a person looks at.
    ///   - clock: What the time is.
    init(
        judge: ClientJudge,
        stubs: [ContractStub],
        answers: [ScriptedResponse],
        reports: String,
        mostRequests: Int = 10_000,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        state = Mutex(State(judge: judge, answers: answers, reports: CallReports(path: reports)))
        self.stubs = stubs
        self.mostRequests = mostRequests
        self.clock = clock
    }

    /// What was found so far.
    var found: Found {
        state.withLock { state in
            Self.takeReports(&state)
            var found = state.found
            found.steps = state.judge.settled(found.steps)
            return found
        }
    }

    /// Answers a request of the client; called on several threads at once.
    ///
    /// - Parameters:
    ///   - request: As it came.
    ///   - service: Answers what nothing else is asked for.
    /// - Returns: What the client gets.
    func respond(
        to request: ServerRequest,
        by service: (ServerRequest) -> ServerResponse
    ) -> ServerResponse {
        // What a client says before it sends a request is there when the request is.
        state.withLock { Self.takeReports(&$0) }
        let received = HTTPRequest(received: request)
        let startedAt = clock()
        let told = told(received)
        let response = told ?? service(request)
        let exchange = ExchangeRecord(
            request: received,
            answer: .success(
                HTTPResponse(
                    status: response.status,
                    headers: response.headers,
                    body: response.body
                )
            ),
            startedAt: startedAt
        )
        state.withLock { state in
            state.found.told += told == nil ? 0 : 1
            let bytes = state.found.bytes + request.body.count + response.body.count
            guard state.found.steps.count < mostRequests, bytes <= Self.mostBytes else {
                state.found.unjudged += 1
                return
            }
            state.found.bytes = bytes
            state.found.steps.append(state.judge.judge(exchange, isTold: told != nil))
        }
        return response
    }

    /// Takes in what the client has reported since.
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

    /// The error that was asked for in place of what the service would answer; `nil` for none.
    private func told(_ request: HTTPRequest) -> ServerResponse? {
        let error = state.withLock { state -> String? in
            guard !state.answers.isEmpty else { return nil }
            let operation = state.judge.operation(for: request)?.id
            guard operation != nil,
                let index = state.answers.firstIndex(where: {
                    ($0.operation ?? operation) == operation && $0.times != 0
                })
            else { return nil }
            if let times = state.answers[index].times { state.answers[index].times = times - 1 }
            return state.answers[index].error
        }
        guard let error, let stub = stubs.first(where: { $0.answers(request) }) else { return nil }
        var asking = request
        asking.headers.set("Prefer", "code=\(error)")
        let answer = stub.answer(asking)
        return ServerResponse(status: answer.status, headers: answer.headers, body: answer.body)
    }
}
