import Contract
import HTTP

/// What a client sees of one service: the tables of all contracts that describe it together.
struct ContractSurface: Sendable {
    /// Tells services apart that lie below one folder: a folder or a file, as seen from there.
    let name: String
    let title: String
    let targets: [TargetSpecification]
    let variables: [VariableSpecification]
    let securitySchemes: [String: SecurityScheme]
    let encodings: [String: QueryEncoding]
    let failure: FailureRecognizer?
    let operations: [Operation]
    let errors: [ErrorEntry]
    let cases: [Case]

    /// - Parameters:
    ///   - documents: Contracts that share tables; at least one.
    ///   - root: The folder that names are taken from.
    init(_ documents: [ContractDocument], below root: String) {
        precondition(!documents.isEmpty, "a service without a contract")
        name = Self.name(of: documents.map(\.file), below: root)
        title = documents[0].title
        targets = Self.merged(documents.flatMap(\.targets), by: \.name)
        operations = Self.merged(documents.flatMap(\.operations), by: \.id)
        errors = Self.merged(documents.flatMap(\.errors), by: \.id)
        variables = Self.merged(documents.flatMap(\.variables), by: \.name)
        securitySchemes = documents.reduce(into: [:]) { all, document in
            all.merge(document.securitySchemes) { first, _ in first }
        }
        encodings = documents.reduce(into: [:]) { all, document in
            all.merge(document.encodings) { first, _ in first }
        }
        failure = documents.lazy.compactMap(\.failure).first
        cases = documents.flatMap(\.cases)
    }

    private static func merged<Element>(
        _ entries: [Element],
        by name: KeyPath<Element, String>
    ) -> [Element] {
        var seen: Set<String> = []
        return entries.filter { seen.insert($0[keyPath: name]).inserted }
    }

    private static func name(of files: [String], below root: String) -> String {
        let relative = files.map { file in
            root.isEmpty || !file.hasPrefix(root + "/")
                ? file : String(file.dropFirst(root.count + 1))
        }
        guard relative.count > 1 else { return relative[0] }
        let folders = relative.map { $0.split(separator: "/").dropLast().map(String.init) }
        var shared = folders[0][...]
        for folder in folders {
            shared = shared.prefix(zip(shared, folder).prefix { $0.0 == $0.1 }.count)
        }
        return shared.joined(separator: "/")
    }
}

// MARK: - Services

extension ContractSurface {
    /// The services that the contracts below a path describe: contracts belong together when they
    /// have a table in common.
    ///
    /// - Parameters:
    ///   - documents: In the order in which they were found.
    ///   - root: The path the user gave.
    /// - Returns: One for each service, in that order too.
    static func services(
        _ documents: [ContractDocument],
        below root: String
    ) -> [ContractSurface] {
        var groups: [(places: Set<SourceLocation>, documents: [ContractDocument])] = []
        for document in documents {
            var group = (places: places(of: document), documents: [document])
            var others: [(places: Set<SourceLocation>, documents: [ContractDocument])] = []
            var position: Int?
            for (index, other) in groups.enumerated() {
                guard !other.places.isDisjoint(with: group.places) else {
                    others.append(other)
                    continue
                }
                position = position ?? min(index, others.count)
                group.places.formUnion(other.places)
                group.documents = other.documents + group.documents
            }
            others.insert(group, at: position ?? others.count)
            groups = others
        }
        return groups.map { ContractSurface($0.documents, below: root) }
    }

    private static func places(of document: ContractDocument) -> Set<SourceLocation> {
        let places =
            document.operations.map(\.location) + document.errors.map(\.location)
            + document.targets.map(\.location)
        // A file without tables of its own is a service of its own.
        return Set(places + [SourceLocation(file: document.file, line: 0, column: 0)])
    }
}
