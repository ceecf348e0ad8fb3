import Contract

/// Names of HTTP statuses.
enum HTTPStatus {
    /// The key of a response in OpenAPI.
    static func key(_ status: ResponseRule.Status) -> String {
        switch status {
        case .exactly(let status): "\(status)"
        case .class(let hundred): "\(hundred)XX"
        case .any: "default"
        }
    }

    static func name(_ status: ResponseRule.Status) -> String {
        switch status {
        case .exactly(let status): phrases[status] ?? "Status \(status)"
        case .class(2): "Success"
        case .class(let hundred): "Any status of \(hundred)XX"
        case .any: "Any other response"
        }
    }

    /// Source: RFC 9110 §15, RFC 6585.
    static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 409: "Conflict", 410: "Gone",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 422: "Unprocessable Content", 429: "Too Many Requests",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}
