import Base
import JSON

/// A schema with a URI of its own, and what can be found in it by name.
struct SchemaResource: Sendable {
    /// Without fragment; empty when neither an `$id` nor the caller gave one.
    let uri: URIReference
    let root: SchemaPlace
    let dialect: SchemaDialect
    /// `$anchor` and `$dynamicAnchor`.
    var anchors: [CodePoints: SchemaPlace] = [:]
    /// `$dynamicAnchor` alone.
    var dynamicAnchors: [CodePoints: SchemaPlace] = [:]
}

/// Finds every resource and anchor of the documents that references lead to.
struct SchemaIndex {
    /// A schema that waits for its turn.
    struct Entry {
        let place: SchemaPlace
        let value: JSONValue
        /// The resource around it.
        let resource: Int
    }

    private let registry: SchemaRegistry
    /// The URIs that documents were found under, and their roots.
    private(set) var documents: [(uri: String, root: JSONValue)] = []
    private(set) var resources: [SchemaResource] = []
    private(set) var faults: [SchemaFault] = []
    private var resourceByURI: [CodePoints: Int] = [:]
    private var resourceByRoot: [SchemaPlace: Int] = [:]
    private var seen: Set<SchemaPlace> = []

    init(registry: SchemaRegistry) {
        self.registry = registry
    }

    /// Adds a document of which the value at `pointer` is a schema, and returns its resource.
    ///
    /// A schema below the root belongs to a resource that spans the document, so that
    /// references can reach the rest of it.
    mutating func add(
        _ root: JSONValue,
        uri: String,
        schema: SchemaPlace,
        value: JSONValue
    ) -> Int {
        documents.append((uri, root))
        let place = SchemaPlace(document: documents.count - 1, pointer: "")
        let base = URIReference(uri).withoutFragment
        let isWhole = schema.pointer == place.pointer
        let outer = open(at: place, uri: base, schema: isWhole ? root : .null, around: nil)
        index(Entry(place: schema, value: value, resource: outer))
        return resourceByRoot[schema] ?? outer
    }

    /// The resource with a URI, from the documents already read or from the registry.
    mutating func resource(at uri: URIReference) -> Int? {
        let key = CodePoints(uri.text)
        if let known = resourceByURI[key] { return known }
        guard let document = registry.document(at: uri.text) else { return nil }
        let place = SchemaPlace(document: documents.count, pointer: "")
        let resource = add(document, uri: uri.text, schema: place, value: document)
        resourceByURI[key] = resource
        return resource
    }

    /// The resource whose root is at a place.
    func resource(rootedAt place: SchemaPlace) -> Int? { resourceByRoot[place] }

    /// Takes note of the schema and of all schemas below it; again is free.
    mutating func index(_ entry: Entry) {
        var waiting = [entry]
        while let next = waiting.popLast() {
            guard seen.insert(next.place).inserted, case .object(let object) = next.value else {
                continue
            }
            let resource = enter(next, object)
            note("$anchor", of: object, at: next.place, in: resource)
            note("$dynamicAnchor", of: object, at: next.place, in: resource)
            for member in object.members.reversed() {
                guard let facts = resources[resource].dialect.facts(about: member.name) else {
                    continue
                }
                let children = Self.schemas(in: member.value, shape: facts.shape)
                for (tokens, value) in children.reversed() {
                    let place = tokens.reduce(next.place.child(member.name)) { $0.child($1) }
                    waiting.append(Entry(place: place, value: value, resource: resource))
                }
            }
        }
    }

    /// The schemas in a keyword's value, with the way to each.
    static func schemas(
        in value: JSONValue,
        shape: SchemaKeywordShape
    ) -> [(tokens: [PointerToken], value: JSONValue)] {
        switch (shape, value) {
        case (.schema, _):
            [([], value)]
        case (.schemas, .array(let elements)):
            elements.enumerated().map { ([.index($0.offset)], $0.element) }
        case (.schemasByName, .object(let object)), (.schemasByPattern, .object(let object)):
            object.members.map { ([.name($0.name)], $0.value) }
        case (.dependencies, .object(let object)):
            object.members.filter { $0.value.arrayValue == nil }
                .map { ([.name($0.name)], $0.value) }
        default: []
        }
    }
}

extension SchemaIndex {
    /// Opens a resource where the schema has an `$id`; returns the one it belongs to.
    private mutating func enter(_ entry: Entry, _ object: JSONObject) -> Int {
        guard resourceByRoot[entry.place] == nil else { return entry.resource }
        guard let id = object["$id"]?.stringValue else { return entry.resource }
        let base = resources[entry.resource].uri
        let uri = URIReference(id).resolved(against: base)
        guard uri.fragment?.isEmpty != false else { return entry.resource }
        return open(
            at: entry.place,
            uri: uri.withoutFragment,
            schema: entry.value,
            around: entry.resource
        )
    }

    private mutating func open(
        at place: SchemaPlace,
        uri: URIReference,
        schema: JSONValue,
        around outer: Int?
    ) -> Int {
        var own = uri
        if outer == nil, let id = schema["$id"]?.stringValue {
            own = URIReference(id).resolved(against: uri).withoutFragment
        }
        let dialect = dialect(of: schema, at: place, around: outer)
        resources.append(SchemaResource(uri: own, root: place, dialect: dialect))
        let resource = resources.count - 1
        resourceByRoot[place] = resource
        register(resource, as: own)
        if own != uri { register(resource, as: uri) }
        return resource
    }

    private mutating func register(_ resource: Int, as uri: URIReference) {
        let key = CodePoints(uri.text)
        guard let earlier = resourceByURI[key] else {
            resourceByURI[key] = resource
            return
        }
        let place = resources[resource].root
        guard resources[earlier].root.document == place.document else { return }
        addFault(
            .duplicateIdentifier,
            at: place.child("$id"),
            "\(SchemaText.quoted(uri.text)) already names the schema at "
                + SchemaText.quoted(resources[earlier].root.pointer.text)
        )
    }

    private mutating func dialect(
        of schema: JSONValue,
        at place: SchemaPlace,
        around outer: Int?
    ) -> SchemaDialect {
        let inherited = outer.map { resources[$0].dialect } ?? .standard
        guard let uri = schema["$schema"]?.stringValue else { return inherited }
        do {
            return try SchemaDialect(uri: uri, registry: registry)
        } catch {
            addFault(.unsupportedDialect, at: place.child("$schema"), error.reason)
            return inherited
        }
    }

    private mutating func note(
        _ keyword: String,
        of object: JSONObject,
        at place: SchemaPlace,
        in resource: Int
    ) {
        guard let name = object[keyword]?.stringValue else { return }
        let key = CodePoints(name)
        if let earlier = resources[resource].anchors[key], earlier != place {
            addFault(
                .duplicateIdentifier,
                at: place.child(keyword),
                "anchor \(SchemaText.quoted(name)) is already at "
                    + SchemaText.quoted(earlier.pointer.text)
            )
            return
        }
        resources[resource].anchors[key] = place
        if keyword == "$dynamicAnchor" { resources[resource].dynamicAnchors[key] = place }
    }

    mutating func addFault(_ kind: SchemaFault.Kind, at place: SchemaPlace, _ reason: String) {
        let document = place.document == 0 ? nil : documents[place.document].uri
        let fault = SchemaFault(
            kind: kind,
            document: document,
            pointer: place.pointer.text,
            reason: reason
        )
        if !faults.contains(fault) { faults.append(fault) }
    }
}
