package import Base
package import HTTP

/// A request that passed through, and its answer.
package struct RecordedExchange: Hashable, Sendable {
    /// When the request came.
    package let moment: Timestamp
    /// As it was passed on.
    package let request: HTTPRequest
    package let response: HTTPResponse
    /// The time from the head of a stream to its last recorded event; `nil` for other responses.
    package var streamed: Duration?

    package init(moment: Timestamp, request: HTTPRequest, response: HTTPResponse) {
        self.moment = moment
        self.request = request
        self.response = response
    }

    /// How much memory it takes, about.
    package var bytes: Int {
        let fields = request.headers.fields + response.headers.fields
        return fields.reduce(request.target.utf8.count + 512) { sum, field in
            sum + field.name.utf8.count + field.value.utf8.count + 64
        } + (request.body?.count ?? 0) + response.body.count
    }
}
