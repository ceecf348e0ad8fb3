package import HTTP
package import JSON

/// A documented service that `ReferenceServer` puts on the wire.
package protocol ReferenceService: Sendable {
    /// The name by which a contract and the command line know it: `ncmb`.
    var name: String { get }

    /// Largest sizes of a request.
    var limits: ServerLimits { get }

    /// Whether it is documented to speak HTTP/2, and is served so.
    var speaksHTTP2: Bool { get }

    /// Handles one request; called on several threads at once.
    func handle(_ request: ServerRequest) -> ServerResponse

    /// Begins or ends a provider state.
    ///
    /// - Returns: Variables for the following steps; may be empty.
    /// - Throws: For an unknown state, or invalid parameters.
    func change(_ change: StateChange) throws(StateChangeError) -> JSONObject

    /// Handles a resource at the control address, which `EndpointGuard` protects.
    ///
    /// - Parameters:
    ///   - name: The path after `/.well-known/assay/`: `account`.
    ///   - request: The complete request.
    /// - Returns: `nil` for an unknown name.
    func control(_ name: Substring, _ request: ServerRequest) -> ControlReply?

    /// The operation of a request, as its method and the pattern of its path; `nil` for none.
    func operation(of request: ServerRequest) -> String?

    /// Instructions for clients of the service at `origin`; `nil` for none.
    func guide(at origin: String) -> ClientGuide?

    /// Where a defect changes its notifications; `nil` for a service without any.
    var alteration: NotificationAlteration? { get }

    /// Ends background work; must be the last call.
    func stop()
}

extension ReferenceService {
    package var speaksHTTP2: Bool { false }

    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? { nil }

    package func operation(of request: ServerRequest) -> String? { nil }

    package func guide(at origin: String) -> ClientGuide? { nil }

    package var alteration: NotificationAlteration? { nil }
}

/// Response of a service at its control address.
package enum ControlReply: Hashable, Sendable {
    case value(JSONValue)
    /// A status of 400 or more, and a sentence without capital letter and full stop.
    case refusal(Int, String)
}
