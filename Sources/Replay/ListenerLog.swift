import Base
import Contract
import HTTP
import JSON
import Synchronization

/// What one listener has received, and what it answers.
final class ListenerLog: Sendable {
    /// One request with its answer.
    struct Entry: Sendable {
        /// Counts the requests of the listener from zero.
        let number: Int
        let exchange: ExchangeRecord
        let subject: Subject
        /// Of the request and its answer together.
        let bodyBytes: Int
    }

    private struct State {
        var evaluator: Evaluator
        var origin = ""
        /// Those that no step has taken.
        var entries: [Entry] = []
        /// How many came, those that are not kept too.
        var count = 0
        /// How many were answered and not kept.
        var unkept = 0
        /// What those that no step has taken take, in bytes.
        var bytes = 0
        var problem: String?
    }

    private let listener: Listener
    private let attachments: [String: [UInt8]]
    private let clock: any ReplayClock
    private let state: Mutex<State>

    /// - Parameters:
    ///   - listener: What it answers.
    ///   - attachments: The files that answers send.
    ///   - clock: Says when a request came.
    ///   - evaluator: The names that answers use.
    init(
        _ listener: Listener,
        attachments: [String: [UInt8]],
        clock: any ReplayClock,
        evaluator: Evaluator
    ) {
        self.listener = listener
        self.attachments = attachments
        self.clock = clock
        state = Mutex(State(evaluator: evaluator))
    }

    /// What a request may be at most.
    static let limits = ServerLimits(requestLineBytes: 32 * 1_024, bodyBytes: 16 << 20)
    /// How many requests are kept that no step has taken, and how many bytes of them; further ones are
    /// answered and counted.
    private static let keptCount = 10_000
    private static let keptBytes = 64 << 20
}

extension ListenerLog {
    /// Tells the log where requests were sent to.
    func setOrigin(_ origin: String) { state.withLock { $0.origin = origin } }

    /// Where requests are sent to.
    var origin: String { state.withLock { $0.origin } }

    /// Gives answers the names that are known by now.
    func setScope(_ scope: [String: JSONValue]) { state.withLock { $0.evaluator.scope = scope } }

    /// Why an answer could not be made; `nil` when all could.
    var problem: String? { state.withLock { $0.problem } }

    /// The requests that no step has taken, in the order in which they came.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// How many requests were answered and not kept, for they were too many.
    var unkeptCount: Int { state.withLock { $0.unkept } }

    /// Takes requests away, so that no later step sees them.
    func take(_ taken: [Entry]) {
        let numbers = Set(taken.map(\.number))
        state.withLock { state in
            for entry in state.entries where numbers.contains(entry.number) {
                state.bytes -= entry.bodyBytes
            }
            state.entries.removeAll { numbers.contains($0.number) }
        }
    }

    /// Keeps a request and answers it; called on several threads at once.
    func answer(_ request: ServerRequest) -> ServerResponse {
        let now = clock.now
        return state.withLock { state in
            let answer = listener.answers[min(state.count, listener.answers.count - 1)]
            state.evaluator.now = now
            let response = response(to: request, answer, &state)
            keep(request, response, at: now, in: &state)
            state.count += 1
            return ServerResponse(
                status: response.status,
                headers: response.headers,
                body: response.body,
                delay: answer.delay
            )
        }
    }

    private func response(
        to request: ServerRequest,
        _ answer: ListenerAnswer,
        _ state: inout State
    ) -> HTTPResponse {
        switch request.problem {
        case .targetTooLong: return HTTPResponse(status: 414)
        case .bodyTooLarge: return HTTPResponse(status: 413)
        case .hostMissing: return HTTPResponse(status: 400)
        case nil: break
        }
        do {
            return try answer.response(attachments: attachments, using: &state.evaluator)
        } catch {
            state.problem = state.problem ?? "listener \(listener.name) cannot respond: \(error)"
            return HTTPResponse(status: 500)
        }
    }

    private func keep(
        _ request: ServerRequest,
        _ response: HTTPResponse,
        at now: Timestamp,
        in state: inout State
    ) {
        let size = request.body.count + response.body.count
        guard state.entries.count < Self.keptCount, state.bytes + size <= Self.keptBytes else {
            state.unkept += 1
            return
        }
        state.bytes += size
        let received = HTTPRequest(
            method: request.method,
            origin: state.origin,
            path: request.path,
            query: request.query,
            headers: request.headers,
            body: request.body.isEmpty ? nil : request.body
        )
        state.entries.append(
            Entry(
                number: state.count,
                exchange: ExchangeRecord(
                    request: received,
                    answer: .success(response),
                    startedAt: now
                ),
                subject: Subject(received: received),
                bodyBytes: size
            )
        )
    }
}
