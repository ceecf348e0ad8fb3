package import JSON

/// The deliberate defects of one reference service, as a file lists them.
package struct DefectFile: Sendable {
    package let file: String
    /// The service that gets them: `ncmb`.
    package var service = ""
    /// The service whose defects it can have too, because it answers the same requests.
    package var relative: String?
    /// How many segments of a path come before what `calls` name.
    package var leadingSegments = 0
    /// What tells the answer to a `look` that found what is meant.
    package var found: [MessageCondition] = []
    /// Responses by name, which stand in for those of the service.
    package var replies: [String: JSONValue] = [:]
    package var defects: [DefectRule] = []
    /// The defects that make a statement of a document false, by document and statement.
    package var contradictions: [String: [String: [String]]] = [:]
    /// The names of the relative's defects, each with the promises that it breaks here.
    package var borrowed: [(name: String, breaks: [String])] = []

    package init(file: String) { self.file = file }
}

/// What a service does wrong: edits of requests on their way in and of responses on their way out.
///
/// Nothing happens to a request for which `calls`, `when`, `answered` and `look` do not hold. Then the
/// states change, the request is asked as `request` makes it, and its response is what `reply` and
/// `response` make of it.
package struct DefectRule: Sendable {
    package let name: String
    /// For a person.
    package let summary: String
    /// The promises it breaks, by the identifiers of coverage; it may break others too.
    package let breaks: [String]
    package let location: SourceLocation
    /// Empty for every request.
    package var calls: [CallPattern] = []
    package var when: [MessageCondition] = []
    /// What the response to the unchanged request must be; that one is asked first, if there are any.
    package var answered: [MessageCondition] = []
    /// Makes of the request a look, which must find what is meant.
    package var look: [MessageEdit] = []
    /// Provider states that end or begin before the request is asked.
    package var states: [(name: String, begins: Bool)] = []
    /// Makes of the request another, which is asked before it.
    package var before: [MessageEdit]?
    package var request: [MessageEdit] = []
    /// The name of the response that is given without asking.
    package var reply: String?
    /// Makes of the request another, which is asked after it.
    package var after: [MessageEdit]?
    package var response: [MessageEdit] = []
    /// What devices get.
    package var notification: [MessageEdit] = []
    /// What becomes of the contracts of the service: the mistake is one of their client, and the
    /// service has none.
    package var model: [MessageEdit] = []
    /// Whether a changed request is good where the original is not.
    package var forges = false

    package init(name: String, summary: String, breaks: [String], location: SourceLocation) {
        self.name = name
        self.summary = summary
        self.breaks = breaks
        self.location = location
    }
}
