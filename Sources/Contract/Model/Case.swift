/// A case after expansion of its rows.
package struct Case: Sendable {
    /// With its row: `e400008[both-times]`.
    package let name: String
    package let location: SourceLocation
    package let summary: String?
    package let tags: [String]
    /// Cases that must pass before this one makes sense.
    package var needs: [CaseNeed] = []
    package let given: [StateUse]
    /// Whether cookies set by responses are sent with later requests.
    package var keepsCookies = false
    /// The listeners that it mentions; they run for the duration of the case.
    package var listeners: [Listener] = []
    /// The clients of its calls.
    package let clients: [ClientUse]
    /// Evaluated once for each run of the case.
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
        clients: [ClientUse] = [],
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
        self.clients = clients
        self.bindings = bindings
        self.setup = setup
        self.steps = steps
        self.teardown = teardown
        self.waiver = waiver
    }

    /// The promises that its steps cover, in order, each once.
    package var covers: [String] {
        var seen: Set<String> = []
        return steps.flatMap(\.covers).filter { seen.insert($0).inserted }
    }
}

/// A case of the same file that another one needs.
package struct CaseNeed: Equatable, Sendable {
    /// As written in the contract: `register`, or `register[ios]` for one of its rows.
    package let name: String
    /// The names of the cases: more than one for a case with rows.
    package var cases: [String]
    package let location: SourceLocation

    package init(name: String, cases: [String], location: SourceLocation) {
        self.name = name
        self.cases = cases
        self.location = location
    }

    /// The case whose captures are visible to the case that needs it.
    package var source: String? { cases.count == 1 ? cases[0] : nil }
}

/// A provider state that a case needs.
package struct StateUse: Equatable, Sendable {
    package let name: String
    package let parameters: TemplateValue
    package let location: SourceLocation

    package init(name: String, parameters: TemplateValue, location: SourceLocation) {
        self.name = name
        self.parameters = parameters
        self.location = location
    }
}
