package import Contract
package import HTTP
package import JSON
import JSONSchemas

/// The contracts of one service as a whole: files that use each other share most of their tables.
package struct ContractSet: Sendable {
    package private(set) var title: String
    package private(set) var version: String?
    /// The files it was made from.
    package private(set) var files: [String] = []
    package private(set) var documents: [String: DocumentReference] = [:]
    package private(set) var targets: [TargetSpecification] = []
    package private(set) var variables: [VariableSpecification] = []
    package private(set) var bindings: [Binding] = []
    package private(set) var securitySchemes: [String: SecurityScheme] = [:]
    package private(set) var encodings: [String: QueryEncoding] = [:]
    package private(set) var attachments: [String: [UInt8]] = [:]
    package private(set) var failure: FailureRecognizer?
    package private(set) var operations: [Operation] = []
    package private(set) var errors: [ErrorEntry] = []
    /// The `schemas` tables, as far as responses refer to them.
    package private(set) var schemas = JSONObject()
    /// The entries so far.
    private var known = Known()

    private struct Known {
        var targets: Set<String> = []
        var variables: Set<String> = []
        /// Positions by name, of operations and of errors.
        var positions: [String: [String: Int]] = [:]
        /// The number of schemas in the table of each file.
        var tables: [String: Int] = [:]
    }

    /// Combines contracts.
    ///
    /// - Parameter contracts: At least one.
    /// - Throws: When two of them define different things under the same name.
    package init(_ contracts: [ContractDocument]) throws(InterchangeError) {
        title = contracts.serviceTitle ?? contracts.first?.title ?? ""
        version = contracts.lazy.compactMap(\.version).first
        for contract in contracts { try add(contract) }
        guard let file = files.first, operations.isEmpty else { return }
        throw InterchangeError(
            file: file,
            place: .whole,
            expected: "a contract with operations",
            found: "none"
        )
    }

    private mutating func add(_ contract: ContractDocument) throws(InterchangeError) {
        files.append(contract.file)
        documents.merge(contract.documents) { known, _ in known }
        securitySchemes.merge(contract.securitySchemes) { known, _ in known }
        encodings.merge(contract.encodings) { known, _ in known }
        attachments.merge(contract.attachments) { known, _ in known }
        failure = failure ?? contract.failure
        try merge(contract.operations, into: \.operations, "operation", \.id, \.location)
        try merge(contract.errors, into: \.errors, "error", \.id, \.location)
        for target in contract.targets where known.targets.insert(target.name).inserted {
            targets.append(target)
        }
        for variable in contract.variables where known.variables.insert(variable.name).inserted {
            variables.append(variable)
        }
        let bound = Dictionary(grouping: bindings, by: \.name)
        for binding in contract.bindings where bound[binding.name]?.contains(binding) != true {
            bindings.append(binding)
        }
        addSchemas(of: contract)
    }

    private mutating func merge<Element>(
        _ entries: [Element],
        into table: WritableKeyPath<ContractSet, [Element]>,
        _ kind: String,
        _ name: KeyPath<Element, String>,
        _ location: KeyPath<Element, SourceLocation>
    ) throws(InterchangeError) {
        for entry in entries {
            let id = entry[keyPath: name]
            guard let position = self.known.positions[kind]?[id] else {
                self.known.positions[kind, default: [:]][id] = self[keyPath: table].count
                self[keyPath: table].append(entry)
                continue
            }
            let known = self[keyPath: table][position]
            let place = entry[keyPath: location]
            guard known[keyPath: location] != place else { continue }
            throw InterchangeError(
                file: place.file,
                place: .line(place.line),
                expected: "one \(kind) of each name",
                found: "\"\(id)\", which \(known[keyPath: location].file) defines too",
                hint: "export one contract file at a time"
            )
        }
    }

    private mutating func addSchemas(of contract: ContractDocument) {
        var expectations = contract.operations.flatMap { operation in
            operation.responses.map(\.expectation) + operation.promises.compactMap(\.expectation)
        }
        expectations += [contract.failure?.expectation].compactMap(\.self)
        let described = expectations.compactMap(\.schema).map { ($0.schema, $0.location) }
        let accepted = contract.operations.flatMap(\.accepted).map { ($0.schema, $0.location) }
        for (schema, location) in described + accepted {
            // All schemas of a file refer to one table.
            guard let table = schema.document["schemas"]?.objectValue,
                known.tables[location.file] != table.count
            else { continue }
            known.tables[location.file] = table.count
            for member in table.members where !schemas.contains(member.name) {
                schemas[member.name] = member.value
            }
        }
    }
}

extension ContractSet {
    /// The target of a request: the one it names, else the first.
    func target(of request: RequestTemplate) -> TargetSpecification? {
        targets.target(of: request)
    }

    /// An operation's request with the header fields of its target, as a step sends it.
    func complete(_ request: RequestTemplate) -> RequestTemplate { targets.complete(request) }

    /// The names in templates, with their members, that only cases define, not tables.
    ///
    /// - Parameter templates: Those of a request, or of an expectation.
    /// - Returns: Each once; of a name with members, the members alone.
    func openNames(in templates: [Template]) -> [[String]] {
        let known = Set(variables.map(\.name) + bindings.map(\.name))
        let open = templates.flatMap(\.references).filter { !known.contains($0[0]) }
        var seen: Set<[String]> = []
        return open.filter { path in
            let isWhole = open.contains { $0.count > path.count && $0.starts(with: path) }
            return !isWhole && seen.insert(path).inserted
        }
    }

    /// The error for a template that cannot be evaluated.
    func error(_ error: TemplateError, in place: SourceLocation) -> InterchangeError {
        let location = error.location ?? place
        return InterchangeError(
            file: location.file,
            place: .line(location.line),
            expected: "a template that can be filled in",
            found: error.reason
        )
    }
}

extension Evaluator {
    /// Defines a name, or a member of one.
    mutating func define(_ value: JSONValue, at path: [String]) {
        scope[path[0]] = (scope[path[0]] ?? .null).defining(value, at: path.dropFirst())
    }
}

extension JSONValue {
    fileprivate func defining(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return value }
        var object = objectValue ?? JSONObject()
        object[name] = (object[name] ?? .null).defining(value, at: path.dropFirst())
        return .object(object)
    }
}
