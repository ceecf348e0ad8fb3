package import HTTP
package import JSON

/// A service whose requests are intercepted; everything else is forwarded.
package struct InterceptedService: ReferenceService {
    /// Handles one request, with or without calling the service.
    ///
    /// Called on several threads at once.
    package typealias Interception =
        @Sendable (ServerRequest, any ReferenceService) -> ServerResponse

    private let base: any ReferenceService
    private let interception: Interception

    package init(_ base: any ReferenceService, _ interception: @escaping Interception) {
        self.base = base
        self.interception = interception
    }

    package var name: String { base.name }

    package var speaksHTTP2: Bool { base.speaksHTTP2 }

    package var limits: ServerLimits { base.limits }

    package func handle(_ request: ServerRequest) -> ServerResponse { interception(request, base) }

    package func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try base.change(change)
    }

    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        base.control(name, request)
    }

    package func operation(of request: ServerRequest) -> String? { base.operation(of: request) }

    package func guide(at origin: String) -> ClientGuide? { base.guide(at: origin) }

    package var alteration: NotificationAlteration? { base.alteration }

    package func stop() { base.stop() }
}
