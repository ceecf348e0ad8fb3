import Contract
import HTTP
import HTTPServer

/// The responses of a dashboard.
struct DashboardResponses: Sendable {
    let endpoint: EndpointGuard
    let feed: EventFeed
    /// Makes the page as it is now.
    let page: @Sendable () -> String

    static let eventsPath = "/events"

    func answer(_ request: ServerRequest) -> DaemonResponse {
        if request.problem != nil {
            return Self.refusal(
                400,
                "The request is too large or "
                    + "malformed."
            )
        }
        if let refusal = endpoint.refusal(of: request) {
            return Self.refusal(refusal.status, "Rejected: \(refusal.reason).")
        }
        guard request.path == "/" || request.path == Self.eventsPath else {
            return Self.refusal(404, "There is no \(request.path); the dashboard is at /.")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = Self.refusal(405, "Expected GET, got \(request.method).")
            response.response.headers.set("Allow", "GET, HEAD")
            return response
        }
        guard request.path == Self.eventsPath else {
            return Self.answer(200, "text/html; charset=utf-8", page())
        }
        return events(request)
    }

    private func events(_ request: ServerRequest) -> DaemonResponse {
        // Another site could not read the stream, but could take up its connections.
        let site = request.headers["Sec-Fetch-Site"] ?? "same-origin"
        guard site == "same-origin" || site == "none" else {
            return Self.refusal(403, "These events are only for the dashboard page.")
        }
        var response = Self.answer(200, EventStreamParser.mediaType, "")
        guard request.method == "GET" else { return response }
        guard let follower = feed.follower() else {
            return Self.refusal(503, "Too many open pages; close one and reload this page.")
        }
        response.events = follower
        return response
    }

    private static func refusal(_ status: Int, _ text: String) -> DaemonResponse {
        answer(status, "text/plain; charset=utf-8", text + "\n")
    }

    private static func answer(_ status: Int, _ type: String, _ text: String) -> DaemonResponse {
        let fields = [
            ("Content-Type", type), ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            // In addition to the policy in the page itself.
            (
                "Content-Security-Policy",
                "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
            ),
        ]
        return DaemonResponse(
            ServerResponse(
                status: status,
                headers: HTTPFields(fields.map { .init(name: $0.0, value: $0.1) }),
                body: Array(text.utf8)
            )
        )
    }
}
