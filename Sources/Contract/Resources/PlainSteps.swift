import HTTP

extension Case {
    /// Whether it only sends requests.
    package var sendsOnly: Bool {
        waiver == nil && needs.isEmpty && clients.isEmpty && listeners.isEmpty
    }
}

extension Step {
    /// Whether it is one request without further settings.
    package var isPlain: Bool {
        request != nil && fault == nil && background == nil && reception == nil
            && request?.tamper.isEmpty == true
            && { if case .request = action { true } else { false } }()
    }

    /// Whether its operation must succeed.
    package func isSuccess(in contract: ContractDocument) -> Bool {
        guard let operation else { return false }
        if promises.contains(operation) { return true }
        guard !covers.isEmpty, expectation?.error == nil,
            expectation?.status == nil || statesSuccess,
            (expectation?.declared ?? .success) == .success
        else { return false }
        let promises = contract.operations.flatMap(\.promises)
        return covers.allSatisfy { id in
            promises.contains {
                $0.id == id && $0.error == nil && $0.expectation?.error == nil
                    && $0.expectation?.status == nil && $0.expectation?.declared == nil
            }
        }
    }
}

extension ContractDocument {
    /// Whether a request needs no captures or bindings before it.
    package func knowsAllNames(
        of template: RequestTemplate,
        besides more: Set<String> = []
    ) -> Bool {
        var known = more
        known.formUnion(variables.map(\.name) + bindings.map(\.name))
        known.formUnion(setup.flatMap(\.captures).map(\.name))
        known.formUnion(shared.flatMap(\.setup).flatMap(\.captures).map(\.name))
        return template.document.templates.flatMap(\.names).allSatisfy(known.contains)
    }
}
