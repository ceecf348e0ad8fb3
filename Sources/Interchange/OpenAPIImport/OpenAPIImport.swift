package import JSON

/// Imports an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2 as a contract.
package enum OpenAPIImport {
    /// Makes the contract.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - file: Its name, for `docs` and for messages.
    ///   - read: Returns the content of a file that it refers to, by its path from the folder of
    ///     the document; without it such references are rejected.
    ///   - prefersSchemas: Whether an example that violates its schema is replaced by one that matches; otherwise the
    ///     schema is left out of the accepted values.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in the document.
    package static func contract(
        from document: JSONValue,
        file: String,
        reading read: ((_ path: String) throws(InterchangeError) -> JSONValue)? = nil,
        prefersSchemas: Bool = false
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = OpenAPITransfer(
            try self.document(document, file: file, reading: read),
            prefersSchemas: prefersSchemas
        )
        return try transfer.draft().imported
    }

    /// The document with the files that it refers to, as version 3.
    static func document(
        _ document: JSONValue,
        file: String,
        reading read: ((_ path: String) throws(InterchangeError) -> JSONValue)?
    ) throws(InterchangeError) -> OpenAPIDocument {
        var whole = document
        var unread: [String: String] = [:]
        if let read {
            (whole, unread) = try OpenAPIBundle.document(document, file: file, reading: read)
        }
        var references = OpenAPIReferences(whole, unread: unread)
        let followed = references.followed()
        return try OpenAPIDocument(followed, file: file, losses: references.losses)
    }
}
