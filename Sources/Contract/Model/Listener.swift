package import HTTP
import JSON

/// A server that the tool plays: a customer's URL, a downstream push service.
package struct Listener: Sendable {
    package let name: String
    package let summary: String?
    /// Where it listens.
    package let place: ServerPlace
    /// One for each request in order, the last for all that follow; at least one.
    package let answers: [ListenerAnswer]
    package let location: SourceLocation

    package init(
        name: String,
        summary: String? = nil,
        place: ServerPlace = ServerPlace(),
        answers: [ListenerAnswer],
        location: SourceLocation
    ) {
        precondition(!answers.isEmpty, "listener \(name) has no answer")
        self.name = name
        self.summary = summary
        self.place = place
        self.answers = answers
        self.location = location
    }
}

extension Listener {
    /// The name under which templates find the listeners of a case: `{{listeners.apns.url}}`.
    package static let scopeName = "listeners"
    /// The one thing that templates find of a listener: where it is reached.
    package static let urlName = "url"
}

/// What a listener answers a request.
package struct ListenerAnswer: Sendable {
    package let status: Int
    /// The header fields and the body; it has no other sections.
    package let content: RequestTemplate
    /// Waited for before the answer begins.
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

extension ListenerAnswer {
    /// The templates that have to be filled in.
    package var templates: [Template] { content.document.templates }

    /// The answer with its values filled in.
    ///
    /// - Parameters:
    ///   - attachments: The contents of files that answers send, by their paths.
    ///   - evaluator: The names in scope.
    /// - Returns: The answer as it goes on the wire.
    /// - Throws: `TemplateError` when a value cannot be filled in.
    package func response(
        attachments: [String: [UInt8]],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> HTTPResponse {
        // An answer has fields and a body as a request has; where it would be sent is not looked at.
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
