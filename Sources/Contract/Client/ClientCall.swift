package import JSON
package import JSONSchemas

/// A call of a client library: its requirements, its requests, its result.
package struct ClientCall: Promised {
    package let facts: PromiseFacts
    /// In file order.
    package let arguments: [ClientArgument]
    /// Evaluated once per call.
    package let bindings: [Binding]
    /// Checked in order before any request.
    package let requires: [ClientRequirement]
    /// Sent one after the other; the first that ends with an error ends the call.
    package let performs: [ClientRequest]
    /// State that the client keeps after a successful call.
    package let updates: [Binding]
    /// The result for the app; `nil` for none.
    package let returns: TemplateValue?
    /// The promises of documents besides its success, errors first, listed under `promises`.
    package let promises: [Promise]
    /// Why it stays in the app and sends nothing; such a call is listed but never made.
    package let local: String?

    package init(
        _ facts: PromiseFacts,
        arguments: [ClientArgument],
        bindings: [Binding],
        requires: [ClientRequirement],
        performs: [ClientRequest],
        updates: [Binding],
        returns: TemplateValue?,
        promises: [Promise],
        local: String?
    ) {
        self.facts = facts
        self.arguments = arguments
        self.bindings = bindings
        self.requires = requires
        self.performs = performs
        self.updates = updates
        self.returns = returns
        self.promises = promises
        self.local = local
    }
}

/// A parameter of a call.
package struct ClientArgument: Sendable {
    package let name: String
    /// The schema of the value.
    package let schema: JSONSchema
    package let location: SourceLocation

    package init(name: String, schema: JSONSchema, location: SourceLocation) {
        self.name = name
        self.schema = schema
        self.location = location
    }

    /// The problem with a value; `nil` for a valid one.
    package func complaint(about value: JSONValue) -> String? {
        difference(in: value).map { "expected \($0.expected), got \($0.actual)" }
    }

    /// The difference of a value from its schema; `nil` for a valid one.
    package func difference(in value: JSONValue) -> Difference? {
        schema.differences(
            in: value,
            at: name,
            basis: .documented,
            location: location,
            limit: 1
        ).kept.first
    }
}

/// A request that a call sends.
package struct ClientRequest: Sendable {
    /// For people: the operation, or method and path.
    package let label: String
    package let location: SourceLocation
    /// It is sent when all of them hold.
    package let conditions: [AssertionTemplate]
    package let request: StepRequest
    /// Values of its response; null when the request was not sent.
    package let captures: [Capture]

    package init(
        label: String,
        location: SourceLocation,
        conditions: [AssertionTemplate],
        request: StepRequest,
        captures: [Capture]
    ) {
        self.label = label
        self.location = location
        self.conditions = conditions
        self.request = request
        self.captures = captures
    }
}

/// A client with which a case makes calls.
package struct ClientUse: Equatable, Sendable {
    package let name: String
    /// Values of its state that differ from the initial ones.
    package let state: [Binding]
    package let location: SourceLocation

    package init(name: String, state: [Binding], location: SourceLocation) {
        self.name = name
        self.state = state
        self.location = location
    }

    /// The client of cases that name none.
    package static let standardName = "client"
}

/// A step that makes a call of the client library.
package struct CallStep: Sendable {
    package let call: ClientCall
    /// The client it is made with.
    package let client: String
    /// An object, or a template that becomes one.
    package let arguments: TemplateValue

    package init(call: ClientCall, client: String, arguments: TemplateValue) {
        self.call = call
        self.client = client
        self.arguments = arguments
    }
}

/// A step that waits for what an earlier step began in the background.
package struct JoinStep: Sendable {
    package let name: String
    /// The step that was started.
    package let started: Step.Action

    package init(name: String, started: Step.Action) {
        self.name = name
        self.started = started
    }
}
