import JSON
import JSONSchemas

/// The schemas for example requests, each compiled once for any number of requests.
final class RequestSchemas {
    private let document: OpenAPIDocument
    /// By their places; `nil` for one that cannot be compiled.
    private var compiled: [JSONPointer: JSONSchema?] = [:]
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
        let place = try place(of: schema)
        if compiled[place] == nil {
            compiled.updateValue(try compile(schema), forKey: place)
        }
        guard let known = compiled[place], let known else { return nil }
        return SchemaTransfer.fault(of: value, known)
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
        _ = SchemaTransfer.repair(&named, &own)
        let whole: JSONValue = ["schemas": .object(named), "schema": own[0]]
        do {
            return try JSONSchema(document: whole, at: JSONPointer(tokens: ["schema"]))
        } catch {
            return nil
        }
    }
}
