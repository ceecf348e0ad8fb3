package import HTTPServer
package import JSON

/// One of the hosts under which the service is reached; all of them share its state.
package struct NHNFace: ReferenceService {
    /// What the host is for.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
    package var name: String { "\(service.options.generation.serviceName).\(kind.rawValue)" }

    package var limits: ServerLimits {
        ServerLimits(requestLineBytes: 16 * 1_024, bodyBytes: 4 << 20)
    }

    package func handle(_ request: ServerRequest) -> ServerResponse {
        service.handle(request, at: kind)
    }

    package func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        try service.change(state: state, params: params, action: action)
    }

    package func stop() { service.stop() }
}
