import Contract
import HTTP
import JSON

/// Exchanges in the order in which they were made; they become one case.
struct ObservedJourney {
    /// The name of the case, made valid for a contract; `nil` names it after its calls.
    var name: String?
    var summary: String?
    /// The tags of the case.
    var tags: [String] = []
    /// Names that the requests refer to, as in `let` of the case.
    var bindings = JSONObject()
    /// The states that the server needs, as in `given` of the case.
    var given: [JSONValue] = []
    /// What could not be imported, line by line.
    var comment: [String] = []
    /// The names of journeys whose captures this one uses.
    var needs: [String] = []
    var exchanges: [ObservedExchange]
}

/// A request, its recorded or expected response, and the captures for later requests.
struct ObservedExchange {
    var request: ObservedRequest
    /// The author's name for the operation; `nil` names it after its path.
    var name: String?
    var summary: String?
    /// Its place: `hurl#line 12`.
    var doc: String
    /// The recorded or saved response; `nil` if unknown.
    var response: ObservedResponse?
    /// The author's checks of the response, as in `expect`: `status`, `schema`, `asserts`.
    var expected = JSONObject()
    /// Further keys of the step: `let`, `tamper`, `eventually`, `compression`.
    var keys = JSONObject()
    /// The captures, as in `captures`, in order.
    var captures: [(name: String, source: JSONValue)] = []
    /// Other saved responses of this request, which are not tested by cases.
    var examples: [ObservedResponse] = []
    /// What could not be imported, line by line.
    var comment: [String] = []

    init(request: ObservedRequest, doc: String) {
        self.request = request
        self.doc = doc
    }

    /// The request with each of the author's other responses.
    var shown: [ObservedExchange] {
        examples.map { example in
            var exchange = ObservedExchange(request: request, doc: doc)
            exchange.name = name
            exchange.response = example
            return exchange
        }
    }

    /// The received, or else the expected status; `nil` if unknown.
    var status: Int? { response?.status ?? expected["status"]?.intValue }
}

/// A response, as far as it is known.
struct ObservedResponse {
    var status: Int
    var headers: [(name: String, value: String)] = []
    /// With its content codings decoded; empty if there is none, `nil` if unknown.
    var body: [UInt8]?
    /// The server's reason phrase; `nil` without one.
    var statusText: String?
    /// Whether it came from a server, not from an author.
    var isSeen = false
    /// The time from the head of a stream to its last event; `nil` if unknown.
    var streamed: Duration?
    /// Whether it is only an illustration, from which nothing is inferred.
    var isIllustration = false

    init(
        status: Int,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        statusText: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.statusText = statusText
    }

    /// A response that an author shows in addition to its checks.
    static func illustration(_ status: Int, _ body: JSONValue) -> ObservedResponse {
        var response = ObservedResponse(
            status: status,
            headers: [("Content-Type", "application/json")],
            body: Array(body.text.utf8)
        )
        response.isIllustration = true
        return response
    }

    /// The value of the first header field called `name`.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The media type, without parameters; `nil` without a body.
    var mediaType: String? {
        guard let body, !body.isEmpty, let type = header("Content-Type") else { return nil }
        let name = LiteralText.literal(MediaType.name(type))
        return name.isEmpty ? nil : name
    }

    /// Whether its media type is that of an event stream.
    var isEventStream: Bool { header("Content-Type").map(MediaType.isEventStream) ?? false }

    /// The events of the body; `nil` for another media type.
    ///
    /// - Throws: Why the body is not an event stream.
    func events() throws(EventStreamFault) -> [JSONValue]? {
        guard let body, isEventStream else { return nil }
        var parser = EventStreamParser()
        return try parser.take(body).map { event in
            guard case .object(var object) = event.json() else { return event.json() }
            // `value` has the same content.
            if object["value"] != nil { object["data"] = nil }
            return .object(object)
        }
    }

    /// The body if it is JSON by its media type and content; for an event stream the list of its events.
    var json: JSONValue? {
        // A comment of the response has the reason.
        if let events = try? self.events() { return .array(events) }
        guard let body, !body.isEmpty, let type = header("Content-Type"), MediaType.isJSON(type)
        else { return nil }
        do {
            return try JSONValue(parsing: body, duplicates: .lastWins)
        } catch {
            // Truncated by the recorder, or not JSON despite its type: it has no usable schema.
            return nil
        }
    }
}
