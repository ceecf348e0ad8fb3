/// Removes header fields that the sender's machine adds, or that differ from one request to the next.
struct VolatileFields {
    /// Their names in lower case, in the order of occurrence.
    private(set) var dropped: [String] = []

    /// Names of fields that are kept anyway.
    private let kept: Set<String>

    init(besides kept: Set<String> = []) { self.kept = kept }

    private static let names: Set<String> = [
        "host", "connection", "content-length", "accept-encoding", "accept-language", "user-agent",
        "cache-control", "pragma", "origin", "referer", "dnt", "te", "keep-alive", "priority",
        "transfer-encoding", "expect", "date", "cookie", "upgrade-insecure-requests", "traceparent",
        "tracestate", "x-request-id", "x-correlation-id", "request-id", "idempotency-key", "via",
        "x-requested-with", "forwarded", "purpose", "save-data", "range",
    ]

    /// Names of request fields with a value from an earlier response.
    static let preconditions: Set<String> = [
        "if-match", "if-none-match", "if-unmodified-since", "if-modified-since",
    ]

    /// The request without them.
    ///
    /// - Parameters:
    ///   - request: As sent.
    ///   - own: Names, in lower case, of fields that mean something in this request.
    /// - Returns: The request.
    mutating func removed(
        from request: ObservedRequest,
        besides own: Set<String> = []
    ) -> ObservedRequest {
        var kept = request
        kept.headers = request.headers.filter { field in
            let name = field.name.lowercased()
            let isVolatile =
                Self.names.contains(name) || name.hasPrefix(":") || name.hasPrefix("sec-")
                || name.hasPrefix("if-") || name.hasPrefix("x-forwarded-")
                || name.hasPrefix("x-b3-") || name.contains("timestamp") || name.contains("nonce")
            if isVolatile, !self.kept.contains(name), !own.contains(name) {
                // HTTP/2's pseudo fields repeat other parts of the request.
                if !name.hasPrefix(":"), !dropped.contains(name) { dropped.append(name) }
                return false
            }
            return name != "accept" || field.value != "*/*"
        }
        return kept
    }

    /// A remark on them, and why they are left out; `nil` without any.
    func remark(_ reason: String) -> String? {
        dropped.isEmpty
            ? nil
            : "Header fields left out, as \(reason): \(dropped.sorted().joined(separator: ", "))."
    }
}
