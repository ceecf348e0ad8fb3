package import JSON

/// Makes a contract out of an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2.
package enum OpenAPIImport {
    /// Makes the contract.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - file: Its name, for `docs` and for messages.
    ///   - read: Gives the content of a file that it refers to, by its path from the folder of the
    ///     document; without it such references are refused.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first thing that keeps the document from being read.
    package static func contract(
        from document: JSONValue,
        file: String,
        reading read: ((_ path: String) throws(InterchangeError) -> JSONValue)? = nil
    ) throws(InterchangeError) -> ImportedContract {
        var whole = document
        if let read {
            whole = try OpenAPIBundle.document(document, file: file, reading: read)
        }
        var transfer = OpenAPITransfer(try OpenAPIDocument(whole, file: file))
        return try transfer.draft().imported
    }
}
