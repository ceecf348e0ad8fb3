import Contract
import JSON
import JSONSchemas

/// The schemas for example requests, each compiled once for any number of requests.
final class RequestSchemas {
    private let document: OpenAPIDocument
    /// By their places; `nil` for one that cannot be compiled.
    private var compiled: [JSONPointer: JSONSchema?] = [:]
    /// What was left out of them, by their places: values may break it unnoticed.
    private var unchecked: [JSONPointer: String] = [:]
    /// Notes for the user, without duplicates.
    private(set) var remarks: [String] = []

    init(_ document: OpenAPIDocument) { self.document = document }

    /// The number of compiled schemas.
    var count: Int { compiled.count }

    /// The errors of an example against its schema; `nil` if none, or if unknown.
    func fault(
        of value: JSONValue,
        _ schema: LocatedValue
    ) throws(InterchangeError) -> String? {
        guard let known = try known(schema) else { return nil }
        return SchemaTransfer.fault(of: value, known)
    }

    /// The errors of an example of a form, whose fields are sent as texts; `nil` if none, or if unknown.
    func fault(
        ofForm value: JSONValue,
        _ schema: LocatedValue
    ) throws(InterchangeError) -> String? {
        guard let known = try known(schema) else { return nil }
        let read = AcceptanceRule.instance(value, in: "form", SchemaView(known))
        return SchemaTransfer.fault(of: read, known)
    }

    /// A part of the schema that no value can be checked with; `nil` if there is none.
    func unchecked(of schema: LocatedValue) throws(InterchangeError) -> String? {
        guard try known(schema) != nil else { return "it cannot be compiled" }
        return unchecked[try place(of: schema)]
    }

    /// A value that keeps to its schema; `nil` if none is found.
    func found(for schema: LocatedValue) throws(InterchangeError) -> JSONValue? {
        guard let known = try known(schema) else { return nil }
        return ExampleSearch.value(for: known)
    }

    /// The compiled schema; `nil` if it cannot be compiled.
    private func known(_ schema: LocatedValue) throws(InterchangeError) -> JSONSchema? {
        let place = try place(of: schema)
        if compiled[place] == nil {
            compiled.updateValue(try compile(schema), forKey: place)
        }
        return compiled[place] ?? nil
    }

    /// The place of the referenced schema.
    private func place(of schema: LocatedValue) throws(InterchangeError) -> JSONPointer {
        // Keywords next to a reference count, except in old documents.
        let isPlain = schema.value.objectValue?.count == 1 || document.hasOldSchemas
        return isPlain ? try document.resolved(schema).pointer : schema.pointer
    }

    private func compile(_ schema: LocatedValue) throws(InterchangeError) -> JSONSchema? {
        var transfer = SchemaTransfer(document, for: .request)
        var own = [try transfer.schema(schema)]
        try transfer.finish()
        try transfer.remarkAlternatives()
        remarks += transfer.remarks.filter { !remarks.contains($0) }
        var named = transfer.schemas
        unchecked[try place(of: schema)] = SchemaTransfer.repair(&named, &own)
            .first { !$0.hasSuffix(SchemaTransfer.isUnknown) }
        let whole: JSONValue = ["schemas": .object(named), "schema": own[0]]
        do {
            return try JSONSchema(document: whole, at: JSONPointer(tokens: ["schema"]))
        } catch {
            return nil
        }
    }
}
