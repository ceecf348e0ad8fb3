package import Contract
import HTTP

/// Finds valid requests of an operation in a contract: its own example, and steps of its cases.
package enum GenerationBases {
    /// How many are worth trying.
    private static let limit = 6

    /// Requests that should succeed, those first that need the least.
    ///
    /// - Parameters:
    ///   - operation: Of the contract.
    ///   - contract: With its cases.
    /// - Returns: Which of them the server answers with success, a run has to show.
    package static func models(
        of operation: Operation,
        in contract: ContractDocument
    ) -> [RequestModel] {
        var models = operation.variants.compactMap { variant -> RequestModel? in
            let template = contract.targets.complete(variant.request)
            guard knowsAllNames(of: template, in: contract) else { return nil }
            return RequestModel(
                operation,
                of: contract,
                template: template,
                label: variant.label.map { "[\($0)]" } ?? ""
            )
        }
        var found: [(cost: Int, model: RequestModel)] = []
        for contractCase in contract.cases where isUsable(contractCase) {
            guard let model = model(of: operation, contractCase, in: contract) else { continue }
            let cost =
                model.preparation.count + 4 * model.given.count + model.cleanup.count
            found.append((cost, model))
        }
        let cheapest = found.enumerated().sorted {
            ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
        }
        models += cheapest.map(\.element.model)
        return Array(models.prefix(limit))
    }

    /// Whether a case does nothing but send requests.
    static func isUsable(_ contractCase: Case) -> Bool {
        contractCase.waiver == nil && contractCase.needs.isEmpty && contractCase.clients.isEmpty
            && contractCase.listeners.isEmpty
    }

    /// The first step of a case that has to succeed, with what is before it.
    private static func model(
        of operation: Operation,
        _ contractCase: Case,
        in contract: ContractDocument
    ) -> RequestModel? {
        for (position, step) in contractCase.steps.enumerated() {
            guard isPlain(step) else { return nil }
            guard let request = step.request, request.operation == operation.id,
                isSuccess(step, in: contract)
            else { continue }
            return RequestModel(
                operation,
                of: contract,
                source: contractCase,
                preparation: contractCase.setup + contractCase.steps.prefix(position),
                step: step,
                template: request.template,
                label: String(step.label.dropFirst(operation.id.count))
            )
        }
        return nil
    }

    /// Whether a step is one request that is sent as it is.
    static func isPlain(_ step: Step) -> Bool {
        step.request != nil && step.fault == nil && step.background == nil
            && step.reception == nil && step.request?.tamper.isEmpty == true
            && { if case .request = step.action { true } else { false } }()
    }

    /// Whether the success of its operation is due.
    static func isSuccess(_ step: Step, in contract: ContractDocument) -> Bool {
        guard let operation = step.operation else { return false }
        if step.promises.contains(operation) { return true }
        guard !step.provokes.isEmpty, step.expectation?.error == nil,
            step.expectation?.status == nil || step.statesSuccess,
            (step.expectation?.declared ?? .success) == .success
        else { return false }
        let promises = contract.operations.flatMap(\.promises)
        return step.provokes.allSatisfy { id in
            promises.contains {
                $0.id == id && $0.error == nil && $0.expectation?.error == nil
                    && $0.expectation?.status == nil && $0.expectation?.declared == nil
            }
        }
    }

    /// Whether nothing has to be captured or bound before the request.
    static func knowsAllNames(
        of template: RequestTemplate,
        in contract: ContractDocument,
        besides more: Set<String> = []
    ) -> Bool {
        var known = more
        known.formUnion(contract.variables.map(\.name) + contract.bindings.map(\.name))
        known.formUnion(contract.setup.flatMap(\.captures).map(\.name))
        known.formUnion(contract.shared.flatMap(\.setup).flatMap(\.captures).map(\.name))
        return template.document.templates.flatMap(\.names).allSatisfy(known.contains)
    }
}
