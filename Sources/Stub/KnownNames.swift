import Base
import Contract
import JSON
import JSONSchemas

/// The fields of requests that contracts have anywhere, by operation: a client's field of nearly the
/// same name is most likely misspelt.
struct KnownNames: Sendable {
    private static let sections = ["json", "query", "form"]

    /// By operation, then by section.
    private var names: [String: [String: Set<String>]] = [:]

    init(_ contracts: [ContractDocument]) {
        for contract in contracts {
            for operation in contract.operations {
                for variant in operation.variants { add(variant.request, to: operation.id) }
                for rule in operation.accepted {
                    guard let view = SchemaView(rule.schema) else { continue }
                    let described = ([view] + view.alternatives).flatMap(\.properties)
                    names[operation.id, default: [:]][rule.section, default: []]
                        .formUnion(described)
                }
            }
            let steps = contract.cases.flatMap { $0.setup + $0.steps + $0.teardown }
            let performed = contract.calls.flatMap(\.performs).map(\.request)
            for request in steps.compactMap(\.request) + performed {
                guard let operation = request.operation else { continue }
                add(request.template, to: operation)
            }
        }
    }

    private mutating func add(_ request: RequestTemplate, to operation: String) {
        for section in Self.sections {
            let members = request[section]?.members?.map(\.name) ?? []
            names[operation, default: [:]][section, default: []].formUnion(members)
        }
    }

    /// Fields of a request that are not in the contracts, but similar to a known name.
    func differences(in fields: RequestFields, of operation: Operation) -> [Difference] {
        Self.sections.flatMap { section -> [Difference] in
            guard let known = names[operation.id]?[section],
                let given = fields.parts[section]?.objectValue
            else { return [] }
            return given.names.filter { !known.contains($0) }.compactMap { name in
                NearestName.suggestion(for: name, among: known.sorted()).map { near in
                    Difference(
                        path: LearntRefusal.place(section, [name]),
                        expected: "\"\(near)\", which the contract has",
                        actual: "\"\(name)\"",
                        location: operation.location,
                        basis: .inferred
                    )
                }
            }
        }
    }
}
