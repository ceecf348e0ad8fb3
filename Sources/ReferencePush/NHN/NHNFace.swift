import HTTP
import JSON

/// One of the hosts of the service; all share its state.
struct NHNFace: PlanningService {
    /// Purpose of the host.
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
    /// Its name in contracts: `nhn-push.api`.
    var name: String { "\(service.options.generation.serviceName).\(kind.rawValue)" }

    var delivery: PlannedDelivery { service.delivery }

    var limits: ServerLimits {
        ServerLimits(requestLineBytes: 16 * 1_024, bodyBytes: 4 << 20)
    }

    func handle(_ request: ServerRequest) -> ServerResponse {
        service.handle(request, at: kind)
    }

    func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try service.change(change)
    }

    func operation(of request: ServerRequest) -> String? {
        service.operation(of: request, at: kind)
    }

    func guide(at origin: String) -> ClientGuide? {
        guard let application = service.options.applications.first, kind == .api else { return nil }
        let content = #"{"default":{"title":"Hello","body":"From the command line"}}"#
        var request = HTTPRequest(
            post: #"{"target":{"type":"ALL"},"content":\#(content),"messageType":"NOTIFICATION"}"#,
            "application/json",
            to: "/push/v2.4/appkeys/\(application.appKey)/messages",
            at: origin
        )
        request.headers.append("X-Secret-Key", application.secretKey)
        return ClientGuide(
            keys: ["app key": application.appKey, "secret key": application.secretKey],
            request: request
        )
    }
}
