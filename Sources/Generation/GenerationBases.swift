package import Contract
import HTTP

/// Finds valid requests of an operation in a contract: its own example, and steps of its cases.
package enum GenerationBases {
    /// The number that is worth trying.
    private static let limit = 6

    /// Requests that should succeed, those with the fewest preparing steps first.
    ///
    /// - Parameters:
    ///   - operation: Of the contract.
    ///   - contract: With its cases.
    /// - Returns: Only a run shows which of them succeed.
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
        // An object to delete must be created each time; others may exist.
        let created = created(for: operation, in: contract)
        let isDeleted = models.first?.template.constant("method") == "DELETE"
        models = isDeleted ? created + models : models + created
        return Array(models.prefix(limit))
    }

    /// The operation on an object that another one has just created, by the structure of their
    /// paths.
    private static func created(
        for operation: Operation,
        in contract: ContractDocument
    ) -> [RequestModel] {
        var requests: [String: RequestTemplate] = [:]
        for other in contract.operations where other.id != operation.id {
            guard let variant = other.variants.first else { continue }
            let template = contract.targets.complete(variant.request)
            if contract.knowsAllNames(of: template) { requests[other.id] = template }
        }
        let excluded = Set(contract.generation.excluded.map(\.operation))
        return ContractResource.all(
            in: contract,
            requests.filter { !excluded.contains($0.key) },
            without: excluded
        ).flatMap { resource in
            resource.uses.filter { $0.operation.id == operation.id && $0.bindings.isEmpty }
                .map { use in
                    RequestModel(
                        operation,
                        of: contract,
                        preparation: [creation(of: resource)],
                        template: use.template,
                        label: use.label
                    )
                }
        }
    }

    /// The step that creates an object.
    private static func creation(of resource: ContractResource) -> Step {
        let location = resource.creator.location
        var expectation = ExpectationTemplate(location: location)
        expectation.declared = .success
        return Step(
            label: resource.creator.id,
            location: location,
            action: .request(
                StepRequest(
                    operation: resource.creator.id,
                    template: resource.template,
                    tamper: []
                )
            ),
            expectation: expectation,
            captures: resource.captures
        )
    }

    /// The first step of a case that must succeed, with the steps before it.
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
