import Contract
import HTTP
import JSON
import JSONPaths

/// A kind of stored object: the operation that creates it, and the operations on it.
struct ThingKind: Sendable {
    /// An operation's effect on objects.
    enum Role: Hashable, Sendable {
        case create, read, delete, list
        /// Replaces the whole object, or only the given members.
        case update(isWhole: Bool)
    }

    let creator: Operation
    /// Path of the object in a response.
    let place: [JSONPath.Step]
    /// The member that identifies the object in requests.
    let identity: String
    /// By operation.
    let roles: [String: Role]
    /// The objects named in the contract's examples, which exist from the start.
    let examples: [KeptThings.Name]

    /// The kinds of objects of a contract, derived from its operations.
    static func all(of contract: ContractDocument, _ routes: RouteTable) -> [ThingKind] {
        var requests: [String: RequestTemplate] = [:]
        for operation in contract.operations {
            requests[operation.id] = operation.variants.first.map {
                contract.targets.complete($0.request)
            }
        }
        var taken: Set<String> = []
        return ContractResource.all(in: contract, requests).compactMap { resource in
            guard !taken.contains(resource.creator.id),
                let kind = ThingKind(resource, routes, without: taken)
            else { return nil }
            taken.formUnion(kind.roles.keys)
            return kind
        }
    }

    /// `nil` without a known identifier, or without another operation on the object.
    private init?(
        _ resource: ContractResource,
        _ routes: RouteTable,
        without taken: Set<String>
    ) {
        let ways = resource.captures.compactMap { capture -> [JSONPath.Step]? in
            guard capture.filters.isEmpty, case .ready(.jsonpath(let path)) = capture.query else {
                return nil
            }
            return path.singularSteps
        }
        // An identifier precedes other captures of the case.
        guard let way = ways.first, case .name(let identity)? = way.last else { return nil }
        creator = resource.creator
        place = way.dropLast()
        self.identity = identity
        var roles: [String: Role] = [resource.creator.id: .create]
        for use in resource.uses where !taken.contains(use.operation.id) {
            switch use.role {
            case .read: roles[use.operation.id] = .read
            case .delete: roles[use.operation.id] = .delete
            case .update:
                let isWhole = use.template.constant("method") == "PUT"
                roles[use.operation.id] = .update(isWhole: isWhole)
            case .other: break
            }
        }
        guard roles.count > 1 else { return nil }
        for operation in routes.readers(at: routes.routes(of: resource.creator.id))
        where roles[operation] == nil && !taken.contains(operation) {
            roles[operation] = .list
        }
        self.roles = roles
        examples = resource.uses.map(\.operation).flatMap { operation -> [KeptThings.Name] in
            switch roles[operation.id] {
            case .read, .delete, .update: Self.examples(of: operation, routes)
            case .create, .list, nil: []
            }
        }
    }

    /// The names of objects in an operation's examples.
    private static func examples(
        of operation: Operation,
        _ routes: RouteTable
    ) -> [KeptThings.Name] {
        let gaps = routes.routes(of: operation.id).first?.path.gaps ?? []
        return operation.variants.compactMap { variant in
            let values = gaps.compactMap {
                variant.request["params"]?[$0]?.constantValue?.scalarText
            }
            guard !gaps.isEmpty, values.count == gaps.count else { return nil }
            return KeptThings.Name(scope: Array(values.dropLast()), id: values[values.count - 1])
        }
    }

    /// Description for the user who starts a stub.
    var sentence: String {
        func names(_ isMeant: (Role) -> Bool) -> String? {
            let found = roles.filter { isMeant($0.value) }.map(\.key).sorted()
            return found.isEmpty ? nil : found.joined(separator: ", ")
        }
        let parts = [
            ("read by", names { $0 == .read }),
            ("changed by", names { if case .update = $0 { true } else { false } }),
            ("deleted by", names { $0 == .delete }), ("listed by", names { $0 == .list }),
        ]
        let uses = parts.compactMap { words, names in names.map { "\(words) \($0)" } }
        return "keeps what \(creator.id) creates: \(uses.joined(separator: ", "))"
    }
}
