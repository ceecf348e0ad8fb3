package import JSON

/// Makes a contract out of an OpenAPI document of version 3.
package enum OpenAPIImport {
    /// Makes the contract.
    ///
    /// - Parameters:
    ///   - document: The whole document; references into other files are refused.
    ///   - file: Its name, for `docs` and for messages.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first thing that keeps the document from being read.
    package static func contract(
        from document: JSONValue,
        file: String
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = OpenAPITransfer(try OpenAPIDocument(document, file: file))
        return try transfer.draft().imported
    }
}
