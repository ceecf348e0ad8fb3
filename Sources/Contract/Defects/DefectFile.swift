package import JSON

/// The deliberate defects of one reference service, as a file lists them.
package struct DefectFile: Sendable {
    /// The service that gets them: `ncmb`.
    package var service = ""
    /// Another service whose defects it can have, because it responds to the same requests.
    package var relative: String?
    /// The number of path segments before those in `calls`.
    package var leadingSegments = 0
    /// What identifies a successful response to a `look`.
    package var found: [MessageCondition] = []
    /// Responses by name, which replace those of the service.
    package var replies: [String: JSONValue] = [:]
    package var defects: [DefectRule] = []
    /// The defects that make a statement of a document false, by document and statement.
    package var contradictions: [String: [String: [String]]] = [:]
    /// The names of the relative's defects, each with the promises that it makes fail here.
    package var borrowed: [(name: String, breaks: [String])] = []

    package init() {}
}

/// A defect of a service: edits of incoming requests and outgoing responses.
///
/// A request is unchanged unless `calls`, `when`, `answered` and `look` match. Then the states change, the service
/// gets the request as edited by `request`, and its response is edited by `reply` and `response`.
package struct DefectRule: Sendable {
    package let name: String
    /// For people.
    package let summary: String
    /// The promises that it makes fail, by the identifiers of coverage; others may fail too.
    package let breaks: [String]
    /// Empty for every request.
    package var calls: [CallPattern] = []
    package var when: [MessageCondition] = []
    /// Conditions on the response to the unchanged request, which is then sent first.
    package var answered: [MessageCondition] = []
    /// Edits that turn the request into a look, which must find the subject.
    package var look: [MessageEdit] = []
    /// Provider states that end or begin before the request is sent.
    package var states: [(name: String, begins: Bool)] = []
    /// Edits that turn the request into another one, sent before it.
    package var before: [MessageEdit]?
    package var request: [MessageEdit] = []
    /// The name of a response that is returned without the service.
    package var reply: String?
    /// Edits that turn the request into another one, sent after it.
    package var after: [MessageEdit]?
    package var response: [MessageEdit] = []
    /// Edits of the notification for devices.
    package var notification: [MessageEdit] = []
    /// Edits of the service's contracts: the defect is one of their client, and the service has
    /// none.
    package var model: [MessageEdit] = []
    /// Whether a changed request is valid where the original is not.
    package var forges = false

    package init(name: String, summary: String, breaks: [String]) {
        self.name = name
        self.summary = summary
        self.breaks = breaks
    }
}
