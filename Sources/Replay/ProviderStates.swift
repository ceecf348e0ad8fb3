import Contract
package import HTTP
package import JSON

/// Asks a provider for the states that cases need (Pact's state change URL).
package struct ProviderStates: Sendable {
    /// The outcome of a request for a state.
    package enum Response: Sendable, Hashable {
        /// The state exists; the provider returned these values.
        case ready(JSONObject)
        /// It cannot be created.
        case unavailable(String)
        /// The request failed.
        case broken(String)
    }

    /// `nil` without a provider.
    private let url: String?
    private let transport: any HTTPTransport
    /// Whether the provider speaks HTTP/2 from the first byte.
    private let speaksHTTP2: Bool

    package init(url: String?, transport: any HTTPTransport, speaksHTTP2: Bool = false) {
        self.url = url
        self.transport = transport
        self.speaksHTTP2 = speaksHTTP2
    }
}

extension ProviderStates {
    /// Creates a state before a case, or removes it afterwards.
    package func change(
        _ name: String,
        parameters: JSONValue,
        action: String
    ) async -> Response {
        guard let url else {
            return .unavailable("needs state \(name), and no --state-change-url was given")
        }
        guard let parts = URLParts(url) else {
            return .broken("state change URL \"\(url)\" is not an http or https URL")
        }
        let body: JSONValue = [
            "state": .string(name), "params": parameters, "action": .string(action),
        ]
        var request = HTTPRequest(
            method: "POST",
            origin: parts.origin,
            path: parts.path,
            query: parts.query,
            headers: HTTPFields([
                HTTPFields.Field(name: "Content-Type", value: "application/json")
            ]),
            body: Array(body.text.utf8)
        )
        request.knowsHTTP2 = speaksHTTP2
        switch await transport.exchange(request, timeout: nil) {
        case .failure(let failure):
            return .broken("state \(name) could not be asked for at \(url): \(failure)")
        case .success(let response):
            return answer(to: name, response, url)
        }
    }

    private func answer(to name: String, _ response: HTTPResponse, _ url: String) -> Response {
        if response.status == 404 {
            return .unavailable("needs state \(name), which the provider does not know")
        }
        guard (200...299).contains(response.status) else {
            return .broken("state \(name): \(url) answered \(response.status)")
        }
        if response.body.isEmpty { return .ready(JSONObject()) }
        do {
            let value = try JSONValue(
                parsing: response.body,
                maximumSize: BodyLimits().memory
            )
            return .ready(value.objectValue ?? JSONObject())
        } catch {
            return .broken("state \(name): the response of \(url) is not JSON: \(error)")
        }
    }
}
