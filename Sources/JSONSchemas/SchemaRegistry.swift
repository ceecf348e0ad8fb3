import Base
package import JSON

/// Documents that a schema may refer to, by URI; nothing is ever fetched.
package struct SchemaRegistry: Sendable {
    private var documents: [CodePoints: JSONValue] = [:]

    /// No documents; the 2020-12 metaschemas are known without being added.
    package init() {}

    /// Supplies a document for references to `uri`, and to its own `$id` when that is absolute.
    ///
    /// A document added later under the same URI replaces the earlier one.
    package mutating func add(_ document: JSONValue, at uri: String) {
        let place = URIReference(uri).withoutFragment
        documents[CodePoints(place.text)] = document
        guard let id = document["$id"]?.stringValue else { return }
        let own = URIReference(id).withoutFragment.resolved(against: place)
        if own.scheme != nil { documents[CodePoints(own.text)] = document }
    }

    /// The document at a URI without fragment: one that was added, or a built-in metaschema.
    func document(at uri: String) -> JSONValue? {
        documents[CodePoints(uri)] ?? Metaschema.document(at: uri)
    }
}
