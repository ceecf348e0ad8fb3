import Contract
import JSON

/// What changed for a client of one service.
struct ServiceComparison {
    let old: ContractSurface
    let new: ContractSurface
    let level: Basis
    /// Subject by subject, the service first; within a subject the gravest first.
    private(set) var changes: [ContractChange] = []

    /// A call that both sides have.
    struct Pair {
        let old: Operation
        let new: Operation
    }

    init(from old: ContractSurface, to new: ContractSurface, level: Basis) {
        self.old = old
        self.new = new
        self.level = level
        let schemas = SchemaComparisons()
        let pairs = OperationPairing(old: old, new: new).pairs
        let everywhere = ErrorCauses.everywhere(pairs)
        var found = AddressComparison(old: old, new: new, pairs: pairs).changes
        found += SecurityComparison(old: old, new: new).changes(of: pairs)
        found += FailureComparison(old: old.failure, new: new.failure, schemas: schemas).changes
        found += ErrorCauses.changes(everywhere, calls: pairs.count, in: new, level: level)
        found += calls(pairs, everywhere, schemas)
        found += ErrorComparison(old: old.errors, new: new.errors, level: level).changes
        changes = Self.grouped(found)
    }

    /// In the order of the old contract; calls that are new stand behind it.
    private func calls(
        _ pairs: [Pair],
        _ everywhere: Set<ErrorCauses.Cause>,
        _ schemas: SchemaComparisons
    ) -> [ContractChange] {
        let newNames = Set(pairs.map(\.new.id))
        let partners = Dictionary(pairs.map { ($0.old.id, $0.new) }) { first, _ in first }
        let required = (
            old: RequiredFields(old, operations: pairs.map(\.old)),
            new: RequiredFields(new, operations: pairs.map(\.new))
        )
        var found: [ContractChange] = []
        for operation in old.operations {
            guard let partner = partners[operation.id] else {
                found.append(OperationComparison.removed(operation))
                continue
            }
            let comparison = OperationComparison(
                old: DocumentedCall(operation, of: old),
                new: DocumentedCall(partner, of: new),
                level: level,
                required: (required.old[operation.id], required.new[partner.id]),
                schemas: schemas,
                everywhere: everywhere
            )
            found += comparison.changes
        }
        let added = new.operations.filter { !newNames.contains($0.id) }
        return found + added.map(OperationComparison.added)
    }

    /// Puts what belongs to one subject together, in the order in which subjects come up.
    private static func grouped(_ changes: [ContractChange]) -> [ContractChange] {
        var known: Set<ContractChange.Subject> = []
        let order = changes.map(\.subject).filter { known.insert($0).inserted }
        let members = Dictionary(grouping: changes, by: \.subject)
        return order.flatMap { subject in
            let found = members[subject] ?? []
            return ContractChange.Severity.allCases.flatMap { severity in
                found.filter { $0.severity == severity }
            }
        }
    }
}

/// A call with the address that its service gives it.
struct DocumentedCall {
    let operation: Operation
    /// The documented example, of the first row.
    let request: RequestTemplate?
    let surface: ContractSurface

    init(_ operation: Operation, of surface: ContractSurface) {
        self.operation = operation
        self.surface = surface
        request = operation.variants.first?.request
    }

    /// The target it goes to: the one it names, else the first.
    var target: TargetSpecification? {
        guard let name = request?.constant("target") else { return surface.targets.first }
        return surface.targets.first { $0.name == name }
    }

    var method: String { request?["method"]?.spelling.stringValue ?? "GET" }

    /// As the contract writes it, without the base path.
    var path: String { request?["path"]?.spelling.stringValue ?? "/" }

    /// With the base path; names of variables, which are not on the wire, are left out.
    var fullPath: String {
        let own = request?["basePath"]?.spelling.stringValue
        let base = own ?? target?.basePath?.spelling ?? ""
        return base + Self.withoutNames(path)
    }

    /// `{id}` and `{objectId}` are the same to a client; `{?limit}` is not.
    private static func withoutNames(_ path: String) -> String {
        var result = ""
        var rest = path[...]
        while let opening = rest.firstIndex(of: "{") {
            let tail = rest[opening...]
            let isTemplate = tail.hasPrefix("{{")
            guard let closing = tail.firstRange(of: isTemplate ? "}}" : "}") else { break }
            let expression = tail[..<closing.upperBound]
            let first = expression.dropFirst().first
            let isPlain = !isTemplate && (first.map { $0.isLetter || "_+".contains($0) } ?? false)
            result += rest[..<opening] + (isPlain ? "{}" : expression)
            rest = tail[closing.upperBound...]
        }
        return result + rest
    }
}

/// Finds which call of the old contract is which of the new one.
private struct OperationPairing {
    let old: ContractSurface
    let new: ContractSurface

    /// By identifier; those left over by method and path, when that is beyond doubt.
    var pairs: [ServiceComparison.Pair] {
        let known = Dictionary(new.operations.map { ($0.id, $0) }) { first, _ in first }
        let oldNames = Set(old.operations.map(\.id))
        let left = Self.byAddress(new.operations.filter { !oldNames.contains($0.id) }, new)
        let rivals = Self.byAddress(old.operations.filter { known[$0.id] == nil }, old)
        return old.operations.compactMap { operation in
            if let same = known[operation.id] {
                return ServiceComparison.Pair(old: operation, new: same)
            }
            let address = Self.address(operation, old)
            guard let same = left[address], same.count == 1, rivals[address]?.count == 1 else {
                return nil
            }
            return ServiceComparison.Pair(old: operation, new: same[0])
        }
    }

    private static func byAddress(
        _ operations: [Operation],
        _ surface: ContractSurface
    ) -> [String: [Operation]] {
        Dictionary(grouping: operations) { address($0, surface) }
    }

    private static func address(_ operation: Operation, _ surface: ContractSurface) -> String {
        let call = DocumentedCall(operation, of: surface)
        return "\(call.method) \(call.fullPath)"
    }
}
