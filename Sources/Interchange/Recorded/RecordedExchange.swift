package import Base
package import HTTP

/// A forwarded request, and its response.
package struct RecordedExchange: Hashable, Sendable {
    /// The time of the request.
    package let moment: Timestamp
    /// As forwarded.
    package let request: HTTPRequest
    package let response: HTTPResponse
    /// The time from the head of a stream to its last recorded event; `nil` for other responses.
    package var streamed: Duration?

    package init(moment: Timestamp, request: HTTPRequest, response: HTTPResponse) {
        self.moment = moment
        self.request = request
        self.response = response
    }

    /// Its approximate size in memory.
    package var bytes: Int {
        let fields = request.headers.fields + response.headers.fields
        return fields.reduce(request.target.utf8.count + 512) { sum, field in
            sum + field.name.utf8.count + field.value.utf8.count + 64
        } + (request.body?.count ?? 0) + response.body.count
    }
}
