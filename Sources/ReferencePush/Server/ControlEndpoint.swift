import Contract
package import HTTP
import JSON

/// Control endpoint of a reference server: its identity, and provider states.
package struct ControlEndpoint: Sendable {
    private let service: any ReferenceService
    private let endpoint: EndpointGuard

    /// Base path of the endpoint.
    package static let path = "/.well-known/assay"
    /// Path of provider states.
    package static let statePath = "/.well-known/assay/state"

    /// - Parameters:
    ///   - service: The service of the endpoint.
    ///   - endpoint: Protects it from other sites.
    package init(service: any ReferenceService, endpoint: EndpointGuard) {
        self.service = service
        self.endpoint = endpoint
    }

    /// The response; `nil` for a request to the service itself.
    package func answer(_ request: ServerRequest) -> ServerResponse? {
        guard request.path == Self.path || request.path.hasPrefix(Self.path + "/") else {
            return nil
        }
        if let problem = request.problem { return error(problem.status, problem.description) }
        if let refusal = endpoint.refusal(of: request) {
            return error(refusal.status, refusal.reason)
        }
        switch Self.routes.match(request.method, request.path.segments) {
        case .found(let operation, _):
            if let refusal = endpoint.refusal(ofChange: request) {
                return error(refusal.status, refusal.reason)
            }
            return operation(self)(request)
        case .otherMethod:
            return error(405, "method \(request.method) is not offered at \(request.path)")
        case .unknownPath:
            return more(request) ?? error(404, "there is no \(request.path)")
        }
    }

    private typealias Operation =
        @Sendable (ControlEndpoint) -> (ServerRequest) -> ServerResponse

    private static let routes: RouteTable<Operation> = [
        "GET \(path)": ControlEndpoint.describe,
        "HEAD \(path)": ControlEndpoint.describe,
        "POST \(statePath)": ControlEndpoint.changeState,
    ]

    /// Handles resources specific to the service.
    private func more(_ request: ServerRequest) -> ServerResponse? {
        if let refusal = endpoint.refusal(ofChange: request) {
            return error(refusal.status, refusal.reason)
        }
        let name = request.path.dropFirst(Self.path.count + 1)
        switch service.control(name, request) {
        case .value(let value): return response(200, value)
        case .refusal(let status, let text): return error(status, text)
        case nil: return nil
        }
    }

    private func describe(_ request: ServerRequest) -> ServerResponse {
        response(
            200,
            ["reference": .string(service.name), "stateChange": .string(Self.statePath)]
        )
    }

    private func changeState(_ request: ServerRequest) -> ServerResponse {
        let change: StateChange
        do {
            change = try StateChange(request.body)
        } catch {
            return self.error(400, error.description)
        }
        do {
            return response(200, .object(try service.change(change)))
        } catch {
            switch error {
            case .unknownState: return self.error(404, error.description)
            case .invalidParameter: return self.error(400, error.description)
            }
        }
    }

    private func error(_ status: Int, _ text: String) -> ServerResponse {
        response(status, ["error": .string(text)])
    }

    private func response(_ status: Int, _ value: JSONValue) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
            body: Array(value.text.utf8)
        )
    }
}

extension StateChange {
    /// Reads the body of a request.
    fileprivate init(_ body: [UInt8]) throws(StateChangeFault) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body, duplicates: .refused)
        } catch {
            throw StateChangeFault(description: "body: \(error.description)")
        }
        guard let object = value.objectValue else {
            throw StateChangeFault(description: "body: expected an object, got \(value.kind)")
        }
        guard let state = object["state"]?.stringValue else {
            throw StateChangeFault(description: "state: expected a string")
        }
        let given = object["params"] ?? .null
        guard let params = given == .null ? JSONObject() : given.objectValue else {
            throw StateChangeFault(description: "params: expected an object, got \(given.kind)")
        }
        let action = object["action"]?.stringValue ?? ""
        guard let action = StateAction(rawValue: action) else {
            throw StateChangeFault(
                description: "action: expected setup or teardown, got \"\(action)\""
            )
        }
        self.init(state, params, action)
    }
}

private struct StateChangeFault: Error, CustomStringConvertible {
    let description: String
}
