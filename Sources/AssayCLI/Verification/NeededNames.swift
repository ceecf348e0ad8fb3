import Contract
import ContractFile
import Profile

/// The names that the templates of requests and expectations refer to.
struct NeededNames {
    private let contract: ContractDocument
    private var names: Set<String> = []
    /// Whether the needed names cannot be known before the run.
    private var needsAll = false
    /// Captures of earlier steps, which need no value.
    private var captured: Set<String> = []

    private init(_ contract: ContractDocument) {
        self.contract = contract
        for target in contract.targets { add([target.basePath].compactMap(\.self)) }
        if let failure = contract.failure {
            add(failure.condition.templates)
            add([failure.code, failure.message].compactMap(\.self).flatMap(\.query.templates))
        }
    }

    /// Adds the names for the requests of a profile.
    ///
    /// - Returns: The names of variables and of the contract's own `let`; `nil` for all.
    static func needed(by profile: LoadProfile) -> Set<String>? {
        var needed = NeededNames(profile.contract)
        for step in profile.setup { needed.add(step) }
        for send in profile.allSends {
            needed.add(send.request)
            needed.add(send.captures.flatMap(\.templates))
            needed.add(send.expectedError?.templates ?? [])
        }
        needed.add(profile.audience?.recipient.templates ?? [])
        needed.add(profile.delivery?.recipient.templates ?? [])
        return needed.closed
    }

    /// Adds the names for the selected cases of a contract.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - runs: Whether a case runs, by its name.
    /// - Returns: The names of variables and of the contract's own `let`; `nil` for all.
    static func needed(
        by contract: ContractDocument,
        where runs: (String) -> Bool
    ) -> Set<String>? {
        var needed = NeededNames(contract)
        let shared = contract.shared.flatMap { $0.setup + $0.teardown }
        for step in shared + contract.setup { needed.add(step) }
        let captured = needed.captured
        for contractCase in contract.cases where runs(contractCase.name) {
            needed.captured = captured
            needed.add(contractCase)
        }
        needed.captured = captured
        for step in contract.teardown { needed.add(step) }
        return needed.closed
    }

    private mutating func add(_ templates: [Template]) {
        let asked = templates.flatMap(\.names)
        names.formUnion(asked.filter { !captured.contains($0) })
    }

    private mutating func add(_ contractCase: Case) {
        add(contractCase.bindings.flatMap(\.value.templates))
        for use in contractCase.given { add(use.parameters.templates) }
        if !contractCase.clients.isEmpty { needsAll = true }
        for listener in contract.listeners.values { add(listener.responses.flatMap(\.templates)) }
        for step in contractCase.setup + contractCase.steps + contractCase.teardown { add(step) }
    }

    private mutating func add(_ step: Step) {
        add(step.bindings.flatMap(\.value.templates))
        switch step.action {
        case .request(let request): add(request)
        case .reception(let reception): add(reception.templates)
        // The client decides what it sends.
        case .call: needsAll = true
        case .join: break
        }
        add(step.captures.flatMap(\.templates))
        add(step.expectation?.templates ?? [])
        add(step.expectation?.error?.templates ?? [])
        add(step.polling?.unless?.templates ?? [])
        captured.formUnion(step.captures.map(\.name))
    }

    private mutating func add(_ request: StepRequest) {
        add(request.template.document.templates)
        if let name = request.template.constant("security"),
            let scheme = contract.securitySchemes[name]
        {
            add(scheme.templates)
        }
        for edit in request.tamper {
            if case .set(let value) = edit.action { add(value.templates) }
        }
        guard let operation = contract.operations.first(where: { $0.id == request.operation })
        else { return }
        for response in operation.responses { add(response.expectation.templates) }
        for promise in operation.promises {
            add(promise.expectation?.templates ?? [])
            add(promise.error?.templates ?? [])
        }
    }

    /// The names with those that their values refer to.
    private var closed: Set<String>? {
        guard !needsAll else { return nil }
        var all = names
        let definitions =
            contract.variables.map { ($0.name, $0.defaultValue?.templates ?? []) }
            + contract.bindings.map { ($0.name, $0.value.templates) }
        // Each can refer only to those before it.
        for (name, templates) in definitions.reversed() where all.contains(name) {
            all.formUnion(templates.flatMap(\.names))
        }
        return all
    }
}
