import Contract
import Faults
import HTTP
import Synchronization
import Transport

/// Injects faults with a loopback hop of its own for every request.
///
/// A fault that the hop plays itself is played in cleartext, in front of an https server too, so
/// that it is the same failure there; forwarded bytes keep the server's TLS. A failing handshake
/// needs TLS, in front of an http server too.
final class HopInjector: FaultInjector {
    private struct State {
        var isCancelled = false
        var running: [ObjectIdentifier: CurlTransport] = [:]
    }

    private let options: TransportOptions
    private let state = Mutex(State())

    /// - Parameter options: The checked options of the run.
    init(options: TransportOptions) { self.options = options }

    func exchange(
        _ request: HTTPRequest,
        through action: Fault.Action,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure> {
        if let obstacle = obstacle(to: action, before: request) {
            return .failure(TransportFailure(kind: .other, detail: "not sent: \(obstacle)"))
        }
        do {
            let upstream = FaultHop.Upstream(host: request.hostname, port: request.port)
            let hop = try FaultHop(before: upstream, fault: Fault(action))
            let transport = try CurlTransport(options: options(through: hop), width: 1)
            guard begin(transport) else { return .failure(.interrupted) }
            let response = await transport.exchange(rerouted(request, action), timeout: timeout)
            state.withLock { $0.running[ObjectIdentifier(transport)] = nil }
            let reason = hop.counters.lastUpstreamFailure
            hop.requestStop()
            return reason.map { .failure(Self.unreached($0, request)) } ?? response
        } catch {
            return .failure(TransportFailure(kind: .other, detail: "not sent: \(error)"))
        }
    }

    /// Cancels everything in progress; nothing is sent any more.
    func cancelAll() {
        let running = state.withLock { state in
            state.isCancelled = true
            return Array(state.running.values)
        }
        for transport in running { transport.cancelAll() }
    }

    private func begin(_ transport: CurlTransport) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.running[ObjectIdentifier(transport)] = transport
            return true
        }
    }
}

extension HopInjector {
    private func options(through hop: FaultHop) -> TransportOptions {
        var options = options
        options.connectTo = ["::127.0.0.1:\(hop.port)"]
        options.proxy = nil
        options.unixSocket = nil
        options.interface = nil
        // The hop itself responds in HTTP/1.1.
        if options.httpVersion == .http2PriorKnowledge { options.httpVersion = .automatic }
        return options
    }

    private func rerouted(_ request: HTTPRequest, _ action: Fault.Action) -> HTTPRequest {
        guard !action.isPassedOn else { return request }
        var rerouted = request
        let scheme = action == .tls ? "https" : "http"
        let authority = request.origin.drop { $0 != ":" }
        rerouted.origin = scheme + authority
        return rerouted
    }

    /// Why the fault cannot be injected; `nil` when it can.
    private func obstacle(to action: Fault.Action, before request: HTTPRequest) -> String? {
        guard action.isPassedOn else { return nil }
        let name = action.name.rawValue
        let isTLS = request.origin.lowercased().hasPrefix("https:")
        if isTLS, action.needsCleartext {
            return
                "the fault \(name) requires a readable response, and TLS hides it; drop-after "
                + "works with TLS"
        }
        if options.httpVersion == .http2PriorKnowledge, !isTLS {
            return "the fault \(name) requires a server with HTTP/1.1, or HTTP/2 over TLS"
        }
        let isRerouted =
            options.proxy != nil || options.unixSocket != nil || !options.connectTo.isEmpty
            || !options.resolve.isEmpty
        guard isRerouted else { return nil }
        return "the fault \(name) requires a direct connection to the server, without a proxy, a "
            + "socket or an address of its own"
    }

    private static func unreached(_ reason: String, _ request: HTTPRequest) -> TransportFailure {
        TransportFailure(
            kind: .unreachable,
            detail: "the server behind the fault, \(request.origin): \(reason)"
        )
    }
}

extension TransportFailure {
    fileprivate static let interrupted = TransportFailure(
        kind: .cancelled,
        detail: "the run was interrupted"
    )
}
