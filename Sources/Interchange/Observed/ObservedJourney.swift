import Contract
import HTTP
import JSON

/// Exchanges in the order in which they were made; they become one case.
struct ObservedJourney {
    /// What the case is called, made into a name that a contract can have; `nil` for its calls.
    var name: String?
    var summary: String?
    /// Of the case.
    var tags: [String] = []
    /// Names that the requests refer to, as `let` of the case says them.
    var bindings = JSONObject()
    /// What could not be carried over, line by line.
    var comment: [String] = []
    /// The names of journeys whose captures this one uses.
    var needs: [String] = []
    var exchanges: [ObservedExchange]
}

/// A request, what was answered or shall be, and what is taken out of the answer for later requests.
struct ObservedExchange {
    var request: ObservedRequest
    /// What the author called it, for the name of the operation; `nil` names it after its path.
    var name: String?
    var summary: String?
    /// Where it is found: `hurl#line 12`.
    var doc: String
    /// The recorded or saved response; `nil` if unknown.
    var answer: ObservedAnswer?
    /// What an author asks of the answer, as `expect` says it: `status`, `schema`, `asserts`.
    var expected = JSONObject()
    /// Further keys of the step: `let`, `tamper`, `eventually`, `compression`.
    var keys = JSONObject()
    /// What is kept, as `captures` says it, in the order in which it is.
    var captures: [(name: String, source: JSONValue)] = []
    /// Other saved responses of this request, which no case tests.
    var examples: [ObservedAnswer] = []
    /// What could not be carried over, line by line.
    var comment: [String] = []

    init(request: ObservedRequest, doc: String) {
        self.request = request
        self.doc = doc
    }

    /// The same request with each of the other answers that the author shows.
    var shown: [ObservedExchange] {
        examples.map { example in
            var exchange = ObservedExchange(request: request, doc: doc)
            exchange.name = name
            exchange.answer = example
            return exchange
        }
    }

    /// The received or else the expected status; `nil` if unknown.
    var status: Int? { answer?.status ?? expected["status"]?.intValue }
}

/// An answer, as far as it is known.
struct ObservedAnswer {
    var status: Int
    var headers: [(name: String, value: String)] = []
    /// With its content codings undone; empty if there is none, `nil` if unknown.
    var body: [UInt8]?
    /// What the server called the status; `nil` when it said nothing.
    var statusText: String?
    /// Whether it came from a server, and not from an author's pen.
    var isSeen = false
    /// The time from the head of a stream to its last event; `nil` if unknown.
    var streamed: Duration?
    /// Whether it only shows what an answer may be, so that nothing follows from it.
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

    /// An answer that an author shows beside what is asked of it.
    static func illustration(_ status: Int, _ body: JSONValue) -> ObservedAnswer {
        var answer = ObservedAnswer(
            status: status,
            headers: [("Content-Type", "application/json")],
            body: Array(body.text.utf8)
        )
        answer.isIllustration = true
        return answer
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
            // `value` says the same.
            if object["value"] != nil { object["data"] = nil }
            return .object(object)
        }
    }

    /// The body if it is JSON by its media type and content; of an event stream the list of its events.
    var json: JSONValue? {
        // The reason is a comment of the response.
        if let events = try? self.events() { return .array(events) }
        guard let body, !body.isEmpty, let type = header("Content-Type"), MediaType.isJSON(type)
        else { return nil }
        do {
            return try JSONValue(parsing: body, duplicates: .lastWins)
        } catch {
            // Cut off by the recorder, or no JSON in spite of its name: then it shows no shape.
            return nil
        }
    }
}
