import Contract

/// A table that other files may use, by the key it stands under.
enum ContractTable: String, CaseIterable {
    case docs, targets, variables, securitySchemes, encodings, schemas, states, listeners
    case operations, errors, calls, groups
    case bindings = "let"

    /// What one entry is called in messages.
    var entryName: String {
        switch self {
        case .docs: "document"
        case .targets: "target"
        case .variables: "variable"
        case .securitySchemes: "security scheme"
        case .encodings: "encoding"
        case .schemas: "schema"
        case .states: "state"
        case .listeners: "listener"
        case .operations: "operation"
        case .errors: "error"
        case .calls: "call"
        case .groups: "group"
        case .bindings: "value"
        }
    }

    /// Whether a file may define an entry anew that a used file has.
    var mayBeOverridden: Bool {
        switch self {
        case .docs, .targets, .variables: true
        default: false
        }
    }
}

/// Where each entry of each table is defined.
struct TablePlaces {
    /// An entry of a table.
    struct Entry: Hashable {
        let table: ContractTable
        let name: String
    }

    private var places: [Entry: SourceLocation] = [:]
    /// Where the tables are of which there is one: `failure` and `client`.
    private var singles: [String: SourceLocation] = [:]
    private static let singleNames = ["failure", "client"]

    /// Takes in the entries that a file defines itself; one that a used file has is an error
    /// unless it may be overridden.
    mutating func define(_ root: YAMLNode, _ diagnostics: Diagnostics) {
        for table in ContractTable.allCases {
            for entry in root[table.rawValue]?.entries ?? [] {
                let name = Entry(table: table, name: entry.key.text ?? "")
                if let known = places[name], !table.mayBeOverridden {
                    let what = "\(table.entryName) \(Excerpt.quoted(name.name))"
                    diagnostics.error(
                        "\(what) is already defined in \(known)",
                        at: entry.key,
                        hint: "of a used file, only docs, targets and variables may be overridden"
                    )
                }
                places[name] = entry.key.location
            }
        }
        for name in Self.singleNames {
            guard let entry = root.entry(name) else { continue }
            if let known = singles[name] {
                diagnostics.error("\"\(name)\" is already defined in \(known)", at: entry.key)
            }
            singles[name] = entry.key.location
        }
    }

    /// Takes in the entries of a used file; one that another used file has too is an error, unless
    /// the using file overrides it.
    ///
    /// - Parameters:
    ///   - used: The entries of the used file and of those it uses.
    ///   - root: The using file.
    ///   - node: The mention of the used file.
    ///   - diagnostics: Gets the errors.
    mutating func add(
        _ used: TablePlaces,
        to root: YAMLNode,
        at node: YAMLNode,
        _ diagnostics: Diagnostics
    ) {
        guard !places.isEmpty || !singles.isEmpty else {
            self = used
            return
        }
        var conflicts: [String] = []
        for (entry, place) in used.places {
            guard let known = places[entry], known != place else {
                places[entry] = place
                continue
            }
            let table = entry.table
            if table.mayBeOverridden, root[table.rawValue]?[entry.name] != nil { continue }
            let what = "\(table.entryName) \(Excerpt.quoted(entry.name))"
            conflicts.append("\(what) is defined in \(known) and in \(place)")
        }
        for (name, place) in used.singles {
            if let known = singles[name], known != place {
                conflicts.append("\"\(name)\" is defined in \(known) and in \(place)")
            }
            singles[name] = singles[name] ?? place
        }
        for conflict in conflicts.sorted() { diagnostics.error(conflict, at: node) }
    }
}
