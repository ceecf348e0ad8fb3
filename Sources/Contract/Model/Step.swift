package import HTTP
import JSONPaths

/// One step of a case: an action, and its expected outcome.
package struct Step: Sendable {
    /// The action of a step.
    package indirect enum Action: Sendable {
        case request(StepRequest)
        case reception(Reception)
        case call(CallStep)
        case join(JoinStep)
    }

    /// For people: the operation, or method and path.
    package let label: String
    package let location: SourceLocation
    package let action: Action
    /// Evaluated each time the step runs.
    package let bindings: [Binding]
    /// Identifiers of the promises that this step covers.
    package let covers: [String]
    package let expectation: ExpectationTemplate?
    /// How certain the states are in which it runs: no finding is more certain.
    package var statesBasis: Basis = .documented
    /// Whether its operation declares the required status as a success.
    package var statesSuccess = false
    package let captures: [Capture]
    package let polling: Polling?
    /// How often the step runs, in sequence.
    package let repetitions: Int
    /// The wait before the step.
    package let delay: Duration
    package let timeout: Duration?
    /// The fault that is injected into its requests; `nil` for none.
    package let fault: Fault?
    /// The name under which it continues while later steps run; `nil` for a step that is waited
    /// for.
    package let background: String?

    package init(
        label: String,
        location: SourceLocation,
        action: Action,
        bindings: [Binding] = [],
        covers: [String] = [],
        expectation: ExpectationTemplate? = nil,
        captures: [Capture] = [],
        polling: Polling? = nil,
        repetitions: Int = 1,
        delay: Duration = .zero,
        timeout: Duration? = nil,
        fault: Fault? = nil,
        background: String? = nil
    ) {
        self.label = label
        self.location = location
        self.action = action
        self.bindings = bindings
        self.covers = covers
        self.expectation = expectation
        self.captures = captures
        self.polling = polling
        self.repetitions = repetitions
        self.delay = delay
        self.timeout = timeout
        self.fault = fault
        self.background = background
    }
}

extension Step.Action {
    /// The one request that is sent, or was started earlier; `nil` for other kinds.
    package var request: StepRequest? {
        switch self {
        case .request(let request): request
        case .call, .reception: nil
        case .join(let join): join.started.request
        }
    }

    /// The call that is made, or was started earlier; `nil` for other kinds.
    package var call: CallStep? {
        switch self {
        case .request, .reception: nil
        case .call(let call): call
        case .join(let join): join.started.call
        }
    }
}

extension Step {
    /// The one request the step sends; `nil` for a step of another kind.
    package var request: StepRequest? { action.request }

    /// The requests that the step waits for; `nil` for a step of another kind.
    package var reception: Reception? {
        guard case .reception(let reception) = action else { return nil }
        return reception
    }

    /// The operation that must succeed; `nil` for a raw request and for other kinds.
    package var operation: String? { request?.operation }

    /// The client's call that must succeed; `nil` for other kinds.
    package var call: ClientCall? { action.call?.call }
}

extension Step {
    /// Whether it checks only what the contract's own client model sent or stores.
    ///
    /// No server is involved in that.
    package var asksTheModelAlone: Bool {
        guard action.call != nil, let expectation, expectation.error == nil,
            expectation.transport.isEmpty, expectation.declared == nil,
            expectation.status == nil, expectation.schema == nil, expectation.examples.isEmpty,
            expectation.signed == nil
        else { return false }
        let asserts = expectation.asserts
        return (expectation.requests != nil || !asserts.isEmpty)
            && asserts.allSatisfy(\.query.isAboutModel)
    }
}

extension Step {
    /// The names, in the arguments of a call, that determine the checked parts of its result; empty for any other
    /// step.
    package var namesBehindResult: [String] {
        guard let step = action.call, let expectation, let returns = step.call.returns else {
            return []
        }
        let paths = expectation.asserts.compactMap { $0.query.resultPath }
        let parts = paths.map { path -> TemplateValue in
            guard case .name(let name)? = path.singularSteps?.first else { return returns }
            return returns[name] ?? returns
        }
        let used = Set(parts.flatMap(\.templates).flatMap(\.names))
        let arguments = step.arguments.members?.filter { used.contains($0.name) } ?? []
        return arguments.flatMap(\.value.templates).flatMap(\.names)
    }
}

/// A value captured from a response for the following steps.
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

/// Repetition of a step until its response is as expected.
package struct Polling: Sendable {
    package let within: Duration
    package let every: Duration
    /// The maximum number of tries; `nil` for as many as the time allows.
    package let tries: Int?
    /// Gives up at once when it passes.
    package let unless: AssertionTemplate?

    /// The upper limit of tries.
    package static let mostTries = 100_000

    package init(
        within: Duration,
        every: Duration,
        tries: Int? = nil,
        unless: AssertionTemplate?
    ) {
        self.within = within
        self.every = every
        self.tries = tries
        self.unless = unless
    }
}

/// A step that sends one request.
package struct StepRequest: Sendable {
    /// The operation called; `nil` for a raw request.
    package let operation: String?
    /// With the step's sections and edits, and the target's headers.
    package let template: RequestTemplate
    /// Edits after signing.
    package let tamper: [RequestEdit]

    package init(operation: String?, template: RequestTemplate, tamper: [RequestEdit] = []) {
        self.operation = operation
        self.template = template
        self.tamper = tamper
    }
}

extension Step {
    /// The promises that it is checked for outside set-up: a step that covers nothing is checked
    /// for the success of its operation or call, unless its own expectation requires something
    /// else.
    package var promises: [String] {
        // A background step is checked by the step that joins it.
        guard background == nil else { return [] }
        guard covers.isEmpty else { return covers }
        // The outcome of a fault proves nothing about the server.
        guard fault == nil else { return [] }
        let wantsOther =
            expectation?.error != nil || (expectation?.status != nil && !statesSuccess)
            || expectation?.transport.isEmpty == false
            || (expectation?.declared ?? .success) != .success
        return wantsOther ? [] : (operation ?? call?.id).map { [$0] } ?? []
    }
}
