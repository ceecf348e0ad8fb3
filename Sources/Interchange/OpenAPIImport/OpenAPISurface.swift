package import Contract
package import JSON

/// The elements of an OpenAPI document, for counting which of them a run covers.
package struct OpenAPISurface {
    private let document: OpenAPIDocument
    /// The depth to which bodies are read.
    private static let depth = 5

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - file: Its name, for messages.
    ///   - read: Returns the content of a file that it refers to; without it such references are rejected.
    /// - Returns: All its operations, without any exchange.
    /// - Throws: The first error in the document.
    package static func use(
        of document: JSONValue,
        file: String,
        reading read: ((_ path: String) throws(InterchangeError) -> JSONValue)? = nil
    ) throws(InterchangeError) -> DescriptionUse {
        let document = try OpenAPIImport.document(document, file: file, reading: read)
        return try OpenAPISurface(document: document).use()
    }

    private func use() throws(InterchangeError) -> DescriptionUse {
        var operations: [DescribedOperation] = []
        for (path, item) in document.root["paths"]?.members ?? [] where path.hasPrefix("/") {
            let item = try document.resolved(item)
            for method in OpenAPIDocument.methods {
                guard let operation = item[method] else { continue }
                operations.append(try described(operation, method, path, item))
            }
        }
        let bases = (document.root["servers"]?.elements ?? []).compactMap { server in
            OriginAndPath(OpenAPITransfer.url(of: server)).path
        }
        return DescriptionUse(document.file, operations, bases: bases)
    }

    private func described(
        _ operation: LocatedValue,
        _ method: String,
        _ path: String,
        _ item: LocatedValue
    ) throws(InterchangeError) -> DescribedOperation {
        let request = OpenAPIRequest(
            document: document,
            operation: operation,
            item: item,
            schemas: RequestSchemas(document)
        )
        var parameters: [DescribedOperation.Parameter] = []
        for parameter in try request.parameters() {
            guard let name = parameter.text("name"), let place = parameter.text("in"),
                ["path", "query", "header", "cookie"].contains(place),
                place != "header" || !OpenAPIParameter.isDescribedElsewhere(name)
            else { continue }
            let fields = try fields(of: parameter, name, place)
            parameters.append(.init(name, in: place, fields: fields))
        }
        let statuses = (operation["responses"]?.members.map(\.name) ?? []).filter {
            !$0.hasPrefix("x-") && !$0.hasPrefix("1")
        }
        return DescribedOperation(
            method.uppercased(),
            String(path.prefix { $0 != "#" && $0 != "?" }),
            at: document.place(of: operation.pointer),
            statuses: statuses,
            parameters: parameters,
            members: try members(ofBodyOf: operation)
        )
    }

    /// The request fields of a parameter: an object has one for each member.
    private func fields(
        of parameter: LocatedValue,
        _ name: String,
        _ place: String
    ) throws(InterchangeError) -> [String] {
        guard place == "query", parameter["content"] == nil, let schema = parameter["schema"] else {
            return [name]
        }
        let words = try document.resolved(schema)
        guard ExampleBuilder.type(words.value.objectValue ?? JSONObject()) == "object" else {
            return [name, "\(name)[]"]
        }
        if parameter.text("style") == "deepObject" { return [name, "\(name)["] }
        return [name] + (words["properties"]?.members.map(\.name) ?? [])
    }

    private func members(
        ofBodyOf operation: LocatedValue
    ) throws(InterchangeError) -> [String] {
        guard let body = operation["requestBody"] else { return [] }
        let content = try document.resolved(body)["content"]?.members ?? []
        guard let (type, media) = OpenAPIBody.preferred(content), let schema = media["schema"],
            MediaType.isJSON(type) || type.contains("*") || MediaType.name(type) == MediaType.form
        else { return [] }
        var names: [JSONPointer] = []
        try collect(schema, JSONPointer(tokens: []), [], into: &names)
        var known: Set<String> = []
        return names.map(\.description).filter { known.insert($0).inserted }
    }

    private func collect(
        _ schema: LocatedValue,
        _ place: JSONPointer,
        _ open: Set<JSONPointer>,
        into names: inout [JSONPointer]
    ) throws(InterchangeError) {
        let resolved = try document.resolved(schema)
        guard place.tokens.count < Self.depth, !open.contains(resolved.pointer) else { return }
        let open = open.union([resolved.pointer])
        for list in ["allOf", "oneOf", "anyOf"] {
            for part in resolved[list]?.elements ?? [] {
                try collect(part, place, open, into: &names)
            }
        }
        for (name, property) in resolved["properties"]?.members ?? [] {
            if try document.resolved(property).value["readOnly"]?.boolValue == true { continue }
            let inner = place.appending(name)
            names.append(inner)
            try collect(property, inner, open, into: &names)
        }
        if let items = resolved["items"] {
            try collect(items, place.appending("*"), open, into: &names)
        }
    }
}
