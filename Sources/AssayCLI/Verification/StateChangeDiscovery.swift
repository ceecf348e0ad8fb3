import Contract
import HTTP
import JSON

/// Discovers where a reference server on this machine accepts provider states; each server is asked
/// once, and servers on other machines never.
actor StateChangeDiscovery {
    private let transport: any HTTPTransport
    private let timeout: Duration
    /// By origin; `nil` for a server that is not a reference.
    private var responses: [String: String?] = [:]

    /// - Parameters:
    ///   - transport: Asks.
    ///   - maxTime: The longest any request may take; zero or `nil` sets no limit.
    init(transport: any HTTPTransport, maxTime: Duration?) {
        self.transport = transport
        let longest = Duration.seconds(2)
        timeout = maxTime.flatMap { $0 > .zero ? min($0, longest) : nil } ?? longest
    }

    /// Where the server accepts provider states; `nil` when it is not a reference on this machine.
    func url(at origin: String) async -> String? {
        if let response = responses[origin] { return response }
        let response = await ask(origin)
        responses[origin] = .some(response)
        return response
    }

    private func ask(_ origin: String) async -> String? {
        let request = HTTPRequest(method: "GET", origin: origin, path: "/.well-known/assay")
        guard ["127.0.0.1", "::1", "localhost"].contains(request.hostname),
            case .success(let response) = await transport.exchange(request, timeout: timeout),
            response.status == 200
        else { return nil }
        do {
            let body = try JSONValue(
                parsing: response.body,
                maximumSize: BodyLimits().memory
            )
            // Only a path: the server must not be able to name another host.
            return body["stateChange"]?.stringValue.flatMap { path in
                path.utf8.first == UInt8(ascii: "/") ? origin + path : nil
            }
        } catch {
            // A server that responds to everything with 200 is not a reference.
            return nil
        }
    }
}
