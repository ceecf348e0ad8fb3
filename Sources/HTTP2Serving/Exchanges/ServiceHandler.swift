package import HTTP
import HTTPServer
import Platform

/// Handles requests with a function that is independent of connections.
package final class ServiceHandler: ConnectionHandler {
    private let limits: ServerLimits
    private let handler: @Sendable (ServerRequest) -> ServerResponse

    /// - Parameters:
    ///   - limits: Largest sizes of a request.
    ///   - handler: Answers one request; called on several threads at once.
    package init(
        limits: ServerLimits,
        _ handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) {
        self.limits = limits
        self.handler = handler
    }

    package var firstStreamLimit: UInt32 { 100 }

    package func answer(_ exchange: ServedExchange, on connection: any ServedConnection) {
        exchange.answer(with: handler(ServerRequest(exchange, limits)))
    }
}

extension ServedExchange {
    /// Sets the response; it leaves after its delay.
    package func answer(with response: ServerResponse) {
        status = response.status
        for field in response.headers.fields {
            answer(field.name.lowercased(), field.value.utf8)
        }
        responseBody = response.body
        let delay = response.delay.components
        departure = arrival + delay.seconds * 1_000_000_000 + delay.attoseconds / 1_000_000_000
    }

    /// Converts a request of a server of another kind.
    package convenience init(_ request: ServerRequest) {
        self.init()
        arrival = MonotonicClock.now
        method = Array(request.method.utf8)
        target = Array((request.path + (request.query.map { "?\($0)" } ?? "")).utf8)
        for field in request.headers.fields {
            if HTTPFields.areSame(field.name, "Host") { authority = Array(field.value.utf8) }
            add(field.name.lowercased().utf8, field.value.utf8)
        }
        addBody(request.body)
    }

    /// The response in the common form of all servers.
    package var response: ServerResponse {
        var headers = HTTPFields()
        for index in 0..<responseFields.count {
            headers.append(
                String(decoding: responseFields.name(index), as: UTF8.self),
                String(decoding: responseFields.value(index), as: UTF8.self)
            )
        }
        return ServerResponse(
            status: status,
            headers: headers,
            body: responseBody,
            delay: .nanoseconds(max(departure - arrival, 0))
        )
    }
}

extension ServerRequest {
    /// Converts a request received over HTTP/2 or HTTP/1.1.
    package init(_ exchange: ServedExchange, _ limits: ServerLimits) {
        var headers = HTTPFields()
        for index in 0..<exchange.fieldCount {
            headers.append(
                String(decoding: exchange.name(index), as: UTF8.self),
                String(decoding: exchange.value(index), as: UTF8.self)
            )
        }
        if headers["host"] == nil, !exchange.authority.isEmpty {
            headers.append("host", String(decoding: exchange.authority, as: UTF8.self))
        }
        let isTooLong = exchange.bodyBytes > limits.bodyBytes
        var problem: Problem?
        if isTooLong { problem = .bodyTooLarge }
        if exchange.target.count > limits.requestLineBytes { problem = .targetTooLong }
        self.init(
            method: String(decoding: exchange.method, as: UTF8.self),
            target: String(decoding: exchange.target, as: UTF8.self),
            headers: headers,
            body: isTooLong ? [] : exchange.body,
            problem: problem
        )
    }
}
