import Base
import Contract
import HTTP
import JSON
import Synchronization

/// The received requests of one listener, and its responses.
final class ListenerLog: Sendable {
    /// One request with its response.
    struct Entry: Sendable {
        /// Counts the requests of the listener from zero.
        let number: Int
        let exchange: ExchangeRecord
        let subject: Subject
        /// Of the request and its response together.
        let bodyBytes: Int
    }

    private struct State {
        var evaluator: Evaluator
        var origin = ""
        /// Those that no step has taken.
        var entries: [Entry] = []
        /// The number of received requests, including those not kept.
        var count = 0
        /// The number of requests with a response that were not kept.
        var unkept = 0
        /// The size of those that no step has taken, in bytes.
        var bytes = 0
        var problem: String?
    }

    private let listener: Listener
    private let attachments: [String: [UInt8]]
    private let clock: any ReplayClock
    private let state: Mutex<State>

    /// - Parameters:
    ///   - listener: The source of responses.
    ///   - attachments: The files that responses send.
    ///   - clock: The clock for the time of requests.
    ///   - evaluator: The names that responses use.
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

    /// The limits of a request.
    static let limits = ServerLimits(requestLineBytes: 32 * 1_024, bodyBytes: 16 << 20)
    /// The number of requests that are kept until a step takes them, and their total bytes; further ones get a
    /// response and are counted.
    private static let keptCount = 10_000
    private static let keptBytes = 64 << 20
}

extension ListenerLog {
    /// Sets the address of the listener.
    func setOrigin(_ origin: String) { state.withLock { $0.origin = origin } }

    /// The address of the listener.
    var origin: String { state.withLock { $0.origin } }

    /// Updates the names for responses.
    func setScope(_ scope: [String: JSONValue]) { state.withLock { $0.evaluator.scope = scope } }

    /// Why a response could not be made; `nil` when all could.
    var problem: String? { state.withLock { $0.problem } }

    /// The requests that no step has taken, in the order of arrival.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// The number of requests with a response that were too many to keep.
    var unkeptCount: Int { state.withLock { $0.unkept } }

    /// Removes requests, so that later steps do not see them.
    func take(_ taken: [Entry]) {
        let numbers = Set(taken.map(\.number))
        state.withLock { state in
            for entry in state.entries where numbers.contains(entry.number) {
                state.bytes -= entry.bodyBytes
            }
            state.entries.removeAll { numbers.contains($0.number) }
        }
    }

    /// Stores a request and responds to it; called on several threads at once.
    func answer(_ request: ServerRequest) -> ServerResponse {
        let now = clock.now
        return state.withLock { state in
            let rule = listener.responses[min(state.count, listener.responses.count - 1)]
            state.evaluator.now = now
            let response = response(to: request, rule, &state)
            keep(request, response, at: now, in: &state)
            state.count += 1
            return ServerResponse(
                status: response.status,
                headers: response.headers,
                body: response.body,
                delay: rule.delay
            )
        }
    }

    private func response(
        to request: ServerRequest,
        _ rule: ListenerResponse,
        _ state: inout State
    ) -> HTTPResponse {
        if let problem = request.problem { return HTTPResponse(status: problem.status) }
        do {
            return try rule.response(attachments: attachments, using: &state.evaluator)
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
                    result: .success(response),
                    startedAt: now
                ),
                subject: Subject(received: received),
                bodyBytes: size
            )
        )
    }
}
