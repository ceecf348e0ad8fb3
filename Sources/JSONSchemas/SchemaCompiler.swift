import Base
import JSON

/// Turns schema documents into nodes; collects every fault on the way.
struct SchemaCompiler {
    /// A schema object that is being compiled.
    struct Source {
        let place: SchemaPlace
        let object: JSONObject
        let resource: Int
        let dialect: SchemaDialect
    }

    private struct Task {
        let id: SchemaNodeID
        let entry: SchemaIndex.Entry
    }

    let assertsFormat: Bool
    var index: SchemaIndex
    private(set) var nodes: [SchemaNode] = []
    private(set) var unknownKeywords: [UnknownSchemaKeyword] = []
    private var ids: [SchemaPlace: SchemaNodeID] = [:]
    private var waiting: [Task] = []
    /// The anchors that some `$dynamicRef` asks the dynamic scope for.
    private var dynamicNames: Set<CodePoints> = []
    /// Where each node is written; parallel to `nodes`.
    private(set) var places: [SchemaPlace] = []

    init(registry: SchemaRegistry, assertsFormat: Bool) {
        index = SchemaIndex(registry: registry)
        self.assertsFormat = assertsFormat
    }

    /// Compiles a schema and everything it leads to.
    mutating func compile(
        _ document: JSONValue,
        at pointer: JSONPointer,
        baseURI: String?
    ) -> SchemaNodeID? {
        let place = SchemaPlace(document: 0, pointer: pointer.description)
        let value = document[pointer]
        let resource = index.add(
            document,
            uri: baseURI ?? "",
            schema: place,
            value: value ?? .null
        )
        guard let value else {
            addFault(.badValue, at: place, "expected a schema, got nothing")
            return nil
        }
        let root = node(at: place, value, in: resource)
        repeat {
            while let task = waiting.popLast() { build(task) }
        } while compileDynamicAnchors()
        findEndlessReferences()
        return root
    }

    /// The node for a schema; it is filled in later.
    mutating func node(
        at place: SchemaPlace,
        _ value: JSONValue,
        in outer: Int
    ) -> SchemaNodeID {
        if let known = ids[place] { return known }
        let resource = index.resource(rootedAt: place) ?? outer
        let id = SchemaNodeID(position: nodes.count)
        nodes.append(SchemaNode(resource: resource, location: location(of: place, in: resource)))
        places.append(place)
        ids[place] = id
        let entry = SchemaIndex.Entry(place: place, value: value, resource: resource)
        waiting.append(Task(id: id, entry: entry))
        return id
    }

    /// Takes note that outer resources may take over an anchor.
    mutating func expectDynamicAnchor(_ name: String) {
        dynamicNames.insert(CodePoints(name))
    }

    mutating func addFault(_ kind: SchemaFault.Kind, at place: SchemaPlace, _ reason: String) {
        index.addFault(kind, at: place, reason)
    }

    /// For each resource, the nodes that a dynamic reference can end at.
    var dynamicScopes: [[CodePoints: SchemaNodeID]] {
        index.resources.map { resource in
            resource.dynamicAnchors.compactMapValues { ids[$0] }
        }
    }
}

extension SchemaCompiler {
    private func location(of place: SchemaPlace, in resource: Int) -> String {
        let root = index.resources[resource]
        let below = place.pointer.text.utf8.dropFirst(root.root.pointer.text.utf8.count)
        return root.uri.text + "#" + URIReference.encodedFragment(String(Substring(below)))
    }

    /// Compiles the dynamic anchors of all resources in use; whether there was anything to do.
    private mutating func compileDynamicAnchors() -> Bool {
        let used = Set(nodes.map(\.resource))
        for resource in used {
            for (name, place) in index.resources[resource].dynamicAnchors
            where dynamicNames.contains(name) && ids[place] == nil {
                let value = index.value(at: place)
                _ = node(at: place, value, in: resource)
            }
        }
        return !waiting.isEmpty
    }

    private mutating func build(_ task: Task) {
        let entry = task.entry
        switch entry.value {
        case .bool(let accepts):
            if !accepts { nodes[task.id.position].rules = [.never] }
        case .object(let object):
            let source = Source(
                place: entry.place,
                object: object,
                resource: entry.resource,
                dialect: index.resources[entry.resource].dialect
            )
            let rules = rules(of: source)
            nodes[task.id.position].rules =
                rules.filter { !$0.seesEvaluated } + rules.filter(\.seesEvaluated)
            nodes[task.id.position].seesEvaluated = rules.contains(where: \.seesEvaluated)
        default:
            addFault(
                .badValue,
                at: entry.place,
                "expected a schema (an object or a boolean), got "
                    + SchemaText.summary(of: entry.value)
            )
        }
    }

    private mutating func rules(of source: Source) -> [SchemaRule] {
        var rules: [SchemaRule] = []
        for member in source.object.members {
            guard let facts = source.dialect.facts(about: member.name) else {
                noteUnknown(member.name, at: source.place)
                continue
            }
            let place = source.place.child(member.name)
            guard checkShape(facts.shape, of: member.value, at: place),
                checkMeaning(of: member.name, member.value, in: source)
            else { continue }
            if member.name == "format" { noteMisspelt(member.value, at: place) }
            if let rule = rule(for: member.name, member.value, in: source) { rules.append(rule) }
        }
        return rules
    }

    private mutating func noteUnknown(_ name: String, at place: SchemaPlace) {
        guard place.document == 0, !name.utf8.starts(with: "x-".utf8) else { return }
        unknownKeywords.append(
            UnknownSchemaKeyword(
                kind: .keyword,
                name: name,
                pointer: place.child(name).pointer.text,
                suggestion: NearestName.suggestion(for: name, among: SchemaKeywordFacts.names)
            )
        )
    }

    /// Notes a format that is nearly one of the known ones.
    private mutating func noteMisspelt(_ value: JSONValue, at place: SchemaPlace) {
        guard place.document == 0, let name = value.stringValue,
            SchemaFormat(rawValue: name) == nil,
            let suggestion = NearestName.suggestion(
                for: name,
                among: SchemaFormat.allCases.map(\.rawValue)
            )
        else { return }
        unknownKeywords.append(
            UnknownSchemaKeyword(
                kind: .format,
                name: name,
                pointer: place.pointer.text,
                suggestion: suggestion
            )
        )
    }
}

extension SchemaRule {
    /// Whether the rule looks at what the other rules of its schema evaluated.
    var seesEvaluated: Bool {
        switch self {
        case .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
    }
}
