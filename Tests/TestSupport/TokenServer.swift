import Synchronization

/// A server on the loopback interface that grants tokens at `/token` and requires one of the last two for all other
/// requests.
package final class TokenServer: Sendable {
    /// The response of the token endpoint.
    package enum Grant: Sendable {
        /// Grants a token that contains its number, with this `expires_in`; `nil` leaves it out.
        case token(expiresIn: String?)
        /// Responds with this text instead.
        case answer(String)
    }

    private struct State {
        var asked = 0
        var granted: [String] = []
        var accepted: [String: Int] = [:]
        var refused: [String] = []
    }

    private let state: Box
    private let server: ScriptedServer

    private final class Box: Sendable {
        let value = Mutex(State())
    }

    /// Listens on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - box: The body of every good response.
    ///   - grant: Says what the endpoint does, by how often it was asked before.
    /// - Throws: What the system did not do.
    package init(
        answering box: String,
        _ grant: @escaping @Sendable (_ number: Int) -> Grant
    ) throws {
        let state = Box()
        self.state = state
        server = try ScriptedServer([
            .forever([
                .reply { request in
                    request.headLines.first?.hasPrefix("POST /token ") == true
                        ? state.value.withLock { Self.granting(grant, &$0) }
                        : state.value.withLock { Self.answer(request, box, &$0) }
                }
            ])
        ])
    }

    /// `http://127.0.0.1:PORT`.
    package var origin: String { server.origin }

    /// The number of token requests.
    package var askedCount: Int { state.value.withLock(\.asked) }

    /// The tokens in the order of granting.
    package var granted: [String] { state.value.withLock(\.granted) }

    /// The number of requests with each valid token.
    package var accepted: [String: Int] { state.value.withLock(\.accepted) }

    /// The number of requests with a valid token.
    package var acceptedCount: Int { accepted.values.reduce(0, +) }

    /// The tokens of rejected requests.
    package var refused: [String] { state.value.withLock(\.refused) }

    /// All received requests.
    package var received: [ScriptedServer.Received] { server.received }

    /// A response with a JSON body.
    package static func json(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func granting(
        _ grant: (Int) -> Grant,
        _ state: inout State
    ) -> String {
        state.asked += 1
        switch grant(state.asked - 1) {
        case .answer(let response): return response
        case .token(let seconds):
            let token = "t0ken-\(state.granted.count)+/=="
            state.granted.append(token)
            let end = seconds.map { ",\"expires_in\":\($0)" } ?? ""
            return json(#"{"access_token":"\#(token)"\#(end)}"#)
        }
    }

    /// Old tokens are rejected, as by servers that store one per client, except for requests in transit.
    private static func answer(
        _ request: ScriptedServer.Received,
        _ box: String,
        _ state: inout State
    ) -> String {
        let field = request.headLines.first { $0.hasPrefix("Authorization: Bearer ") } ?? ""
        let token = String(field.dropFirst("Authorization: Bearer ".count))
        guard state.granted.suffix(2).contains(token) else {
            state.refused.append(token)
            return json(#"{"error":"invalid_token"}"#, status: "401 Unauthorized")
        }
        state.accepted[token, default: 0] += 1
        return json(box)
    }
}
