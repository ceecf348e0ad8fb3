package import HTTP
package import HTTP2Serving
package import JSON
package import ReferencePush

/// A stand-in for a push provider, served by `SinkServer`.
package protocol PushSink: ReferenceService {
    /// Its knobs and its account.
    var state: SinkState { get }

    /// Authorities of the provider in CONNECT requests: `api.push.apple.com:443`.
    ///
    /// A first label of `*` matches any label, except in the first authority.
    var authorities: [String] { get }

    /// Whether senders may use client certificates.
    var asksForCertificates: Bool { get }

    /// Makes the handler of one connection.
    func makeJudge() -> any SinkJudge

    /// Credentials that a sender needs.
    ///
    /// - Parameter origin: Origin of the sink; `nil` for the provider's own hosts.
    /// - Returns: `nil` when a sender only needs the address.
    /// - Throws: When a key is missing and cannot be made.
    func need(ofSendersAt origin: String?) throws -> JSONValue?

    /// A request that the sink accepts, as arguments of `curl`.
    ///
    /// - Parameter origin: Origin of the sink.
    /// - Returns: `nil` when such a request cannot be given.
    /// - Throws: When the key of the options is unusable.
    func trial(at origin: String) throws -> [String]?
}

extension PushSink {
    package var speaksHTTP2: Bool { true }

    package var asksForCertificates: Bool { false }

    package func makeJudge() -> any SinkJudge { ServiceJudge(self, state) }

    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        state.control(name, request)
    }

    package func stop() {}

    package func need(ofSendersAt origin: String?) throws -> JSONValue? { nil }

    package func trial(at origin: String) throws -> [String]? { nil }

    /// The hosts of `authorities`, each once.
    package var hosts: [String] {
        var hosts: [String] = []
        for authority in authorities {
            let host = String(authority.prefix { $0 != ":" })
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts
    }
}

/// Handles the requests of one connection to a sink; used by the thread of the connection only.
package protocol SinkJudge: AnyObject {
    /// Limit of the sender's concurrent requests at this time.
    func streams(_ knobs: SinkKnobs) -> UInt32

    /// Handles a complete request.
    ///
    /// - Returns: The knobs in effect.
    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs

    /// Debug data of the GOAWAY that ends the connection.
    ///
    /// - Parameter isIdle: Whether it ends because it was idle.
    /// - Returns: A text, or nothing.
    func farewell(isIdle: Bool) -> [UInt8]
}

/// Handles requests with a service that is independent of connections.
final class ServiceJudge: SinkJudge {
    private let service: any ReferenceService
    private let state: SinkState

    /// - Parameters:
    ///   - service: A sink, with or without a defect.
    ///   - state: The sink's state.
    init(_ service: any ReferenceService, _ state: SinkState) {
        self.service = service
        self.state = state
    }

    func streams(_ knobs: SinkKnobs) -> UInt32 { UInt32(knobs.streams) }

    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs {
        exchange.answer(with: service.handle(ServerRequest(exchange, service.limits)))
        return state.knobs
    }

    func farewell(isIdle: Bool) -> [UInt8] { [] }
}
