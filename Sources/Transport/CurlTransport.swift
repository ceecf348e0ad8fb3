import CCurl
package import HTTP
import Synchronization

/// Sends requests with libcurl.
///
/// Handles keep their connections and are reused last in, first out, so that a run without concurrency uses one
/// connection. A request is written once: a pooled connection that dies before the first byte of a response is a
/// failure (`reset` or `empty`), for every method, without a hidden retry. A connection that the server closed
/// while it was idle is detected before it is used.
package final class CurlTransport: HTTPTransport {
    private struct Waiter: Sendable {
        let exchange: PendingExchange
        let finish: @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
    }

    private struct State {
        var idle: [CurlHandle] = []
        var running: [ObjectIdentifier: (exchange: PendingExchange, handle: CurlHandle)] = [:]
        /// First in, first out.
        var waiting: [Waiter] = []
        /// Servers that have responded, and servers that do not speak TLS: their failures need no further
        /// diagnosis.
        var known: Set<String> = []
    }

    package let options: TransportOptions
    /// Number of concurrent exchanges; others wait.
    package let width: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - options: The same for every request; checked here.
    ///   - width: Number of concurrent exchanges, at least one.
    /// - Throws: A `TransportOptionsError` for the first invalid option.
    package init(
        options: TransportOptions = TransportOptions(),
        width: Int = 64
    ) throws(TransportOptionsError) {
        precondition(width > 0, "width: expected at least 1, got \(width)")
        precondition(Self.isReady, "curl_global_init failed: \(globalStart.rawValue)")
        try options.validate()
        self.options = options
        self.width = width
    }

    /// Whether libcurl was initialized, which the first call does.
    static var isReady: Bool { globalStart == CURLE_OK }

    package func exchange(
        _ request: HTTPRequest,
        timeout: Duration? = nil
    ) async -> Result<HTTPResponse, TransportFailure> {
        if let defect = request.defect {
            return .failure(TransportFailure(kind: .other, detail: "not sent: \(defect)"))
        }
        return await carry(PendingExchange(request, timeout: timeout))
    }

    package func probe(_ origin: String) async -> TransportFailure? {
        let request = HTTPRequest(method: "GET", origin: origin, path: "/")
        let exchange = PendingExchange(request, timeout: Self.longestProbe, isProbe: true)
        guard case .failure(let failure) = await carry(exchange) else { return nil }
        return failure
    }

    private static let longestProbe = Duration.seconds(5)

    private func carry(_ exchange: PendingExchange) async -> Result<HTTPResponse, TransportFailure>
    {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(Waiter(exchange: exchange) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            cancel(exchange)
        }
    }

    /// Cancels all running and waiting exchanges with `cancelled`; later ones are performed normally.
    package func cancelAll() {
        let (waiting, running) = state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, Array(state.running.values))
        }
        for waiter in waiting { waiter.finish(.failure(.cancelled())) }
        for (exchange, handle) in running {
            exchange.cancel()
            handle.ledger.wake(exchange)
        }
    }

    private func cancel(_ exchange: PendingExchange) {
        exchange.cancel()
        let (waiter, handle) = state.withLock { state in
            let index = state.waiting.firstIndex { $0.exchange === exchange }
            let running = state.running[ObjectIdentifier(exchange)]
            return (index.map { state.waiting.remove(at: $0) }, running?.handle)
        }
        waiter?.finish(.failure(.cancelled()))
        handle?.ledger.wake(exchange)
    }

    private enum Placement {
        case runs(CurlHandle), waits
        case fails(TransportFailure)
    }

    /// Gives `waiter` a handle, or queues it.
    private func submit(_ waiter: Waiter) {
        switch state.withLock({ place(waiter, in: &$0) }) {
        case .runs(let handle): run(waiter, on: handle)
        case .waits: break
        case .fails(let failure): waiter.finish(.failure(failure))
        }
    }

    private func place(_ waiter: Waiter, in state: inout State) -> Placement {
        // Cancelled before it was queued, so the cancellation did not find it.
        guard !waiter.exchange.isCancelled else { return .fails(.cancelled()) }
        guard state.running.count < width else {
            state.waiting.append(waiter)
            return .waits
        }
        do throws(CurlError) {
            let handle = if let idle = state.idle.popLast() { idle } else { try CurlHandle() }
            state.running[ObjectIdentifier(waiter.exchange)] = (waiter.exchange, handle)
            return .runs(handle)
        } catch {
            return .fails(TransportFailure(kind: .other, detail: error.description))
        }
    }

    private func run(_ waiter: Waiter, on handle: CurlHandle) {
        var options = options
        if waiter.exchange.request.knowsHTTP2 { options.httpVersion = .http2PriorKnowledge }
        handle.start(waiter.exchange, options: options) { result in
            let result = self.explained(result, waiter.exchange.request)
            // Releases the handle before delivering the response: the next request then finds the connection free.
            let next = self.release(handle, after: waiter.exchange)
            waiter.finish(result)
            if let next { self.run(next, on: handle) }
        }
    }

    /// Explains an exchange that failed because the server speaks TLS, by probing the server once.
    ///
    /// Blocks the thread.
    private func explained(
        _ result: Result<HTTPResponse, TransportFailure>,
        _ request: HTTPRequest
    ) -> Result<HTTPResponse, TransportFailure> {
        guard !request.isTLS, !state.withLock({ $0.known.contains(request.origin) }) else {
            return result
        }
        switch result {
        case .success(let response) where response.status == 0: return result
        case .success(let response) where !response.blamesScheme: break
        case .failure(let failure)
        where ![.reset, .empty, .truncated, .malformed].contains(failure.kind):
            return result
        case .success, .failure:
            // Exchanges that fail on purpose must not open further connections.
            guard request.mayBeSentAgain else { return result }
            guard CurlHandle.speaksTLS(at: request.origin, options: options) else { break }
            let detail = "\(request.origin) speaks TLS; try https://"
            return .failure(TransportFailure(kind: .tls, detail: detail))
        }
        state.withLock { _ = $0.known.insert(request.origin) }
        return result
    }

    /// Returns `handle` to the pool, or gives it to the first waiter, which is returned.
    private func release(_ handle: CurlHandle, after exchange: PendingExchange) -> Waiter? {
        state.withLock { state in
            state.running[ObjectIdentifier(exchange)] = nil
            guard !state.waiting.isEmpty else {
                state.idle.append(handle)
                return nil
            }
            let next = state.waiting.removeFirst()
            state.running[ObjectIdentifier(next.exchange)] = (next.exchange, handle)
            return next
        }
    }
}

extension HTTPResponse {
    /// Whether a TLS server reports the missing TLS in its response, as some do.
    fileprivate var blamesScheme: Bool {
        guard status == 400 else { return false }
        let text = String(decoding: body.prefix(1024), as: UTF8.self).uppercased()
        return ["HTTPS", "SSL", "TLS"].contains { text.contains($0) }
    }
}

/// Initializes libcurl once for the process, for ever.
private let globalStart = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
