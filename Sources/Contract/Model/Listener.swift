package import HTTP
import JSON

/// A server that the tool plays: a customer's URL, a downstream push service.
package struct Listener: Sendable {
    package let name: String
    package let summary: String?
    /// Its address.
    package let place: ServerPlace
    /// One for each request in order, the last for all further ones; at least one.
    package let responses: [ListenerResponse]
    package let location: SourceLocation

    package init(
        name: String,
        summary: String? = nil,
        place: ServerPlace = ServerPlace(),
        responses: [ListenerResponse],
        location: SourceLocation
    ) {
        precondition(!responses.isEmpty, "listener \(name) has no response")
        self.name = name
        self.summary = summary
        self.place = place
        self.responses = responses
        self.location = location
    }
}

extension Listener {
    /// The name under which templates find the listeners of a case: `{{listeners.apns.url}}`.
    package static let scopeName = "listeners"
    /// The member of a listener in templates: its address.
    package static let urlName = "url"
}

/// A response of a listener.
package struct ListenerResponse: Sendable {
    package let status: Int
    /// The header fields and the body; it has no other sections.
    package let content: RequestTemplate
    /// The wait before the response begins.
    package let delay: Duration
    package let location: SourceLocation

    package init(
        status: Int,
        content: RequestTemplate,
        delay: Duration = .zero,
        location: SourceLocation
    ) {
        self.status = status
        self.content = content
        self.delay = delay
        self.location = location
    }
}

extension ListenerResponse {
    /// The templates to evaluate.
    package var templates: [Template] { content.document.templates }

    /// The response with its templates evaluated.
    ///
    /// - Parameters:
    ///   - attachments: The contents of files that responses send, by their paths.
    ///   - evaluator: The names in scope.
    /// - Returns: The response as sent over the wire.
    /// - Throws: `TemplateError` when a value cannot be filled in.
    package func response(
        attachments: [String: [UInt8]],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> HTTPResponse {
        // A response has fields and a body like a request; the target is not used.
        let encoder = RequestEncoder(origin: "", basePath: "/", attachments: attachments)
        let filled = RequestTemplate(
            sections: try evaluator.value(of: content.document).objectValue?.members.map {
                TemplateValue.Member(name: $0.name, value: .constant($0.value))
            } ?? [],
            location: content.location
        )
        let encoded = try encoder.encoded(filled)
        return HTTPResponse(status: status, headers: encoded.headers, body: encoded.body ?? [])
    }
}
