import HTTP
package import HTTP2Serving
package import JSON
package import ReferencePush

/// A stand-in for what push services send to, which `SinkServer` puts on the wire.
package protocol PushSink: ReferenceService {
    /// Its knobs and its account.
    var state: SinkState { get }

    /// Where senders look for the provider, as CONNECT names it: `api.push.apple.com:443`.
    ///
    /// A first label of `*` stands for any. The first of these has none.
    var authorities: [String] { get }

    /// Whether senders may show who they are by a certificate.
    var asksForCertificates: Bool { get }

    /// Makes what answers the requests of one connection.
    func makeJudge() -> any SinkJudge

    /// What a sender needs to reach it.
    ///
    /// - Parameter origin: Where it is reached; `nil` at the provider's own hosts.
    /// - Returns: `nil` when a sender needs nothing but the address.
    /// - Throws: When there is no key to give, and none can be made.
    func need(ofSendersAt origin: String?) throws -> JSONValue?

    /// A request that the sink takes, as the words behind `curl`.
    ///
    /// - Parameter origin: Where the sink is reached.
    /// - Returns: `nil` where none can be written down.
    /// - Throws: When there is no usable key in the options.
    func trial(at origin: String) throws -> [String]?
}

extension PushSink {
    package var speaksHTTP2: Bool { true }

    package var asksForCertificates: Bool { false }

    package func makeJudge() -> any SinkJudge { ServiceJudge(self, state) }

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

/// Answers the requests of one connection to a sink; used by the thread of the connection only.
package protocol SinkJudge: AnyObject {
    /// How many requests the sender may have under way, as far as it is known by now.
    func streams(_ knobs: SinkKnobs) -> UInt32

    /// Answers a request that is whole.
    ///
    /// - Returns: The knobs that hold.
    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs

    /// What the GOAWAY says that ends the connection.
    ///
    /// - Parameter isIdle: Whether it ends because nothing happened on it for long.
    /// - Returns: A text for people and programs, or nothing.
    func farewell(isIdle: Bool) -> [UInt8]
}

/// Answers with a service that knows nothing of connections.
final class ServiceJudge: SinkJudge {
    private let service: any ReferenceService
    private let state: SinkState

    /// - Parameters:
    ///   - service: A sink, or one with a defect.
    ///   - state: The sink's.
    init(_ service: any ReferenceService, _ state: SinkState) {
        self.service = service
        self.state = state
    }

    func streams(_ knobs: SinkKnobs) -> UInt32 { knobs.streams }

    func judge(_ exchange: ServedExchange, certificate: ClientCertificate?) -> SinkKnobs {
        exchange.answer(with: service.handle(ServerRequest(exchange, service.limits)))
        return state.knobs
    }

    func farewell(isIdle: Bool) -> [UInt8] { [] }
}
