package import HTTP
package import JSON

/// A documented service that `ReferenceServer` puts on the wire.
package protocol ReferenceService: Sendable {
    /// The name by which a contract and the command line know it: `ncmb`.
    var name: String { get }

    /// What the service accepts at most.
    var limits: ServerLimits { get }

    /// Whether it is documented to speak HTTP/2, and is served so.
    var speaksHTTP2: Bool { get }

    /// Answers one request. Called on several threads at once.
    func handle(_ request: ServerRequest) -> ServerResponse

    /// Brings about a provider state, or ends it.
    ///
    /// - Parameters:
    ///   - state: The name a contract gives in `given:`.
    ///   - params: What the contract says about it; empty when it says nothing.
    ///   - action: Whether the state begins or ends.
    /// - Returns: Variables for the steps that follow; empty when there are none.
    /// - Throws: When the service has no such state, or cannot read `params`.
    func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject

    /// Tells or takes something more at the control address, where `EndpointGuard` lets nobody else in.
    ///
    /// - Parameters:
    ///   - name: What stands behind `/.well-known/assay/`: `account`.
    ///   - request: The whole request.
    /// - Returns: `nil` when there is nothing of that name.
    func control(_ name: Substring, _ request: ServerRequest) -> ControlReply?

    /// The operation that a request is taken for, as its method and the pattern of its path; `nil` for
    /// none.
    func operation(of request: ServerRequest) -> String?

    /// What a client has to know that finds the service at `origin`; `nil` when there is nothing to say.
    func guide(at origin: String) -> ClientGuide?

    /// Ends background work. Nothing is handled afterwards.
    func stop()
}

extension ReferenceService {
    package var speaksHTTP2: Bool { false }

    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? { nil }

    package func operation(of request: ServerRequest) -> String? { nil }

    package func guide(at origin: String) -> ClientGuide? { nil }
}

/// What a service answers at its control address.
package enum ControlReply: Hashable, Sendable {
    case value(JSONValue)
    /// A status of 400 or more, and a sentence without capital letter and full stop.
    case refusal(Int, String)
}

/// Whether a provider state begins or ends.
package enum StateAction: String, Hashable, Sendable, CaseIterable {
    case setup, teardown
}

/// Why a provider state could not be changed.
package enum StateChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownState(String, known: [String])
    case invalidParameter(state: String, parameter: String, expected: String)

    package var description: String {
        switch self {
        case .unknownState(let state, let known):
            "unknown state \"\(state)\"; known are: \(known.joined(separator: ", "))"
        case .invalidParameter(let state, let parameter, let expected):
            "state \"\(state)\": params.\(parameter): expected \(expected)"
        }
    }
}
