import Base
import JSON

/// Where a reference leads.
struct SchemaTarget {
    let place: SchemaPlace
    let value: JSONValue
    /// The resource that the place belongs to.
    let resource: Int
    /// The name of the `$dynamicAnchor` that the reference named, if it named one.
    let dynamicAnchor: String?
}

/// Why a reference leads nowhere.
struct UnresolvedReference: Error, Hashable {
    let reason: String
}

extension SchemaIndex {
    /// Follows a reference that stands in a resource, reading further documents if need be.
    mutating func target(
        of reference: String,
        from resource: Int
    ) throws(UnresolvedReference) -> SchemaTarget {
        let uri = URIReference(reference).resolved(against: resources[resource].uri)
        guard let found = self.resource(at: uri.withoutFragment) else {
            throw UnresolvedReference(
                reason: "\(SchemaText.quoted(reference)) leads to the document "
                    + "\(SchemaText.quoted(uri.withoutFragment.text)), which is not known; "
                    + "only supplied documents can be referenced"
            )
        }
        guard let fragment = URIReference.decoded(uri.fragment ?? "") else {
            throw UnresolvedReference(
                reason: "\(SchemaText.quoted(reference)) has a broken percent escape"
            )
        }
        guard fragment.isEmpty || fragment.utf8.first == UInt8(ascii: "/") else {
            return try anchored(fragment, in: found, reference: reference)
        }
        return try walk(Self.pointer(fragment).tokens, from: found, reference: reference)
    }

    private static func pointer(_ text: String) throws(UnresolvedReference) -> JSONPointer {
        do {
            return try JSONPointer(text)
        } catch {
            throw UnresolvedReference(reason: error.description)
        }
    }

    private func anchored(
        _ name: String,
        in resource: Int,
        reference: String
    ) throws(UnresolvedReference) -> SchemaTarget {
        let anchors = resources[resource].anchors
        guard let place = anchors[CodePoints(name)] else {
            let known = anchors.keys.map { SchemaText.quoted($0.text) }.sorted()
            throw UnresolvedReference(
                reason: "\(SchemaText.quoted(reference)) leads nowhere: "
                    + (known.isEmpty
                        ? "there are no anchors"
                        : "the anchors are \(SchemaText.list(known))")
            )
        }
        let isDynamic = resources[resource].dynamicAnchors[CodePoints(name)] != nil
        return SchemaTarget(
            place: place,
            value: value(at: place),
            resource: self.resource(rootedAt: place) ?? resource,
            dynamicAnchor: isDynamic ? name : nil
        )
    }

    /// The value at a place that is known to exist.
    func value(at place: SchemaPlace) -> JSONValue {
        let pointer = try? JSONPointer(place.pointer.text)
        return pointer.flatMap { documents[place.document].root[$0] } ?? .null
    }

    private mutating func walk(
        _ names: [String],
        from start: Int,
        reference: String
    ) throws(UnresolvedReference) -> SchemaTarget {
        var resource = start
        var place = resources[start].root
        var value = value(at: place)
        for name in names {
            guard let next = value[JSONPointer(tokens: [name])] else {
                throw UnresolvedReference(
                    reason: "\(SchemaText.quoted(reference)) leads nowhere: "
                        + Self.deadEnd(at: place.pointer.text, value, wanted: name)
                )
            }
            place = place.child(name)
            value = next
            resource = self.resource(rootedAt: place) ?? resource
        }
        index(Entry(place: place, value: value, resource: resource))
        return SchemaTarget(
            place: place,
            value: value,
            resource: self.resource(rootedAt: place) ?? resource,
            dynamicAnchor: nil
        )
    }

    private static func deadEnd(at pointer: String, _ value: JSONValue, wanted: String) -> String {
        let place = pointer.isEmpty ? "the root" : SchemaText.quoted(pointer)
        guard case .object(let object) = value else {
            return "\(place) is \(SchemaText.summary(of: value))"
        }
        let hint = NearestName.suggestion(for: wanted, among: object.names)
        return "\(place) has no member \(SchemaText.quoted(wanted))"
            + (hint.map { "; did you mean \(SchemaText.quoted($0))?" } ?? "")
    }
}
