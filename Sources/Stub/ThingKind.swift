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
    /// The member that identifies the object in requests; `nil` if only the `Location` of its creation does.
    let identity: String?
    /// By operation.
    let roles: [String: Role]
    /// The objects named in the contract's examples, which exist from the start.
    let examples: [KeptThings.Name]
    /// The path of one object.
    let item: PathPattern
    /// Whether the path of an object is that of its creation and the identifier.
    let isBelowCreator: Bool

    /// The kinds of objects of a contract, derived from its operations.
    static func all(of contract: ContractDocument, _ routes: RouteTable) -> [ThingKind] {
        var requests: [String: RequestTemplate] = [:]
        for operation in contract.operations {
            requests[operation.id] = operation.variants.first.map {
                contract.targets.complete($0.request)
            }
        }
        let named = NamedObjects(contract)
        var taken: Set<String> = []
        return ContractResource.all(in: contract, requests).compactMap { resource in
            guard !taken.contains(resource.creator.id),
                let kind = ThingKind(resource, routes, named, without: taken)
            else { return nil }
            taken.formUnion(kind.roles.keys)
            return kind
        }
    }

    /// The place of an identifier in the response that creates an object.
    private struct Identity {
        var place: [JSONPath.Step] = []
        /// `nil` for the `Location`.
        var member: String?

        /// `nil` for a capture of another kind.
        init?(_ capture: Capture) {
            switch capture.query {
            case .ready(.header(let name)) where HTTPFields.areSame(name, "Location"): break
            case .ready(.jsonpath(let path)) where capture.filters.isEmpty:
                guard let way = path.singularSteps, case .name(let member)? = way.last else {
                    return nil
                }
                (place, self.member) = (way.dropLast(), member)
            default: return nil
            }
        }
    }

    /// `nil` without a known identifier, or without another operation on the object.
    private init?(
        _ resource: ContractResource,
        _ routes: RouteTable,
        _ named: NamedObjects,
        without taken: Set<String>
    ) {
        let identities = resource.captures.compactMap(Identity.init)
        // An identifier precedes other captures of the case.
        guard let identity = identities.first(where: { $0.member != nil }) ?? identities.first
        else { return nil }
        creator = resource.creator
        (place, self.identity) = (identity.place, identity.member)
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
        let users = resource.uses.map(\.operation.id).filter { roles[$0] != nil }
        guard let item = users.lazy.compactMap({ routes.routes(of: $0).first?.path }).first else {
            return nil
        }
        for operation in routes.readers(at: routes.routes(of: resource.creator.id))
        where roles[operation] == nil && !taken.contains(operation) {
            roles[operation] = .list
        }
        self.roles = roles
        self.item = item
        let start = routes.routes(of: resource.creator.id).first?.path
        isBelowCreator = start.map { item.isChild(of: $0) } ?? false
        if identity.member == nil, !isBelowCreator { return nil }
        examples = named.names(users, at: item, routes)
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

/// Objects that the requests of a contract name by constants.
private struct NamedObjects {
    private let operations: [Operation]
    /// Requests of cases with this request alone that succeed, by operation.
    private var successes: [String: [RequestTemplate]] = [:]
    /// Requests of cases with this request alone, for an object that does not exist, by operation.
    private var misses: [String: [RequestTemplate]] = [:]

    init(_ contract: ContractDocument) {
        operations = contract.operations
        let missing = Set(contract.errors.filter(\.statesUnknown).map(\.id))
        let promises = contract.operations.flatMap(\.promises).filter { promise in
            promise.error.map { missing.contains($0.id) } ?? false
        }
        let misses = Set(promises.map(\.id))
        for one in contract.cases
        where one.given.isEmpty && one.setup.isEmpty && one.steps.count == 1 {
            guard let request = one.steps[0].request, let id = request.operation else { continue }
            if one.steps[0].isSuccess(in: contract) {
                successes[id, default: []].append(request.template)
            } else if one.steps[0].covers.contains(where: misses.contains) {
                self.misses[id, default: []].append(request.template)
            }
        }
    }

    /// The names of objects in the examples of some operations and of those below them, and in successful requests;
    /// without those that a case shows to be unknown.
    func names(
        _ users: [String],
        at item: PathPattern,
        _ routes: RouteTable
    ) -> [KeptThings.Name] {
        var names: [KeptThings.Name] = []
        var (shown, unknown): ([KeptThings.Name], Set<KeptThings.Name>) = ([], [])
        for operation in operations {
            guard let path = routes.routes(of: operation.id).first?.path,
                users.contains(operation.id) || path.continues(item)
            else { continue }
            let gaps = Array(path.gaps.prefix(item.gaps.count))
            func found(_ requests: [RequestTemplate]?) -> [KeptThings.Name] {
                (requests ?? []).compactMap { Self.name(in: $0, gaps) }
            }
            names += found(operation.variants.map(\.request))
            shown += found(successes[operation.id])
            unknown.formUnion(found(misses[operation.id]))
        }
        return names.filter { !unknown.contains($0) || shown.contains($0) } + shown
    }

    private static func name(in request: RequestTemplate, _ gaps: [String]) -> KeptThings.Name? {
        let values = gaps.compactMap { request["params"]?[$0]?.constantValue?.scalarText }
        guard !gaps.isEmpty, values.count == gaps.count else { return nil }
        return KeptThings.Name(scope: Array(values.dropLast()), id: values[values.count - 1])
    }
}
