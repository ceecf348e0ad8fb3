import Synchronization

/// A server on the loopback that grants tokens at `/token` and wants one of the last two with everything else.
package final class TokenServer: Sendable {
    /// What the endpoint of tokens does when it is asked.
    package enum Grant: Sendable {
        /// Grants a token that names its number, with this `expires_in`; `nil` leaves it out.
        case token(expiresIn: String?)
        /// Responses something else.
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

    /// How often a token was asked for.
    package var askedCount: Int { state.value.withLock(\.asked) }

    /// The tokens in the order in which they were granted.
    package var granted: [String] { state.value.withLock(\.granted) }

    /// How many requests said each token that was good.
    package var accepted: [String: Int] { state.value.withLock(\.accepted) }

    /// How many requests said one that was good.
    package var acceptedCount: Int { accepted.values.reduce(0, +) }

    /// What requests said that were refused.
    package var refused: [String] { state.value.withLock(\.refused) }

    /// Everything that came.
    package var received: [ScriptedServer.Received] { server.received }

    /// A response with a body in JSON.
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

    /// Old tokens are refused, as by servers that keep one for each client, but for what is on its way.
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
