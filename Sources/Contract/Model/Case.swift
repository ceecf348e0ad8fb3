/// A case after its rows were expanded.
package struct Case: Sendable {
    /// With its row: `e400008[both-times]`.
    package let name: String
    package let location: SourceLocation
    package let summary: String?
    package let tags: [String]
    package let given: [StateUse]
    /// Drawn once for each run of the case.
    package let bindings: [Binding]
    package let setup: [Step]
    package let steps: [Step]
    package let teardown: [Step]
    package let waiver: Waiver?

    package init(
        name: String,
        location: SourceLocation,
        summary: String?,
        tags: [String],
        given: [StateUse],
        bindings: [Binding],
        setup: [Step],
        steps: [Step],
        teardown: [Step],
        waiver: Waiver?
    ) {
        self.name = name
        self.location = location
        self.summary = summary
        self.tags = tags
        self.given = given
        self.bindings = bindings
        self.setup = setup
        self.steps = steps
        self.teardown = teardown
        self.waiver = waiver
    }

    /// The promises that its steps provoke, in order, each once.
    package var provokes: [String] {
        var seen: Set<String> = []
        return steps.flatMap(\.provokes).filter { seen.insert($0).inserted }
    }
}

/// A provider state that a case asks for.
package struct StateUse: Hashable, Sendable {
    package let name: String
    package let parameters: TemplateValue
    package let location: SourceLocation

    package init(name: String, parameters: TemplateValue, location: SourceLocation) {
        self.name = name
        self.parameters = parameters
        self.location = location
    }
}

/// One request of a case and what is expected of its answer.
package struct Step: Sendable {
    /// For people: the operation, or method and path.
    package let label: String
    package let location: SourceLocation
    /// The operation called; `nil` for a raw request.
    package let operation: String?
    /// With the step's sections and edits, and the target's headers.
    package let request: RequestTemplate
    package let tamper: [RequestEdit]
    /// Drawn once each time the step runs.
    package let bindings: [Binding]
    /// Identifiers of the promises this step brings about.
    package let provokes: [String]
    package let expectation: ExpectationTemplate?
    package let captures: [Capture]
    package let polling: Polling?
    /// How often the step runs, one after the other.
    package let repetitions: Int
    /// Waited for before the step.
    package let delay: Duration
    package let timeout: Duration?

    package init(
        label: String,
        location: SourceLocation,
        operation: String?,
        request: RequestTemplate,
        tamper: [RequestEdit] = [],
        bindings: [Binding] = [],
        provokes: [String] = [],
        expectation: ExpectationTemplate? = nil,
        captures: [Capture] = [],
        polling: Polling? = nil,
        repetitions: Int = 1,
        delay: Duration = .zero,
        timeout: Duration? = nil
    ) {
        self.label = label
        self.location = location
        self.operation = operation
        self.request = request
        self.tamper = tamper
        self.bindings = bindings
        self.provokes = provokes
        self.expectation = expectation
        self.captures = captures
        self.polling = polling
        self.repetitions = repetitions
        self.delay = delay
        self.timeout = timeout
    }
}

/// A value taken from an answer for the steps that follow.
package struct Capture: Sendable {
    package let name: String
    package let query: QueryTemplate
    package let filters: [Filter]
    package let location: SourceLocation

    package init(
        name: String,
        query: QueryTemplate,
        filters: [Filter],
        location: SourceLocation
    ) {
        self.name = name
        self.query = query
        self.filters = filters
        self.location = location
    }
}

/// A step that is sent again until its answer is as expected.
package struct Polling: Sendable {
    package let within: Duration
    package let every: Duration
    /// Gives up at once when it holds.
    package let unless: AssertionTemplate?

    package init(within: Duration, every: Duration, unless: AssertionTemplate?) {
        self.within = within
        self.every = every
        self.unless = unless
    }
}
