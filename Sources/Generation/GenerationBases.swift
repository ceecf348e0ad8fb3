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
            guard contract.knowsAllNames(of: template) else { return nil }
            return RequestModel(
                operation,
                of: contract,
                template: template,
                label: variant.label.map { "[\($0)]" } ?? ""
            )
        }
        var found: [(cost: Int, model: RequestModel)] = []
        for contractCase in contract.cases where contractCase.sendsOnly {
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

    /// The first step of a case that has to succeed, with what is before it.
    private static func model(
        of operation: Operation,
        _ contractCase: Case,
        in contract: ContractDocument
    ) -> RequestModel? {
        for (position, step) in contractCase.steps.enumerated() {
            guard step.isPlain else { return nil }
            guard let request = step.request, request.operation == operation.id,
                step.isSuccess(in: contract)
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
}
