import JSON
import JSONSchemas

/// The schemas that example requests are checked against, each compiled once however many requests it is for.
final class RequestSchemas {
    private let document: OpenAPIDocument
    /// By their places; `nil` for one that cannot be compiled.
    private var compiled: [JSONPointer: JSONSchema?] = [:]
    /// What people should know of them, each once.
    private(set) var remarks: [String] = []

    init(_ document: OpenAPIDocument) { self.document = document }

    /// How many were compiled.
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

    /// Where the schema stands that is meant.
    private func place(of schema: LocatedValue) throws(InterchangeError) -> JSONPointer {
        // What stands beside a reference counts, but in old documents.
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
