package import Contract

/// A thing that one operation creates and others use, with a request that creates it.
package struct ResourceModel: Sendable {
    let creator: RequestModel
    private let resource: ContractResource

    /// What the uses refer to, as it is taken from the answer of the creator.
    var captures: [Capture] { resource.captures }
    var uses: [ContractResource.Use] { resource.uses }
    /// What creates it.
    var label: String { creator.operation.id }

    /// The things of a contract: from what its cases capture, and from the shapes of its paths.
    ///
    /// - Parameters:
    ///   - contract: With its cases.
    ///   - models: Requests that are answered with success, by operation.
    /// - Returns: One for each operation that creates something that another one uses.
    package static func all(
        in contract: ContractDocument,
        _ models: [String: RequestModel]
    ) -> [ResourceModel] {
        ContractResource.all(
            in: contract,
            models.mapValues(\.template),
            without: Set(contract.generation.excluded.map(\.operation))
        ).compactMap { resource in
            models[resource.creator.id].map { ResourceModel(creator: $0, resource: resource) }
        }
    }
}
