import HTTP
import JSON

/// One of the hosts under which the service is reached; all of them share its state.
struct NHNFace: ReferenceService {
    /// What the host is for.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Tokens, messages, tags and statistics.
        case api
        /// The reports of devices that a message arrived or was opened.
        case collector
    }

    let kind: Kind
    let service: NHNService
}

extension NHNFace {
    /// What contracts call it: `nhn-push.api`.
    var name: String { "\(service.options.generation.serviceName).\(kind.rawValue)" }

    var limits: ServerLimits {
        ServerLimits(requestLineBytes: 16 * 1_024, bodyBytes: 4 << 20)
    }

    func handle(_ request: ServerRequest) -> ServerResponse {
        service.handle(request, at: kind)
    }

    func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        try service.change(state: state, params: params, action: action)
    }

    func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        service.providers.control(name, request)
    }

    func stop() { service.stop() }
}
